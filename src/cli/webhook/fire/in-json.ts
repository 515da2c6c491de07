/** One notification's way, one JSON object a line: `notification`, each `attempt`, `summary`. */
import { excerptOf } from './attempt-text.ts'
import type { FirePresentation, FirePresentationDeps } from './in-words.ts'

export function inJson({ terminal, redaction, webhook }: FirePresentationDeps): FirePresentation {
  const write = (type: string, value: object): void => terminal.line(JSON.stringify({ type, ...value }))
  return {
    sending(event, { headers, body }) {
      const shown = Object.entries(headers).map(([name, value]) => [name, redaction.header(name, value)])
      write('notification', {
        event,
        request: { method: 'POST', url: redaction.target(webhook.url), headers: Object.fromEntries(shown), body: redaction.text(body) },
        retryDelaysMs: webhook.retries.delays,
      })
    },
    tried({ number, at, attempt, tookMs, nextAt }) {
      const { request: _, answer, durationMs: __, ...outcome } = attempt
      write('attempt', {
        number,
        at: new Date(at).toISOString(),
        ...outcome,
        tookMs: Math.round(tookMs * 100) / 100,
        ...(answer === undefined ? {} : { answer: { status: answer.status, excerpt: excerptOf(attempt, redaction) } }),
        ...(nextAt === undefined ? {} : { nextAt: new Date(nextAt).toISOString() }),
      })
    },
    ended: (end, attempts) => write('summary', { end, attempts }),
  }
}
