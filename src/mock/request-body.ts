/** Collects the bytes of a request's body, up to a limit. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { refusal, success } from '../core/index.ts'
import type { Outcome } from '../core/index.ts'

/** A body is announced by its length or its coding (RFC 9112, section 6.3). */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads the body to its end and calls `done` once. A body longer than `limit` bytes is refused as soon as that is
 * known; the rest of it is read and dropped, since a client that still sends would otherwise meet a closed
 * connection instead of the answer.
 */
export function readBody(message: IncomingMessage, limit: number, done: (body: Outcome<Buffer>) => void): void {
  if (!announcesBody(message.headers)) {
    done(success(Buffer.alloc(0)))
    return
  }
  const chunks: Buffer[] = []
  let length = 0
  let settled = false

  const settle = (body: Outcome<Buffer>) => {
    if (settled) return
    settled = true
    done(body)
  }
  if (Number(message.headers['content-length']) > limit) settle(tooLarge(limit))

  message.on('data', (chunk: Buffer) => {
    if (settled) return
    length += chunk.length
    if (length > limit) settle(tooLarge(limit))
    else chunks.push(chunk)
  })
  message.on('end', () => {
    const [first] = chunks
    settle(success(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)))
  })
  message.on('error', () => settle(refusal({ kind: 'malformed', message: 'The connection ended inside the body.' })))
}

function tooLarge(limit: number): Outcome<Buffer> {
  return refusal({ kind: 'tooLarge', message: `The body is longer than the ${limit} bytes that are accepted.` })
}
