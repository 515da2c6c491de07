/** Sends notifications and tells what became of each: the only place that talks to receivers. */
import type { Agent, buildConnector } from 'undici'
import type { Awaitable, Clock } from '../core/index.ts'
import type { Attempt, AttemptOutcome, SentRequest } from './attempt.ts'
import type { Duration } from './duration.ts'
import { exchange } from './exchange.ts'
import type { Exchanged, ExchangeEnd } from './exchange.ts'
import { retryAfterOf } from './retry-after.ts'
import { guardedLookup, refusalOfAddress, TargetRefused } from './target-guard.ts'
import type { TargetGuard } from './target-guard.ts'
import type { Target } from './target.ts'
import { createTogether } from './together.ts'
import { createTurns } from './turns.ts'

/** What is sent to a URL. */
export interface Outgoing {
  /** Lower-case names, the media type among them. */
  headers: Record<string, string>
  body: string
}

export interface Sender {
  /** How many requests to one origin are under way at most. */
  readonly perTarget: number
  /**
   * One POST. `compose` is called when it is the request's turn, so that a timestamp or a signature is that of
   * the attempt; when it gives undefined nothing is sent, and neither is there an attempt. Whatever the
   * network does is an outcome; rejects only when `compose` does.
   */
  send(target: Target, compose: () => Awaitable<Outgoing | undefined>): Promise<Attempt | undefined>
  /** Loads the HTTP client, which otherwise the first request does, holding up everything for some 100 ms. */
  prepare(): Promise<void>
  /** Breaks off what is under way. */
  close(): Promise<void>
}

export interface SenderDeps {
  /** The machine's time: only to read a `Retry-After` that is a date. */
  clock: Clock
  /** 16 unless given. */
  perTarget?: number
  /** Real time for one attempt, from connecting to the end of the answer (HOOK-5); 10 s unless given. */
  limitMs?: Duration
  /** Which addresses may be called; every one unless given. */
  allowTarget?: TargetGuard
}

/**
 * An idle connection is given up after this, which is sooner than servers give it up, so that a request does
 * not meet a connection that is just being closed and fails for a reason that is neither side's.
 */
const idleMs = 1000

export function createSender({ clock, perTarget = 16, limitMs = 10_000, allowTarget }: SenderDeps): Sender {
  const turns = createTurns(perTarget)
  const tell = createTogether()
  let closed = false
  let loading: Promise<Agent> | undefined
  const agent = (): Promise<Agent> => (loading ??= openAgent({ perTarget, limitMs, allowTarget }))

  return {
    perTarget,

    async send(target, compose) {
      const turn = turns.take(target.origin)
      if (turn !== undefined) await turn
      try {
        const outgoing = await compose()
        if (outgoing === undefined) return undefined
        const opened = closed ? undefined : await agent()
        const { ended, tookMs } = opened === undefined
          ? neverSent
          : await exchange({ agent: opened, target, limitMs, tell, ...outgoing })
        const durationMs = Math.round(tookMs)
        const attempt: Attempt = { ...outcomeOf(ended, clock), request: recorded(target.url, outgoing), durationMs }
        if (ended.answer !== undefined) attempt.answer = ended.answer
        return attempt
      } finally {
        turns.end(target.origin)
      }
    },

    async prepare() {
      await agent()
    },

    async close() {
      closed = true
      const opened = await loading
      await opened?.destroy()
    },
  }
}

const neverSent: Exchanged = { ended: { end: 'failed', cause: 'the sender was closed' }, tookMs: 0 }

/** HOOK-5: any 2xx. A redirect is a rejection: following it would take the token elsewhere. */
function outcomeOf(ended: ExchangeEnd, clock: Clock): AttemptOutcome {
  if (ended.end === 'timedOut') return { outcome: 'timedOut' }
  if (ended.end === 'failed') return { outcome: 'unreachable', cause: ended.cause }
  const { status, headers } = ended.answer
  if (status < 300) return { outcome: 'delivered', status }
  const retryAfter = retryAfterOf({ headers, now: clock.now() })
  return { outcome: 'rejected', status, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

function recorded(url: string, { headers, body }: Outgoing): SentRequest {
  const shown = 'authorization' in headers ? { ...headers, authorization: 'Bearer [redacted]' } : headers
  return { method: 'POST', url, headers: shown, body }
}

type AgentOptions = { perTarget: number; limitMs: Duration; allowTarget: TargetGuard | undefined }

/** undici takes a third of the time in which the whole mock starts, so it is loaded when it is needed. */
async function openAgent({ perTarget, limitMs, allowTarget }: AgentOptions): Promise<Agent> {
  const undici = await import('undici')
  // The limit of the whole attempt is shorter by then: this one only frees what nobody waits for any more.
  const timeout = limitMs + 1000
  const open = undici.buildConnector(
    allowTarget === undefined ? { timeout } : { timeout, lookup: guardedLookup(allowTarget) },
  )
  const connect: buildConnector.connector = (options, callback) => {
    const refusal = refusalOfAddress(allowTarget, options.hostname)
    if (refusal === undefined) open(options, callback)
    else process.nextTick(callback, new TargetRefused(refusal), null)
  }
  return new undici.Agent({
    connections: perTarget,
    pipelining: 1,
    connect,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
