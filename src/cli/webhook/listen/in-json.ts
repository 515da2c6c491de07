/** One JSON object a line: `listening`, then `notification`, `answer`, `forward-failed` and `fault`, `summary` last. */
import { answerText } from '../../../conformance/index.ts'
import type { Presentation, PresentationDeps } from './presentation.ts'

export function inJson({ terminal, setting }: PresentationDeps): Presentation {
  const write = (type: string, value: object): void => terminal.line(JSON.stringify({ type, ...value }))
  return {
    listening(url) {
      write('listening', {
        url,
        answers: setting.answers?.map(answerText),
        delayMs: setting.delayMs,
        forward: setting.forward?.href,
        expectsToken: setting.expectsToken,
        overlays: setting.overlays.map(({ file }) => file),
      })
    },
    notification({ at, answer, answered: _, ...received }) {
      write('notification', {
        ...received,
        at: new Date(at).toISOString(),
        answer: answer === undefined ? undefined : answerText(answer),
      })
    },
    answered({ number, answered }) {
      if (answered !== undefined) write('answer', { number, ...answered, afterMs: Math.round(answered.afterMs) })
    },
    forwardFailed: ({ number }, reason) => write('forward-failed', { number, reason }),
    fault: (message) => write('fault', { message }),
    summary: ({ lasted, ...tally }) => write('summary', { ...tally, seconds: Math.round(lasted) / 1000 }),
  }
}
