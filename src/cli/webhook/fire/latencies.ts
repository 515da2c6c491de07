/** How long answers took: percentiles and a histogram, in constant space however many there are. */
import { createHistogram } from 'node:perf_hooks'

export interface Bucket {
  /** Milliseconds, included; the last one has no end. */
  upTo: number
  count: number
}

export interface Latencies {
  /** Milliseconds. */
  add(duration: number): void
  count(): number
  /** Milliseconds, to three digits; 100 is the longest. 0 when there are none. */
  percentile(percent: number): number
  /** From the first that counts any to the last. */
  buckets(): Bucket[]
}

const bounds = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, Infinity]

export function createLatencies(): Latencies {
  // It counts whole numbers: microseconds.
  const histogram = createHistogram({ figures: 3 })
  const counts = bounds.map(() => 0)
  let total = 0
  return {
    add(duration) {
      total += 1
      histogram.record(Math.max(1, Math.round(duration * 1000)))
      const bucket = bounds.findIndex((bound) => duration <= bound)
      counts[bucket] = (counts[bucket] ?? 0) + 1
    },
    count: () => total,
    percentile: (percent) => (total === 0 ? 0 : (percent === 100 ? histogram.max : histogram.percentile(percent)) / 1000),
    buckets() {
      const first = counts.findIndex((count) => count > 0)
      const last = counts.findLastIndex((count) => count > 0)
      if (first < 0) return []
      return bounds.slice(first, last + 1).map((upTo, index) => ({ upTo, count: counts[first + index] ?? 0 }))
    },
  }
}
