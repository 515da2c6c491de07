/** Sends bytes over a socket of its own, where every byte matters: HTTP/1.1 as RFC 9112 has it, or spoilt on purpose. */
import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import { connect as connectSecure } from 'node:tls'
import { createAnswerReader } from './answer-reader.ts'
import type { RawAnswer } from './answer-reader.ts'

export type { RawAnswer } from './answer-reader.ts'

export interface RawDelivery {
  /** Default POST. */
  method: string
  /** Path and query; the receiver's own unless given. */
  target: string
  /** In this order and spelling; Host, Content-Length and Connection are added unless they are among them. */
  headers: readonly (readonly [name: string, value: string])[]
  body: string | Uint8Array
  /** `chunked` sends the body in chunks (RFC 9112, section 7.1) and no Content-Length. */
  framing: 'length' | 'chunked' | 'none'
  /** Sends the body in so many parts over so long; in one piece unless given. */
  dribble?: { parts: number; overMs: number }
  /** Closes the connection when so many bytes of the body are sent. */
  abortAfter?: number
  /** Waits for 100 Continue before the body (RFC 9110, section 10.1.1). */
  expectContinue?: boolean
  /** For the whole answer, in milliseconds. Default 10,000 (HOOK-5). */
  timeoutMs: number
}

/** Bytes that are written at once; between two such parts an early answer is noticed. */
const largestPart = 2 ** 16

/** Milliseconds that a long body waits after its head. */
const forEarlyAnswer = 50

/** After so many milliseconds without 100 Continue the body is sent all the same (RFC 9110, section 10.1.1). */
const longestForContinue = 3000

/** A connection on which several deliveries follow one another. */
export interface Connection {
  send(delivery: RawDelivery): Promise<RawAnswer>
  /** Whether another can follow: not after an end, an announced end, or a body that was not wanted to its end. */
  isOpen(): boolean
  close(): void
}

export interface SenderOptions {
  url: URL
  /** Looks at the address that a name led to; a reason refuses the connection. */
  guard?: (address: string, hostname: string) => string | undefined
}

/** One delivery on a connection of its own. */
export async function sendOnce(options: SenderOptions, delivery: RawDelivery): Promise<RawAnswer> {
  const connection = openConnection(options)
  try {
    return await connection.send({ ...delivery, headers: withDefault(delivery.headers, 'Connection', 'close') })
  } finally {
    connection.close()
  }
}

export function openConnection({ url, guard }: SenderOptions): Connection {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'https:'
  const port = Number(url.port || (secure ? 443 : 80))
  const socket: Socket = secure
    ? connectSecure({ host, port, ...(/^[\d.:]+$/.test(host) ? {} : { servername: host }) })
    : connectPlain({ host, port })
  socket.setNoDelay(true)
  let failure: Error | undefined
  socket.on('error', (error) => {
    failure ??= error
  })
  const connected = new Promise<void>((resolve) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      const reason = socket.remoteAddress === undefined ? undefined : guard?.(socket.remoteAddress, host)
      if (reason !== undefined) socket.destroy(new Error(reason))
      resolve()
    })
    socket.once('close', () => resolve())
  })
  const reader = createAnswerReader(socket, () => failure)
  let isSpent = false

  return {
    async send(delivery) {
      const started = performance.now()
      const left = () => Math.max(1, delivery.timeoutMs - (performance.now() - started))
      const body = typeof delivery.body === 'string' ? Buffer.from(delivery.body) : Buffer.from(delivery.body)
      await Promise.race([connected, patience(left())])
      const answer = reader.next({ started, timeoutMs: left(), isHead: delivery.method === 'HEAD' })
      let isAnswered = false
      const ended = answer.then(() => {
        isAnswered = true
      })
      // An answer may come before the body is sent; what is left of it is then not wanted (RFC 9112, section 9.3).
      const isWanted = () => !isAnswered && !reader.hasFinalStatus() && !socket.destroyed
      const continued = reader.continued()
      socket.write(headOf(delivery, url, body.length))
      if (delivery.expectContinue === true) await Promise.race([continued, ended, patience(longestForContinue)])
      // A refusal by the declared length is read before the body is under way: the reset that follows could swallow it.
      else if (body.length > largestPart) await Promise.race([ended, patience(forEarlyAnswer)])
      const isWhole = await sendBody({ socket, delivery, body, isWanted, ended })
      const given = await answer
      if (!isWhole || given.kind !== 'answered' || announcesEnd(given.headers)) isSpent = true
      return given
    },
    isOpen: () => !isSpent && !socket.destroyed && !socket.readableEnded,
    close: () => void socket.destroy(),
  }
}

function headOf({ method, target, headers, framing }: RawDelivery, url: URL, length: number): string {
  let all = withDefault(headers, 'Host', url.host)
  if (framing === 'length') all = withDefault(all, 'Content-Length', String(length))
  if (framing === 'chunked') all = withDefault(all, 'Transfer-Encoding', 'chunked')
  return `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

function withDefault(headers: RawDelivery['headers'], name: string, value: string): RawDelivery['headers'] {
  return headers.some(([given]) => given.toLowerCase() === name.toLowerCase()) ? headers : [...headers, [name, value]]
}

interface Sending {
  socket: Socket
  delivery: RawDelivery
  body: Buffer
  /** Whether the receiver still waits for more. */
  isWanted: () => boolean
  /** Resolves when the answer has come, or none will. */
  ended: Promise<void>
}

/** Whether the whole body was sent. */
async function sendBody({ socket, delivery, body, isWanted, ended }: Sending): Promise<boolean> {
  const { framing, dribble, abortAfter } = delivery
  const whole = abortAfter === undefined ? body : body.subarray(0, abortAfter)
  const { parts, overMs } = dribble ?? { parts: Math.ceil(whole.length / largestPart), overMs: 0 }
  const size = Math.max(1, Math.ceil(whole.length / Math.max(1, parts)))
  for (let at = 0; at < whole.length; at += size) {
    if (at > 0 && overMs > 0) await Promise.race([patience(overMs / Math.max(1, parts - 1)), ended])
    if (!isWanted()) return false
    const part = whole.subarray(at, at + size)
    const framed = framing === 'chunked' ? chunkOf(part) : part
    if (!socket.write(framed)) await Promise.race([once(socket, 'drain').catch(() => undefined), ended])
    // Whatever has come meanwhile is read before more is sent: after a reset it could be lost.
    if (at + size < whole.length) await setImmediate()
  }
  if (abortAfter !== undefined) {
    socket.destroy()
    return false
  }
  if (framing === 'chunked') {
    if (!isWanted()) return false
    socket.write('0\r\n\r\n')
  }
  return true
}

/** RFC 9112, section 9.6. */
function announcesEnd(headers: readonly (readonly [name: string, value: string])[]): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value))
}

function chunkOf(part: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
}

/** Keeps no process alive. */
function patience(milliseconds: number): Promise<void> {
  return pause(milliseconds, undefined, { ref: false })
}
