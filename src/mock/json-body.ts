/** A request's body: bytes to a JSON value, or a refusal that says where the fault is (GAP-ERRORS: 400). */
import { isUtf8 } from 'node:buffer'
import { parse } from 'secure-json-parse'
import { refusal, success } from '../core/index.ts'
import type { Outcome } from '../core/index.ts'
import { locateJsonFault } from './json-fault.ts'

/** Levels of arrays and objects inside one another; what comes after may recurse into them. */
const deepest = 100

/**
 * Reads a body as JSON (BODY-1, RFC 8259). Refused: no bytes, bytes that are not UTF-8, text that is not JSON,
 * nesting beyond 100 levels, and the keys `__proto__` and `constructor.prototype`, with which a careless program
 * would change its own objects.
 */
export function parseJsonBody(bytes: Buffer): Outcome<unknown> {
  if (bytes.length === 0) return malformed('The body is empty, although its Content-Type says that it is JSON.')
  if (!isUtf8(bytes)) return malformed(`The body is not UTF-8: it stops being so at the byte offset ${faultyByte(bytes)}.`)
  // RFC 8259, section 8.1: a reader may ignore a byte order mark.
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (tooDeep(text)) return malformed(`The body nests arrays and objects more than ${deepest} levels deep.`)
  try {
    return success(parse(text, null, { protoAction: 'error', constructorAction: 'error' }))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const fault = locateJsonFault(text)
    return malformed(
      fault === undefined
        ? 'The body has a key `__proto__` or `constructor.prototype`, which is not accepted.'
        : `The body is not JSON: line ${fault.line}, column ${fault.column}: ${fault.reason}.`,
    )
  }
}

function malformed(message: string): Outcome<unknown> {
  return refusal({ kind: 'malformed', message })
}

/** Decoding puts U+FFFD where the bytes are wrong; the first one that the sender did not write marks the place. */
function faultyByte(bytes: Buffer): number {
  const text = bytes.toString('utf8')
  let offset = 0
  let from = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', from)) {
    offset += Buffer.byteLength(text.slice(from, at))
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset
    offset += 3
    from = at + 1
  }
  return offset
}

function tooDeep(text: string): boolean {
  // Every level costs two brackets in well-formed JSON, and in broken JSON the parser stops first.
  if (text.length < deepest) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = endOfString(text, at)
    } else if (code === 0x5b || code === 0x7b) {
      depth++
      if (depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) {
      depth--
    }
  }
  return false
}

/** The index of the quote that ends the string beginning at `start`; the text's length when none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}
