/** What goes to the receiver and comes back, recorded as evidence. */
import type { Contract } from '../../contract/index.ts'
import type { RecordChanged } from '../../core/index.ts'
import { curlOf, recordedBody } from '../exchange/index.ts'
import type { RecordedBody, RecordedExchange, Secrets } from '../exchange/index.ts'
import type { Prepared } from './check.ts'
import { sendOnce } from './raw-sender.ts'
import type { Connection, RawAnswer, RawDelivery, SenderOptions } from './raw-sender.ts'

export interface DeliveriesDeps {
  contract: Contract
  sender: SenderOptions
  token: string | undefined
  secrets: Secrets
  /** For one answer, in milliseconds. */
  timeoutMs: number
  /** Resolves when the next delivery may go. */
  turn: () => Promise<void>
  onExchange: (exchange: RecordedExchange) => void
}

export interface Deliveries {
  prepare(event: RecordChanged): Prepared
  /** A valid delivery of what was prepared, but for the changes. */
  delivery(prepared: Prepared, changes?: Partial<RawDelivery>): RawDelivery
  /** On a connection of its own unless one is given. */
  send(delivery: RawDelivery, connection?: Connection): Promise<RawAnswer>
}

export function createDeliveries(deps: DeliveriesDeps): Deliveries {
  const { contract, token, sender, secrets } = deps
  const { url } = sender
  return {
    prepare(event) {
      const { headers, mediaType, body } = contract.notification.encode(event)
      return {
        event,
        headers: {
          'Content-Type': mediaType,
          Accept: '*/*',
          'User-Agent': 'ensayo',
          ...headers,
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }
    },
    delivery: (prepared, changes = {}) => ({
      method: 'POST',
      target: url.pathname + url.search,
      headers: Object.entries(prepared.headers),
      body: prepared.body,
      framing: 'length',
      timeoutMs: deps.timeoutMs,
      ...changes,
    }),
    async send(delivery, connection) {
      await deps.turn()
      const at = new Date().toISOString()
      const answer = await (connection === undefined ? sendOnce(sender, delivery) : connection.send(delivery))
      deps.onExchange(recordedDelivery(delivery, answer, { at, url, secrets }))
      return answer
    },
  }
}

interface Recording {
  /** ISO 8601. */
  at: string
  url: URL
  secrets: Secrets
}

/** For a check that sends by itself, on a connection of its own. */
function recordedDelivery(delivery: RawDelivery, answer: RawAnswer, { at, url, secrets }: Recording): RecordedExchange {
  const bytes = typeof delivery.body === 'string' ? Buffer.from(delivery.body) : delivery.body
  const body = shownBody(bytes, secrets)
  const headers = secrets.headers(lowerCased(delivery.headers))
  const target = secrets.text(new URL(delivery.target, url.origin).href)
  const answered = answer.kind === 'answered' ? recordedBody(answer.body, secrets.text) : undefined
  return {
    at,
    request: { method: delivery.method, url: target, headers, ...(body === undefined ? {} : { body }) },
    ...(answer.kind === 'answered'
      ? {
          answer: {
            status: answer.status,
            headers: secrets.headers(lowerCased(answer.headers)),
            ...(answered === undefined ? {} : { body: answered }),
          },
        }
      : { failure: answer.kind === 'timedOut' ? `no whole answer within ${delivery.timeoutMs / 1000} s` : secrets.text(answer.cause) }),
    durationMs: answer.durationMs,
    curl: curlOf({ method: delivery.method, url: target, headers, body: body?.encoding === 'text' && !body.cut ? body.text : undefined }),
  }
}

/** Of a long body only the beginning is shown, so only that is looked through for secrets. */
function shownBody(bytes: Uint8Array, { text }: Secrets): RecordedBody | undefined {
  if (bytes.length <= longestLookedThrough) return recordedBody(bytes, text)
  const shown = recordedBody(bytes.subarray(0, longestLookedThrough), text)
  return shown === undefined ? undefined : { ...shown, bytes: bytes.length, cut: true }
}

const longestLookedThrough = 2 ** 17

function lowerCased(headers: RawDelivery['headers']): [string, string][] {
  return headers.map(([name, value]) => [name.toLowerCase(), value])
}
