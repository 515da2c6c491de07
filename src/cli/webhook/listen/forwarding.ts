/** Passes notifications on to another receiver and answers what that answers. */
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Answer, Answerer, RawRequest, ReceivedNotification } from '../../../conformance/index.ts'
import { isLoopback } from '../loopback.ts'

/** Of the connection, not of the message (RFC 9110, section 7.6.1); the length is counted anew. */
const ofTheConnection = new Set([
  'connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade',
  'proxy-authorization', 'proxy-authenticate', 'content-length', 'host', 'expect',
])

/** Longer than any sender waits (HOOK-5). */
const limitMs = 30_000

const longestAnswer = 5 * 2 ** 20

export interface ForwardingDeps {
  /** Called when there was no answer to pass back; the sender gets 502 or 504 then. */
  onFailure: (received: ReceivedNotification, reason: string) => void
}

export function createForwarding(url: URL, { onFailure }: ForwardingDeps): Answerer {
  return async (received, raw) => {
    try {
      return await exchange(url, raw)
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError'
      const reason = timedOut ? `no answer within ${limitMs / 1000} s` : reasonOf(error)
      onFailure(received, reason)
      return { kind: 'status', status: timedOut ? 504 : 502 }
    }
  }
}

/** Whether forwarding would go round in circles. */
export function pointsToItself(forward: URL, receiver: string): boolean {
  const own = new URL(receiver)
  const host = forward.hostname.replace(/^\[|\]$/g, '')
  const isHere = forward.hostname === own.hostname || host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
  return forward.protocol === own.protocol && forward.port === own.port && isHere
}

function exchange(url: URL, { method, rawHeaders, body }: RawRequest): Promise<Answer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const headers = [...passedOn(rawHeaders).flat(), 'host', url.host, 'content-length', String(body.length)]
    const request = send(url, { method, headers, signal: AbortSignal.timeout(limitMs), agent: false }, (response) => {
      whole(response).then(resolve, reject)
    })
    request.on('error', (error) => reject(error.cause ?? error))
    request.end(body)
  })
}

async function whole(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue
    length += chunk.length
    if (length > longestAnswer) throw new Error('the answer is too long to be passed back')
    chunks.push(chunk)
  }
  const byName = Map.groupBy(passedOn(response.rawHeaders), ([name]) => name.toLowerCase())
  const headers = Object.fromEntries([...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]))
  return { kind: 'status', status: response.statusCode ?? 502, headers, body: Buffer.concat(chunks) }
}

/** Names and values; also without those that `Connection` names. */
function passedOn(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  const connection = pairs.filter(([name]) => name.toLowerCase() === 'connection')
  const named = new Set(connection.flatMap(([, value]) => value.toLowerCase().split(',').map((token) => token.trim())))
  return pairs.filter(([name]) => !ofTheConnection.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors.at(-1))
  return error instanceof Error ? error.message : String(error)
}
