/** What a case sent to the clean mock and got from it, and whether it would have met a mutant. */
import { isDeepStrictEqual } from 'node:util'
import type { Carrier, HttpAnswer, HttpRequest, Keys } from '../../src/conformance/index.ts'

export interface Trace {
  keys: Keys
  /** What happened, in order: exchanges of one case may overlap. */
  events: readonly TraceEvent[]
}

interface TraceEvent {
  exchange: Exchange
  is: 'request' | 'answer'
}

interface Exchange {
  request: HttpRequest
  answer?: HttpAnswer
}

/** Carries as `forward` does, and keeps what it carried. */
export function recording(forward: Carrier): { carrier: Carrier; events: readonly TraceEvent[] } {
  const events: TraceEvent[] = []
  return {
    events,
    async carrier(request, signal) {
      const exchange: Exchange = { request }
      events.push({ exchange, is: 'request' })
      const answer = await forward(request, signal)
      exchange.answer = answer
      events.push({ exchange, is: 'answer' })
      return answer
    },
  }
}

/**
 * Whether the carrier alters a request or an answer of the trace, or sends more or less than was sent. If not, the case
 * sees exactly the same with it as without it, and need not be run.
 */
export async function alters(make: (forward: Carrier, keys: Keys) => Carrier, { keys, events }: Trace): Promise<boolean> {
  const altered = Promise.withResolvers<true>()
  const open = new Map<Exchange, { sent: boolean; answer: PromiseWithResolvers<HttpAnswer>; got: Promise<HttpAnswer> }>()
  const carrier = make(async (request) => {
    const [, found] = [...open].find(([exchange, { sent }]) => !sent && isDeepStrictEqual(exchange.request, request)) ?? []
    if (found === undefined) {
      altered.resolve(true)
      return new Promise<never>(() => {})
    }
    found.sent = true
    return found.answer.promise
  }, keys)

  async function replay(): Promise<boolean> {
    const { signal } = new AbortController()
    for (const { exchange, is } of events) {
      if (is === 'request') {
        const answer = Promise.withResolvers<HttpAnswer>()
        const entry = { sent: false, answer, got: answer.promise }
        open.set(exchange, entry)
        entry.got = carrier(exchange.request, signal)
        continue
      }
      const entry = open.get(exchange)
      if (entry === undefined || exchange.answer === undefined) return true
      entry.answer.resolve(exchange.answer)
      const got = await entry.got
      if (!entry.sent || !isDeepStrictEqual(got, exchange.answer)) return true
      open.delete(exchange)
    }
    return false
  }

  return Promise.race([altered.promise, replay()])
}
