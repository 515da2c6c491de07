/** What a sound receiver does at each step between a request and its answer. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Noticed } from './disk.ts'
import { soundFollower } from './follower.ts'
import type { FollowerRecipe } from './follower.ts'

export interface Reply {
  status: number
  headers?: Record<string, string | string[]>
  body?: string
}

/** What is known of the request when a reply is made. */
export interface Asked {
  request: IncomingMessage
  tokens: readonly string[]
  /** Undefined until it has been read. */
  body?: Buffer
}

export interface Recipe {
  /** What comes before all else, such as a redirect; none in a sound one. */
  first(asked: Asked): Reply | undefined
  /** The reply to a method that it does not take. */
  method(asked: Asked): Reply | undefined
  isAuthorized(asked: Asked): boolean
  /** Whether the body is read and judged before its sender is. */
  readsFirst: boolean
  /** Whether the event is acted on before its sender is judged. */
  actsFirst: boolean
  unauthorized(asked: Asked): Reply
  /** The reply to a media type, charset or coding that it does not read. */
  mediaType(asked: Asked): Reply | undefined
  /** Bytes. */
  longestBody: number
  tooLong(asked: Asked): Reply
  /** The value that the bytes spell; throws when they spell none. */
  parse(body: Buffer, asked: Asked): unknown
  /** The event, or nothing when it is about something unknown; throws when it is none. */
  understand(value: unknown, asked: Asked): Noticed | undefined
  malformed(asked: Asked, error: unknown): Reply
  accepted(asked: Asked): Reply
  /** Of a receiver whose own storage is gone. */
  failing(asked: Asked): Reply
  /** Before an answer, in milliseconds: `handled` is how many were answered before. */
  delayMs(asked: Asked, handled: number): number
  /** Whether the answer waits until the event is acted on. */
  worksFirst: boolean
  /** Writes the reply; a defect may write anything. */
  write(reply: Reply, response: ServerResponse, asked: Asked): void
  /** When a head has come with `Expect: 100-continue`; whether the request is then taken like any other. */
  expected(request: IncomingMessage, response: ServerResponse): boolean
  follower: FollowerRecipe
}

const plain = { 'content-type': 'text/plain; charset=utf-8' }

export const soundRecipe: Recipe = {
  first: () => undefined,
  method({ request: { method } }) {
    if (method === 'POST') return undefined
    if (method === 'OPTIONS') return { status: 204, headers: { allow: 'POST, OPTIONS' } }
    return { status: 405, headers: { allow: 'POST, OPTIONS', ...plain }, body: 'POST notifications here' }
  },
  isAuthorized({ request, tokens }) {
    if (tokens.length === 0) return true
    const [given, second] = request.headersDistinct['authorization'] ?? []
    const token = /^bearer +(\S+)$/i.exec(given ?? '')?.[1]
    return second === undefined && token !== undefined && tokens.some((expected) => isSame(token, expected))
  },
  readsFirst: false,
  actsFirst: false,
  unauthorized: () => ({ status: 401, headers: { 'www-authenticate': 'Bearer', ...plain }, body: 'no valid token' }),
  mediaType({ request: { headers } }) {
    const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
    const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8).replaceAll('"', '') ?? 'utf-8'
    const coding = headers['content-encoding'] ?? 'identity'
    if (type === 'application/json' && charset === 'utf-8' && coding === 'identity') return undefined
    return { status: 415, headers: { accept: 'application/json', 'accept-encoding': 'identity', ...plain }, body: 'send JSON' }
  },
  longestBody: 2 ** 20,
  tooLong: () => ({ status: 413, headers: { connection: 'close', ...plain }, body: 'too long' }),
  parse: (body) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)),
  understand(value) {
    if (typeof value !== 'object' || value === null) throw new Error('no object')
    const { section, id, event, record } = { section: undefined, id: undefined, event: undefined, record: undefined, ...value }
    if (typeof section !== 'string' || (typeof id !== 'number' && typeof id !== 'string')) throw new Error('no section or id')
    return {
      section,
      recordId: id,
      ...(typeof event === 'string' ? { kind: event } : {}),
      ...(isFields(record) ? { record } : {}),
    }
  },
  malformed: () => ({ status: 400, headers: plain, body: 'no notification' }),
  accepted: () => ({ status: 204 }),
  failing: () => ({ status: 503, headers: { 'retry-after': '1', ...plain }, body: 'try again' }),
  delayMs: () => 0,
  worksFirst: false,
  write({ status, headers = {}, body = '' }, response) {
    response.writeHead(status, headers).end(body)
  },
  expected(_, response) {
    response.writeContinue()
    return true
  },
  follower: soundFollower,
}

/** In a time that does not tell how much of it is right. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
