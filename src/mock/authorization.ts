/** The API key in a request's `Authorization` header (AUTH-1, AUTH-2). */
import { refusal, success } from '../core/index.ts'
import type { Outcome } from '../core/index.ts'

const usual = /^Bearer [!-~]+$/
const form = '`Authorization: Bearer <API_KEY>`'
/** Schemes that may be named back to the client; any other first word could be the key itself. */
const otherScheme = /^(basic|digest|negotiate|ntlm|token|apikey|api-key|key|jwt|oauth)(?:\s|$)/i

/**
 * Reads the key. The scheme's case does not matter (RFC 9110, section 11.1). A refusal says what is wrong with the
 * header and never repeats anything that might be a key.
 */
export function readApiKey(header: string | undefined): Outcome<string> {
  if (header !== undefined && usual.test(header)) return success(header.slice('Bearer '.length))
  if (header === undefined || header.trim() === '') {
    return unauthenticated(`The request has no Authorization header; send ${form}.`)
  }
  const match = /^bearer(?:[ \t]+(.*))?$/i.exec(header.trim())
  if (match === null) {
    const scheme = otherScheme.exec(header)?.[1]
    return unauthenticated(
      scheme === undefined
        ? `The Authorization header does not begin with the word Bearer; send ${form}.`
        : `The Authorization header's scheme is ${scheme}, which is not accepted; send ${form}.`,
    )
  }
  const key = match[1]
  if (key === undefined || key === '') {
    return unauthenticated(`The Authorization header has no key after the word Bearer; send ${form}.`)
  }
  if (/\s/.test(key)) {
    return unauthenticated(`The Authorization header has white space inside the key; send ${form}.`)
  }
  return success(key)
}

/**
 * Refuses a request with several of these headers, of which others on its way may read another one (RFC 9110, section
 * 5.3: only a list may be sent in parts). `rawHeaders` are names and values in turn.
 */
export function refuseSeveralKeys(rawHeaders: readonly string[]): Outcome<string> | undefined {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 'authorization'.length && name.toLowerCase() === 'authorization') count += 1
  }
  return count < 2 ? undefined : unauthenticated(`The request has ${count} Authorization headers; send one, ${form}.`)
}

function unauthenticated(message: string): Outcome<string> {
  return refusal({ kind: 'unauthenticated', message })
}
