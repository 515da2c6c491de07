/** An answer's bytes as the contract reads them: a JSON value, text, or bytes. */

export interface AnswerBody {
  /** Without parameters, lower case; undefined for an empty answer. */
  mediaType: string | undefined
  body: unknown
  /** Why a JSON body could not be read; `body` is its text then. */
  fault?: string
}

/** Answers that have no body whatever their headers say (RFC 9110, sections 15.3.5, 15.3.6, 15.4.5). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** Reads a body by its media type. JSON must be UTF-8 (RFC 8259, section 8.1); text may be in any charset. */
export function readAnswerBody(status: number, contentType: string | undefined, bytes: Uint8Array): AnswerBody {
  if (withoutBody.has(status) || (contentType === undefined && bytes.length === 0)) {
    return { mediaType: undefined, body: undefined }
  }
  if (contentType === undefined) return { mediaType: undefined, body: bytes }
  const [type = '', ...parameters] = contentType.split(';')
  const mediaType = type.trim().toLowerCase()
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return { mediaType, ...readJson(bytes) }
  if (mediaType.startsWith('text/')) return { mediaType, body: readText(bytes, parameters) }
  return { mediaType, body: bytes }
}

function readJson(bytes: Uint8Array): { body: unknown; fault?: string } {
  if (bytes.length === 0) return { body: '', fault: 'the body is empty, which is not JSON' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { body: new TextDecoder().decode(bytes), fault: 'the body is not UTF-8, as JSON has to be' }
  }
  try {
    return { body: JSON.parse(text) }
  } catch {
    // The engine's own message quotes the body, of which nobody knows what it holds.
    return { body: text, fault: 'the body is not valid JSON' }
  }
}

function readText(bytes: Uint8Array, parameters: readonly string[]): string {
  const values = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter)?.[1])
  const charset = values.find((value) => value !== undefined)
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // A label that is not in the Encoding Standard.
    return new TextDecoder().decode(bytes)
  }
}
