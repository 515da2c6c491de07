/** The one way in which the suite reaches its target: nothing goes out that is not allowed, nothing unrecorded. */
import { setTimeout as pause } from 'node:timers/promises'
import { networkCause } from '../../client/index.ts'
import type { Contract } from '../../contract/index.ts'
import { interrupted, interruptible } from '../interruption.ts'
import { Unjudged } from '../judgement.ts'
import { curlOf } from './curl.ts'
import type { Carrier, HttpAnswer, HttpRequest } from './http.ts'
import type { Liveness } from './liveness.ts'
import type { Pace } from './pacing.ts'
import { recordedBody } from './recorded-exchange.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import { requiredSafety } from './required-safety.ts'
import type { Safety } from './required-safety.ts'
import type { Secrets } from './secrets.ts'

export interface RequesterDeps {
  contract: Contract
  /** Without a trailing slash. Nothing is sent anywhere else. */
  baseUrl: string
  carrier: Carrier
  pace: Pace
  secrets: Secrets
  /** What may be done to the target: by the run, and by the case that asks. */
  allowed: ReadonlySet<Safety>
  /** Every key that is somebody's; others count as wrong ones. */
  knownKeys: readonly string[]
  /** For one answer, in milliseconds. */
  timeoutMs: number
  /** How long an answer 429 may have one wait before the request is repeated, in milliseconds. */
  longestWaitMs: number
  onExchange: (exchange: RecordedExchange) => void
  /** The run's: whether the target still answers. */
  liveness?: Liveness
  /** Once given, nothing more is sent. */
  signal?: AbortSignal | undefined
  /** It only takes back what was done, for which there is always leave and budget. */
  cleansUp?: boolean
}

export interface Requester {
  /**
   * An answer that says "not now" is asked for again, and in the end given only to whoever wants it `evenBusy`.
   * @throws Unjudged when there is no answer, or none but that, or the run's budget is spent
   */
  send(request: HttpRequest, wish?: { evenBusy?: boolean }): Promise<HttpAnswer>
  /** The same for who expects the global `fetch`. */
  fetch: typeof globalThis.fetch
  /** The first request that was refused because the case may not send it: a fault of the case. */
  misuse(): NotAllowed | undefined
}

/** A request that must not be sent; always a fault of the case. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/**
 * These say that the target, or what stands before it, cannot answer now, and nothing about the request (RFC 6585,
 * section 4; RFC 9110, sections 15.5.9 and 15.6.3 to 15.6.5).
 */
const notNow: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/** Before a request is repeated to which no `Retry-After` was said, in milliseconds. */
const pauses = [200, 800]

