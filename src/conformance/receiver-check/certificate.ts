/** What a receiver shows of itself before TLS (RFC 5280), judged as a client does (RFC 9110, section 4.3.4). */
import { once } from 'node:events'
import { connect } from 'node:tls'
import type { SenderOptions } from './raw-sender.ts'

export interface ShownCertificate {
  /** Why no client would trust it, in OpenSSL's or Node's words; undefined when clients do. */
  distrust: string | undefined
  /** The first moment at which it is no longer valid. */
  expires: Date
}

const handshakeLimitMs = 10_000

/** Undefined when the target is not https, or does not speak TLS. */
export async function shownCertificate({ url, guard }: SenderOptions): Promise<ShownCertificate | undefined> {
  if (url.protocol !== 'https:') return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const named = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
  const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false, ...named })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(handshakeLimitMs) })
    if (socket.remoteAddress !== undefined && guard?.(socket.remoteAddress, host) !== undefined) return undefined
    const { valid_to: until } = socket.getPeerCertificate()
    const { authorized, authorizationError: error } = socket
    return { distrust: authorized ? undefined : (error?.message ?? String(error)), expires: new Date(until) }
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
