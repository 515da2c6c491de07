/** One notification's way, for people. */
import type { RecordChanged } from '../../../core/index.ts'
import type { Redaction } from '../../../conformance/index.ts'
import { formatDuration, retryPresets } from '../../../webhooks/index.ts'
import type { Outgoing, RetryPolicy, Webhook } from '../../../webhooks/index.ts'
import { milliseconds, printable, timeOfDay } from '../terminal.ts'
import type { Terminal } from '../terminal.ts'
import { excerptOf, verdictOf } from './attempt-text.ts'
import type { DeliveryEnd, Try } from './delivery.ts'

export interface FirePresentation {
  sending(event: RecordChanged, request: Outgoing): void
  tried(tried: Try): void
  ended(end: DeliveryEnd, attempts: number): void
}

export interface FirePresentationDeps {
  terminal: Terminal
  redaction: Redaction
  webhook: Webhook
}

const longestBody = 600

/** As wide as a time of day and a space. */
const indent = ' '.repeat(13)

export function inWords({ terminal, redaction, webhook }: FirePresentationDeps): FirePresentation {
  const { paint, line } = terminal
  return {
    sending({ kind, section, recordId }, { headers, body }) {
      const token = webhook.token === undefined ? '' : ', with a bearer token'
      line(`${paint('bold', kind)} ${section} ${printable(String(recordId))} → ${paint('cyan', printable(redaction.target(webhook.url), 300))}`)
      line(`  ${printable(redaction.text(body), longestBody)}`)
      line(paint('dim', `  ${headers['content-type'] ?? ''}, ${Buffer.byteLength(body)} bytes${token}`))
      for (const text of scheduleLines(webhook.retries)) line(paint('dim', `  ${text}`))
    },
    tried({ number, at, attempt, tookMs, nextAt }) {
      const colour = attempt.outcome === 'delivered' ? 'green' : 'red'
      const excerpt = excerptOf(attempt, redaction)
      line(
        `${paint('dim', timeOfDay(at))} attempt ${number}  ${paint(colour, verdictOf(attempt))}  ` +
          `${milliseconds(tookMs)}${excerpt === '' ? '' : `  ${paint('dim', excerpt)}`}`,
      )
      if (nextAt !== undefined) line(`${indent}next in ${waitUntil(nextAt, at + tookMs)}, at ${momentOf(nextAt, at)}`)
    },
    ended(end, attempts) {
      const count = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
      if (end === 'accepted') line(paint('green', `accepted after ${count}`))
      if (end === 'notAccepted') line(paint('red', `not accepted after ${count}`))
      if (end === 'interrupted') line(paint('yellow', `interrupted after ${count}, not accepted so far`))
    },
  }
}

/** What is to be expected of a retry policy. */
export function scheduleLines(policy: RetryPolicy): string[] {
  const { delays } = policy
  if (delays.length === 0) return []
  const total = formatDuration(delays.reduce((sum, delay) => sum + delay, 0))
  const shown = delays.slice(0, 12).map(formatDuration).join(', ')
  const more = delays.length > 12 ? ` and ${delays.length - 12} more` : ''
  const preset = retryPresets.find(({ name }) => name === policy.preset)
  const basis = preset?.basis.kind === 'assumed' ? `, assumed (${preset.basis.gap})` : ''
  return [`retries${preset === undefined ? '' : ` as ${preset.name}`}${basis}: after ${shown}${more}; in real time, ${total} in all`]
}

function waitUntil(next: number, now: number): string {
  return formatDuration(Math.max(0, Math.round((next - now) / 100) * 100))
}

/** With its day, when that is another one. */
function momentOf(instant: number, now: number): string {
  const day = (at: number) => new Date(at).toDateString()
  return day(instant) === day(now) ? timeOfDay(instant) : `${timeOfDay(instant)} on ${day(instant)}`
}
