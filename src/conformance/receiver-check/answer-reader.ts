/** Reads answers off a socket, one after the other (RFC 9112, sections 4 to 7). */
import type { Socket } from 'node:net'
import { networkCause } from '../../client/index.ts'

export type RawAnswer =
  | {
      kind: 'answered'
      status: number
      /** As they came, in order. */
      headers: readonly (readonly [name: string, value: string])[]
      body: Uint8Array
      /** From the first byte sent to the last one received, in milliseconds. */
      durationMs: number
    }
  /** The connection ended before the answer did. */
  | { kind: 'broken'; cause: string; durationMs: number }
  | { kind: 'timedOut'; durationMs: number }

export interface AnswerReader {
  next(wish: { started: number; timeoutMs: number; isHead: boolean }): Promise<RawAnswer>
  /** Resolves with the next 100 Continue. */
  continued(): Promise<void>
  /** Whether a final status line has come for the answer awaited. */
  hasFinalStatus(): boolean
}

const longestAnswer = 8 * 2 ** 20

export function createAnswerReader(socket: Socket, failure: () => Error | undefined): AnswerReader {
  let bytes: Buffer = Buffer.alloc(0)
  let ended = false
  let continued = Promise.withResolvers<void>()
  let wake: () => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    wake()
  })
  const end = () => {
    ended = true
    wake()
  }
  socket.on('end', end)
  socket.on('close', end)

  function take(isHead: boolean, durationMs: () => number): RawAnswer | undefined {
    for (;;) {
      const parsed = parseAnswer(bytes, { isHead, ended })
      if (parsed === undefined) {
        if (bytes.length > longestAnswer) return { kind: 'broken', cause: 'the answer is longer than 8 MB', durationMs: durationMs() }
        if (!ended) return undefined
        const failed = failure()
        const cause = failed === undefined
          ? (bytes.length === 0 ? 'the connection was closed without an answer' : 'the answer broke off')
          : networkCause(failed)
        return { kind: 'broken', cause, durationMs: durationMs() }
      }
      if (parsed === 'unreadable') return { kind: 'broken', cause: 'what came is no HTTP answer', durationMs: durationMs() }
      bytes = bytes.subarray(parsed.length)
      if (parsed.status >= 200) {
        const { status, headers, body } = parsed
        return { kind: 'answered', status, headers, body, durationMs: durationMs() }
      }
      if (parsed.status === 100) {
        continued.resolve()
        continued = Promise.withResolvers()
      }
    }
  }

  return {
    continued: () => continued.promise,
    hasFinalStatus: () => /^HTTP\/1\.[01] [2-5]\d\d/.test(bytes.subarray(0, 12).toString('latin1')),
    next({ started, timeoutMs, isHead }) {
      const durationMs = () => performance.now() - started
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          wake = () => {}
          resolve({ kind: 'timedOut', durationMs: durationMs() })
        }, timeoutMs)
        wake = () => {
          const answer = take(isHead, durationMs)
          if (answer === undefined) return
          clearTimeout(timer)
          wake = () => {}
          resolve(answer)
        }
        wake()
      })
    },
  }
}

interface Parsed {
  status: number
  headers: [string, string][]
  body: Uint8Array
  /** In bytes, head and framing included. */
  length: number
}

/** Undefined while there is not enough of it. */
function parseAnswer(bytes: Buffer, { isHead, ended }: { isHead: boolean; ended: boolean }): Parsed | 'unreadable' | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return bytes.length > 0 && !'HTTP/1.'.startsWith(bytes.subarray(0, 7).toString('latin1')) ? 'unreadable' : undefined
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1])
  if (Number.isNaN(status)) return 'unreadable'
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const value = (name: string) => headers.find(([given]) => given.toLowerCase() === name)?.[1]
  const start = headEnd + 4
  if (isHead || status < 200 || status === 204 || status === 304) return { status, headers, body: new Uint8Array(), length: start }
  if (/chunked\s*$/i.test(value('transfer-encoding') ?? '')) {
    const chunked = readChunks(bytes, start)
    return chunked === undefined || chunked === 'unreadable' ? chunked : { status, headers, ...chunked }
  }
  const declared = value('content-length')
  if (declared === undefined) return ended ? { status, headers, body: bytes.subarray(start), length: bytes.length } : undefined
  const length = start + Number(declared)
  if (Number.isNaN(length)) return 'unreadable'
  return bytes.length < length ? undefined : { status, headers, body: bytes.subarray(start, length), length }
}

function readChunks(bytes: Buffer, start: number): { body: Uint8Array; length: number } | 'unreadable' | undefined {
  const parts: Buffer[] = []
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    if (Number.isNaN(size)) return 'unreadable'
    const from = lineEnd + 2
    if (size === 0) {
      const end = bytes.indexOf('\r\n', from)
      return end < 0 ? undefined : trailers(bytes, from, parts)
    }
    if (bytes.length < from + size + 2) return undefined
    parts.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}

/** Trailer fields end with an empty line; what they say is of no use here. */
function trailers(bytes: Buffer, from: number, parts: Buffer[]): { body: Uint8Array; length: number } | undefined {
  if (bytes.subarray(from, from + 2).toString('latin1') === '\r\n') return { body: Buffer.concat(parts), length: from + 2 }
  const end = bytes.indexOf('\r\n\r\n', from)
  return end < 0 ? undefined : { body: Buffer.concat(parts), length: end + 4 }
}
