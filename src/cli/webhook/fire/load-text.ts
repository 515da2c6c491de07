/** What a load did, for people and for programs. */
import { milliseconds, printable } from '../terminal.ts'
import type { Paint } from '../terminal.ts'
import type { Latencies } from './latencies.ts'
import type { Load, LoadState } from './load.ts'

const widestBar = 40

/** Later than this, the receiver or this machine did not keep up with the rate. */
const tolerated = 250

/** One line while it goes on. */
export function progressText({ count }: Load, state: LoadState): string {
  const { ends, latencies } = state
  const over = ends.accepted + ends.notAccepted
  const parts = [
    `${number(over)}/${number(count)}`,
    `${number(Math.round(perSecond(over, state.lasted)))}/s`,
    `accepted ${number(ends.accepted)}`,
    `not ${number(ends.notAccepted)}`,
    `p50 ${milliseconds(latencies.percentile(50))}`,
    `p95 ${milliseconds(latencies.percentile(95))}`,
    `p99 ${milliseconds(latencies.percentile(99))}`,
  ]
  const retrying = state.begun - over - ends.interrupted
  return `${parts.join('  ')}${retrying > 0 ? `  under way ${number(retrying)}` : ''}`
}

export function reportLines(load: Load, state: LoadState, paint: Paint): string[] {
  const { ends, attempts, outcomes, failures, latencies, lasted, behind } = state
  const asked = load.rate === undefined ? '' : ` (${number(load.rate)}/s asked for)`
  const over = ends.accepted + ends.notAccepted
  const notSent = load.count - state.begun
  return [
    `${number(state.begun)} notifications in ${milliseconds(lasted)}, ${perSecond(over, lasted).toFixed(1)}/s${asked}`,
    ...(load.rate !== undefined && behind > tolerated
      ? [paint('yellow', `  up to ${milliseconds(behind)} behind that rate: ${load.concurrency} at once were not enough (--concurrency)`)]
      : []),
    `  accepted      ${paint(ends.accepted === load.count ? 'green' : 'yellow', number(ends.accepted))}`,
    ...(ends.notAccepted === 0 ? [] : [`  not accepted  ${paint('red', number(ends.notAccepted))}`]),
    ...(ends.interrupted + notSent === 0 ? [] : [`  interrupted   ${paint('yellow', number(ends.interrupted + notSent))}, ${number(notSent)} of them never sent`]),
    `  attempts      ${number(attempts)}: ${number(outcomes.delivered)} delivered, ${number(outcomes.rejected)} rejected, ` +
      `${number(outcomes.timedOut)} timed out, ${number(outcomes.unreachable)} unreachable`,
    ...[...failures].sort(([, a], [, b]) => b - a).map(([text, count]) => `    ${number(count)} × ${printable(text, 160)}`),
    ...(latencies.count() === 0 ? [] : ['', ...latencyLines(latencies, paint)]),
  ]
}

/** The same as one object. */
export function reportValue(load: Load, state: LoadState) {
  const { ends, attempts, outcomes, failures, latencies, lasted, behind } = state
  const rounded = (value: number) => Math.round(value * 100) / 100
  return {
    asked: { count: load.count, rate: load.rate, concurrency: load.concurrency },
    begun: state.begun,
    accepted: ends.accepted,
    notAccepted: ends.notAccepted,
    interrupted: ends.interrupted,
    neverSent: load.count - state.begun,
    attempts,
    outcomes,
    failures: Object.fromEntries(failures),
    seconds: rounded(lasted / 1000),
    perSecond: rounded(perSecond(ends.accepted + ends.notAccepted, lasted)),
    behindMs: rounded(behind),
    latencyMs: latencies.count() === 0
      ? undefined
      : Object.fromEntries(percentiles.map(([name, at]) => [name, rounded(latencies.percentile(at))])),
    histogram: latencies.buckets().map(({ upTo, count }) => ({ upToMs: upTo === Infinity ? null : upTo, count })),
  }
}

const percentiles = [['p50', 50], ['p90', 90], ['p95', 95], ['p99', 99], ['max', 100]] as const

function latencyLines(latencies: Latencies, paint: Paint): string[] {
  const buckets = latencies.buckets()
  const most = Math.max(...buckets.map(({ count }) => count))
  const rows = buckets.map(({ upTo, count }) => {
    const label = upTo === Infinity ? '> 10 s' : `≤ ${upTo < 1000 ? `${upTo} ms` : `${upTo / 1000} s`}`
    return { label, bar: '█'.repeat(Math.ceil((count / most) * widestBar)), count: number(count), share: percent(count, latencies.count()) }
  })
  const countWidth = Math.max(...rows.map(({ count }) => count.length))
  return [
    `  time to the answer  ${percentiles.map(([name, at]) => `${name} ${milliseconds(latencies.percentile(at))}`).join('   ')}`,
    ...rows.map(({ label, bar, count, share }) => `  ${label.padStart(8)}  ${count.padStart(countWidth)}  ${share}  ${paint('cyan', bar)}`),
  ]
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)} %`.padStart(7)
}

function perSecond(count: number, duration: number): number {
  return duration === 0 ? 0 : (count * 1000) / duration
}

function number(value: number): string {
  return value.toLocaleString('en')
}
