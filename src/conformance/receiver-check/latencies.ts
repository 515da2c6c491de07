/** How long answers took over time, in constant space. */
import { createHistogram } from 'node:perf_hooks'
import type { Percentiles, SoakSlice } from './soak-report.ts'

export interface LatenciesOverTime {
  /** Milliseconds since the beginning, and for how long; undefined when it was not accepted. */
  add(atMs: number, tookMs: number | undefined): void
  whole(): Percentiles
  slices(): SoakSlice[]
}

const most = 60

export function createLatenciesOverTime(durationMs: number): LatenciesOverTime {
  const count = Math.max(1, Math.min(most, Math.floor(durationMs / 200)))
  const lengthMs = durationMs / count
  const slices = Array.from({ length: count }, (_, at) => ({ fromMs: at * lengthMs, histogram: createHistogram({ figures: 3 }), accepted: 0, refused: 0 }))
  const all = createHistogram({ figures: 3 })
  return {
    add(atMs, tookMs) {
      // What ends after the end belongs to the last one.
      const slice = slices[Math.min(count - 1, Math.floor(atMs / lengthMs))]
      if (slice === undefined) return
      if (tookMs === undefined) {
        slice.refused += 1
        return
      }
      const microseconds = Math.max(1, Math.round(tookMs * 1000))
      slice.accepted += 1
      slice.histogram.record(microseconds)
      all.record(microseconds)
    },
    whole: () => percentilesOf(all),
    slices: () => slices.map(({ fromMs, histogram, accepted, refused }) => ({ fromMs, accepted, refused, ...percentilesOf(histogram) })),
  }
}

function percentilesOf(histogram: ReturnType<typeof createHistogram>): Percentiles {
  if (histogram.count === 0) return { p50: 0, p90: 0, p99: 0, max: 0 }
  const at = (percent: number) => histogram.percentile(percent) / 1000
  return { p50: at(50), p90: at(90), p99: at(99), max: histogram.max / 1000 }
}
