/** Whether a request's body is of a kind that the operation reads (GAP-ERRORS: 415). */
import type { Problem } from '../core/index.ts'

/**
 * Checks `Content-Type` and `Content-Encoding` of a request that has a body. Charsets other than UTF-8 are
 * refused (RFC 8259, section 8.1), compressed bodies too. Undefined when the body may be read.
 */
export function checkMediaType(
  accepted: readonly string[],
  contentType: string | undefined,
  contentEncoding: string | undefined,
): Problem | undefined {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    return unsupported(`Content-Encoding ${quote(contentEncoding)} is not read; send the body uncompressed.`)
  }
  if (contentType === undefined) {
    return unsupported(`The body has no Content-Type; send ${oneOf(accepted)}.`)
  }
  if (accepted.includes(contentType)) return undefined
  const [type = '', ...parameters] = contentType.split(';')
  if (!accepted.includes(type.trim().toLowerCase())) {
    return unsupported(`The body's Content-Type is ${quote(contentType)}; this operation reads ${oneOf(accepted)}.`)
  }
  const charset = parameters.map(charsetOf).find((value) => value !== undefined)
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    return unsupported(`The body's charset is ${quote(charset)}; JSON is read as UTF-8.`)
  }
  return undefined
}

function charsetOf(parameter: string): string | undefined {
  const match = /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter)
  return match?.[1]?.toLowerCase()
}

function unsupported(message: string): Problem {
  return { kind: 'unsupportedMediaType', message }
}

function oneOf(accepted: readonly string[]): string {
  return accepted.join(' or ')
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
