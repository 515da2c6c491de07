/** Sends an answer as damaged as it is to arrive. */
import type { ServerResponse } from 'node:http'
import type { Packet } from '../answers.ts'
import type { Damage } from './fault.ts'

/** How often a slow body sends its next piece. */
const pieces = 20

/** A socket that goes away meanwhile is nobody's fault here. */
export function sendDamaged(response: ServerResponse, packet: Packet, damage: Damage): void {
  const { status, headers } = packet
  const body = Buffer.from(packet.body ?? '')
  switch (damage.kind) {
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'cut': {
      // The length that was promised tells the client that something is missing.
      response.writeHead(status, headers)
      const half = body.subarray(0, Math.floor(body.length / 2))
      if (half.length === 0) {
        response.flushHeaders()
        response.socket?.destroySoon()
      } else {
        response.write(half, () => response.socket?.destroySoon())
      }
      return
    }
    case 'drip':
      response.writeHead(status, headers)
      response.flushHeaders()
      drip(response, body, damage.over)
      return
    case 'malformed': {
      const broken = malformed(packet, body)
      response.writeHead(status, { ...headers, 'content-length': String(broken.length) })
      response.end(broken)
    }
  }
}

function drip(response: ServerResponse, body: Buffer, over: number): void {
  const size = Math.max(1, Math.ceil(body.length / pieces))
  const every = over / Math.max(1, Math.ceil(body.length / size))
  let sent = 0
  const next = (): void => {
    if (response.destroyed) return
    const piece = body.subarray(sent, sent + size)
    sent += size
    if (sent >= body.length) response.end(piece)
    else {
      response.write(piece)
      setTimeout(next, every)
    }
  }
  setTimeout(next, every)
}

/** Without its last character no JSON text of an object or array is one. */
function malformed({ headers }: Packet, body: Buffer): Buffer {
  return /[/+]json\b/.test(headers['content-type'] ?? '') && body.length > 1 ? body.subarray(0, -1) : body
}
