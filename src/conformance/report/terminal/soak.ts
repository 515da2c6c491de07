/** A soak on a terminal: figures, and the latencies over time as a line of bars. */
import type { RunReport } from '../../run-report.ts'
import { counted, durationText } from '../words.ts'
import type { Paint } from './layout.ts'

const bars = '▁▂▃▄▅▆▇█'

export function soakLines({ soak }: RunReport, paint: Paint): string[] {
  if (soak === undefined) return []
  const { wish, sent, accepted, duplicates, cut, retries, givenUp, records, state, latencyMs, slices } = soak
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  const longest = Math.max(...slices.map(({ p99 }) => p99), 0)
  const line = (of: (slice: (typeof slices)[number]) => number) => slices.map((slice) => barOf(of(slice), longest)).join('')
  return [
    paint('bold', `Soak: ${durationText(wish.durationMs)} at ${wish.rate}/s`),
    `  sent      ${sent}: ${accepted} accepted, ${givenUp} given up; ${counted(duplicates, 'duplicate')}, ${cut} cut off, ${retries} retried`,
    ...(state === undefined
      ? []
      : [`  records   ${records}: ${state.lost.length} lost, ${state.doubled.length} doubled, ${state.stale.length} stale`]),
    `  latency   p50 ${ms(latencyMs.p50)}   p90 ${ms(latencyMs.p90)}   p99 ${ms(latencyMs.p99)}   max ${ms(latencyMs.max)}`,
    `  p50       ${paint('cyan', line(({ p50 }) => p50))}`,
    `  p99       ${paint('yellow', line(({ p99 }) => p99))}  0 to ${ms(longest)}`,
  ]
}

function barOf(value: number, longest: number): string {
  if (value === 0 || longest === 0) return ' '
  return bars[Math.min(bars.length - 1, Math.floor((value / longest) * bars.length))] ?? ' '
}
