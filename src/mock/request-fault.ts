/** Errors that Fastify raises while it reads a request, as refusals. */
import type { Problem } from '../core/index.ts'

/** Undefined when the error is no fault of the request's, but a bug. */
export function faultOfRequest(error: unknown, bodyBytes: number): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { kind: 'tooLarge', message: `The body is longer than the ${bodyBytes} bytes that are accepted.` }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { kind: 'unsupportedMediaType', message: 'The Content-Type is not a media type.' }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return { kind: 'malformed', message: 'The body is not as long as its Content-Length says.' }
    case 'FST_ERR_BAD_URL':
      return { kind: 'malformed', message: 'The path is not valid percent-encoded UTF-8.' }
    default:
      return undefined
  }
}

/** What Node's HTTP parser could not read at all; the connection ends with it. */
export function faultOfConnection(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { kind: 'malformed', message: 'The request did not arrive whole in time.' }
    case 'HPE_HEADER_OVERFLOW':
      return { kind: 'tooLarge', message: 'The header lines are longer than the 16 KiB that are accepted.' }
    default:
      return { kind: 'malformed', message: `The request is not HTTP/1.1${code === undefined ? '' : ` (${code})`}.` }
  }
}
