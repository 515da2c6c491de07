/** One POST on undici, up to the end of the answer's body. */
import type { Agent, Dispatcher } from 'undici'
import type { ReceivedAnswer } from './attempt.ts'
import type { Duration } from './duration.ts'
import { causeOf } from './failure-cause.ts'
import type { Target } from './target.ts'

/** Of an answer's body, so many bytes are kept. */
export const keptBody = 16_384

export interface Exchange {
  agent: Agent
  target: Target
  headers: Record<string, string>
  body: string
  /** For connecting, sending, and the whole answer together. */
  limitMs: Duration
  /** When whoever waits is told that it is over. */
  tell: (call: () => void) => void
}

export type ExchangeEnd =
  | { end: 'complete'; answer: ReceivedAnswer }
  /** What had come of an answer by then is kept. */
  | { end: 'timedOut'; answer?: ReceivedAnswer }
  | { end: 'failed'; cause: string; answer?: ReceivedAnswer }

export interface Exchanged {
  ended: ExchangeEnd
  /** Milliseconds from the start of connecting to the end of the answer, or to giving up. */
  tookMs: number
}

/** Never rejects. A redirect is an answer like others; informational answers (1xx) are passed over. */
export function exchange({ agent, target, headers, body, limitMs, tell }: Exchange): Promise<Exchanged> {
  const { origin, path } = target
  const started = performance.now()
  return new Promise(resolve => {
    const answer = createAnswer()
    let controller: Dispatcher.DispatchController | undefined
    let over = false

    const finish = (ended: ExchangeEnd): void => {
      if (over) return
      over = true
      clearTimeout(timer)
      const tookMs = performance.now() - started
      tell(() => resolve({ ended, tookMs }))
    }
    const timer = setTimeout(() => {
      finish({ end: 'timedOut', ...answer.soFar() })
      controller?.abort(new Error('The time is over.'))
    }, limitMs)

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(control) {
        controller = control
        // It waited for its connection until nobody wanted it any more: it must not be sent now.
        if (over) control.abort(new Error('The time is over.'))
      },
      onResponseStart: (_, status, received) => answer.start(status, received),
      onResponseData: (_, chunk) => answer.add(chunk),
      onResponseEnd() {
        const whole = answer.soFar().answer
        if (whole === undefined) finish({ end: 'failed', cause: 'the answer has no status' })
        else finish({ end: 'complete', answer: whole })
      },
      onResponseError: (_, error) => finish({ end: 'failed', cause: causeOf(error), ...answer.soFar() }),
    }
    agent.dispatch({ origin, path, method: 'POST', headers, body }, handler)
  })
}

function createAnswer() {
  let head: Pick<ReceivedAnswer, 'status' | 'headers'> | undefined
  const chunks: Buffer[] = []
  let kept = 0
  let truncated = false
  return {
    start(status: number, headers: Record<string, string | string[] | undefined>): void {
      if (status >= 200) head = { status, headers: joined(headers) }
    },
    /** The rest is read as well, since the answer is over only at its end, and thrown away. */
    add(chunk: Buffer): void {
      const part = chunk.subarray(0, keptBody - kept)
      if (part.length < chunk.length) truncated = true
      if (part.length === 0) return
      chunks.push(part)
      kept += part.length
    },
    soFar(): { answer?: ReceivedAnswer } {
      if (head === undefined) return {}
      const { status, headers } = head
      return { answer: { status, headers, body: textOf(chunks, truncated), truncated } }
    },
  }
}

function textOf(chunks: readonly Buffer[], truncated: boolean): string {
  if (chunks.length === 0) return ''
  // As a stream, so that a character that the limit cuts in two is left out.
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: truncated })
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const all: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) all[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return all
}
