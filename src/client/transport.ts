/** One HTTP exchange on `fetch`, with a time limit; knows nothing of meaning. */
import { readAnswerBody } from './answer-body.ts'
import { baseOf, urlBelow } from './base-url.ts'
import { networkCause } from './network-cause.ts'
import type { Exchange } from './result.ts'

export interface TransportOptions {
  /** Where the deployment is; may have a path, with or without a trailing slash. */
  baseUrl: string | URL
  /** AUTH-1; without one, only ping will be answered (PING-3). */
  key?: string
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** How long one exchange may take, its body included, in milliseconds. Default 30,000. */
  timeoutMs?: number
}

/** A request in the deployment's own names. */
export interface RawRequest {
  method: string
  /** Path and query below the base URL, beginning with a slash. */
  target: string
  headers?: Record<string, string>
  /** A JSON value; undefined for none. */
  body?: unknown
  /** Whether to send the key; default true. */
  authenticated?: boolean
}

export type Sent =
  | { outcome: 'answered'; exchange: Exchange }
  /** Answered with JSON that cannot be read; the exchange has its text. */
  | { outcome: 'unreadable'; exchange: Exchange; fault: string }
  | { outcome: 'unreachable'; cause: string }
  | { outcome: 'timedOut'; timeoutMs: number }

export interface Transport {
  /** @throws TypeError for a request that HTTP cannot carry, such as GET with a body */
  send(request: RawRequest): Promise<Sent>
}

/** Timers that are set for longer fire at once. */
const longestTimeoutMs = 2_147_483_647

/** @throws TypeError or RangeError when an option is unusable; the message never holds the key */
export function createTransport(options: TransportOptions): Transport {
  const { key, timeoutMs = 30_000 } = options
  const base = baseOf(options.baseUrl)
  if (key !== undefined && !isHeaderText(key)) {
    throw new TypeError('the key is empty or has characters that a header cannot carry')
  }
  if (!(timeoutMs > 0 && timeoutMs <= longestTimeoutMs)) {
    throw new RangeError(`timeoutMs must be more than 0 and at most ${longestTimeoutMs}`)
  }
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))

  return {
    async send({ method, target, headers: given = {}, body, authenticated = true }) {
      const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...given }
      const init: RequestInit = {
        method,
        headers: authenticated && key !== undefined ? { ...headers, authorization: `Bearer ${key}` } : headers,
        body: body === undefined ? null : JSON.stringify(body),
        // Following would send the key wherever the answer points.
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
      }
      // Throws for a wrong request, so that when `fetch` rejects it is the network.
      const { url } = new Request(urlBelow(base, target), init)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const response = await fetch(url, { ...init, signal })
        const bytes = new Uint8Array(await response.arrayBuffer())
        const contentType = response.headers.get('content-type') ?? undefined
        const { fault, ...content } = readAnswerBody(response.status, contentType, bytes)
        const exchange = {
          request: { method, url, headers, body },
          answer: { status: response.status, headers: headersOf(response), ...content },
        }
        return fault === undefined ? { outcome: 'answered', exchange } : { outcome: 'unreadable', exchange, fault }
      } catch (error) {
        return signal.aborted ? { outcome: 'timedOut', timeoutMs } : { outcome: 'unreachable', cause: networkCause(error) }
      }
    },
  }
}

/** Printable ASCII without spaces at the ends, which HTTP would drop; more is not known of keys (GAP-KEYS). */
function isHeaderText(key: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-type'))
}
