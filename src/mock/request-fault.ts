/** Requests that are broken before any operation is reached, as refusals. */
import type { Problem } from '../core/index.ts'

export const unreadablePath: Problem = {
  kind: 'malformed',
  message: 'The path is not valid percent-encoded UTF-8.',
}

/** Seconds; connections come and go faster than databases. */
const retryAfterSeconds = 1

export function tooManyConnections(most: number): Problem {
  return { kind: 'unavailable', message: `There are ${most} open connections, and this mock takes no more.`, retryAfterSeconds }
}

/** What Node's HTTP parser could not read at all; the connection ends with it. */
export function faultOfConnection(code: string | undefined, headBytes: number): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { kind: 'malformed', message: 'The request did not arrive whole in time.' }
    case 'HPE_HEADER_OVERFLOW':
      return { kind: 'tooLarge', message: `The head of the request is longer than the ${headBytes} bytes that are accepted.` }
    default:
      return { kind: 'malformed', message: `The request is not HTTP/1.1 (${code ?? 'no reason known'}).` }
  }
}