export function createRequester(deps: RequesterDeps): Requester {
  const { pace, allowed, secrets, liveness, signal: interruption, cleansUp = false } = deps
  let misused: NotAllowed | undefined

  async function exchange(request: HttpRequest, { evenBusy = false } = {}): Promise<HttpAnswer> {
    const needed = permit(deps, request)
    for (let repetitions = 0; ; repetitions += 1) {
      const turn = await pace.turn(hasWrongKey(request, deps.knownKeys), cleansUp)
      if (interruption?.aborted === true) throw interrupted()
      const gone = liveness?.gone()
      if (gone !== undefined) throw new Unjudged(gone, 'See that the target runs, and run it again.')
      switch (turn) {
        case 'budgetSpent':
          throw new Unjudged(`the ${pace.spent()} requests of this run are spent`, 'Allow more of them with --budget.')
        case 'wrongKeysSpent':
          throw new Unjudged(
            'no more wrong keys are tried, lest the service lock somebody out',
            'Run this case alone with --only.',
          )
        case 'granted':
      }
      const answer = await recorded(request)
      if (!notNow.has(answer.status)) {
        liveness?.answered()
        return answer
      }
      // What was cut off behind a gateway may have been done all the same: a write is repeated only when it was not taken.
      const mayRepeat = answer.status === 429 || (needed !== 'write' && !evenBusy)
      const waitMs = retryAfterMs(answer) ?? pauses[repetitions]
      if (!mayRepeat || waitMs === undefined || repetitions >= pauses.length || waitMs > deps.longestWaitMs) {
        liveness?.busy({ status: answer.status, waitMs: retryAfterMs(answer) ?? 0 })
        if (evenBusy) return answer
        throw new Unjudged(
          `${request.method} ${new URL(request.url).pathname} got status ${answer.status}${repetitions > 0 ? ', also when it was repeated' : ''}: the target cannot answer now`,
          'Run it again when the target is less busy; a lower --rate asks less of it.',
        )
      }
      liveness?.waits(waitMs)
      await interruptible(pause(waitMs), interruption)
    }
  }

  async function recorded(request: HttpRequest): Promise<HttpAnswer> {
    const at = new Date().toISOString()
    const started = performance.now()
    const signal = AbortSignal.timeout(deps.timeoutMs)
    const bytes = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
    const headers = secrets.headers(Object.entries(request.headers))
    const url = secrets.text(request.url)
    const body = bytes === undefined ? undefined : recordedBody(bytes, secrets.text)
    const shown = { method: request.method, url, headers, ...(body === undefined ? {} : { body }) }
    const curl = curlOf({ method: request.method, url, headers, body: body?.encoding === 'text' ? body.text : undefined })
    const tell = (rest: Pick<RecordedExchange, 'answer' | 'failure'>) =>
      deps.onExchange({ at, request: shown, ...rest, durationMs: performance.now() - started, curl })
    try {
      const answer = await deps.carrier(request, signal)
      const answered = recordedBody(answer.body, secrets.text)
      tell({
        answer: {
          status: answer.status,
          headers: secrets.headers(Object.entries(answer.headers)),
          ...(answered === undefined ? {} : { body: answered }),
        },
      })
      return answer
    } catch (error) {
      const failure = signal.aborted ? `no answer within ${deps.timeoutMs / 1000} s` : secrets.text(networkCause(error))
      tell({ failure })
      await liveness?.unanswered({ timedOut: signal.aborted, probe })
      throw new Unjudged(
        `${request.method} ${new URL(url).pathname} got no answer: ${failure}`,
        'See that the target runs, can be reached from here, and answers in time.',
      )
    }
  }

  /** PING-1 needs no key and does nothing. */
  async function probe(): Promise<boolean> {
    const { method, target, headers } = deps.contract.operations.ping.encodeRequest({})
    try {
      await deps.carrier({ method, url: deps.baseUrl + target, headers }, AbortSignal.timeout(deps.timeoutMs))
      return true
    } catch {
      return false
    }
  }

  return {
    send: exchange,
    misuse: () => misused,
    async fetch(input, init = {}) {
      const request = new Request(input, init)
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
      const headers = Object.fromEntries(request.headers)
      // Fetch adds a type to a text body; what was sent shall be what was asked for.
      const answer = await exchange({ method: request.method, url: request.url, headers, ...(body === undefined ? {} : { body }) })
      const bare = answer.body.length === 0 || [204, 205, 304].includes(answer.status)
      return new Response(bare ? null : Uint8Array.from(answer.body), { status: answer.status, headers: { ...answer.headers } })
    },
  }

  function permit({ contract, baseUrl }: RequesterDeps, { method, url }: HttpRequest): Safety {
    if (url !== baseUrl && !url.startsWith(`${baseUrl}/`)) refuse(`${url} is not below ${baseUrl}`)
    const needed = requiredSafety(contract, method, url.slice(baseUrl.length).split(/[?#]/)[0] ?? '')
    if (needed === 'write' && !allowed.has('write') && !allowed.has('webhook')) {
      refuse(`${method} ${url} may change records, and this case may only read`)
    }
    return needed
  }

  function refuse(message: string): never {
    misused ??= new NotAllowed(secrets.text(message))
    throw misused
  }
}

/** Credentials that are nobody's; none at all are no attempt to get in. */
function hasWrongKey({ headers }: HttpRequest, known: readonly string[]): boolean {
  const { authorization } = headers
  return authorization !== undefined && !known.some((key) => authorization === `Bearer ${key}`)
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfterMs({ headers }: HttpAnswer): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
