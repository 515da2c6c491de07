import { rootCause, tlsFailure } from '../core/index.ts'
import { TargetRefused } from './target-guard.ts'

/** What network errors mean to somebody who configures a webhook, by the codes of Node and undici. */
const sentences: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset before the answer was complete',
  EPIPE: 'the connection was closed before the request was sent',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  EADDRNOTAVAIL: 'the address cannot be reached from here',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the answer’s headers are too large',
  HPE_HEADER_OVERFLOW: 'the answer’s headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as it says',
  UND_ERR_DESTROYED: 'the sender was closed',
  UND_ERR_CLOSED: 'the sender was closed',
}

/** One readable line, with the code, and for connections refused the address. */
export function causeOf(error: unknown): string {
  const origin = rootCause(error)
  if (origin instanceof TargetRefused) return `the target is not allowed: ${origin.message}`
  if (!(origin instanceof Error)) return String(origin)
  const code = textOf(origin, 'code')
  const sentence = sentences[code]
  if (sentence !== undefined) return `${sentence}${placeOf(origin)} (${code})`
  const message = origin.message === '' ? origin.name : origin.message
  if (origin.name === 'HTTPParserError') return `the answer is not HTTP: ${message}`
  const ofTls = tlsFailure(code)
  if (ofTls !== undefined) return ofTls
  if (isOfTls(code)) return `TLS failed: ${message} (${code})`
  return code === '' || message.includes(code) ? message : `${message} (${code})`
}

function placeOf(error: Error): string {
  const address = textOf(error, 'address')
  if (address === '') return ''
  const port = 'port' in error && typeof error.port === 'number' ? `:${error.port}` : ''
  return ` by ${address.includes(':') ? `[${address}]` : address}${port}`
}

function textOf(error: Error, name: 'code' | 'address'): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** OpenSSL's verification results come by name, Node's own and the protocol's with a prefix. */
function isOfTls(code: string): boolean {
  return /^(ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO$)/.test(code)
}
