/** Files and other content: as bytes where the payload is bytes, else as text in an encoding. */
import type { JsonObject } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import type { Conversion } from './date-format.ts'

/** What carries a payload: JSON, one text (a URL, a header, `text/*`), or bytes. */
export type Carrier = 'json' | 'text' | 'bytes'

/** `contentEncoding` (JSON Schema Validation 8.3, RFC 4648) and what Node calls it. */
const encodings = { base64: 'base64', base64url: 'base64url', base16: 'hex' } as const
type Encoding = (typeof encodings)[keyof typeof encodings]

/** The encoding that a schema declares, if any. */
export function bufferEncoding({ contentEncoding: name }: JsonObject, at: string): Encoding | undefined {
  if (name === undefined) return undefined
  if (isEncoding(name)) return encodings[name]
  throw new ContractError(`${at} has the contentEncoding ${JSON.stringify(name)}; known are ${Object.keys(encodings).join(', ')}`)
}

function isEncoding(name: unknown): name is keyof typeof encodings {
  return typeof name === 'string' && Object.hasOwn(encodings, name)
}

const utf8 = new TextDecoder()

/** Bytes; in JSON and text as base64 where nothing else is said, since they cannot be there as they are. */
export function bytesConversion(carrier: Carrier, encoding: Encoding = 'base64'): Conversion {
  if (carrier === 'bytes') return { decode: (wire) => wire, encode: (meaning) => meaning }
  return {
    decode: (wire) => (typeof wire === 'string' ? decoded(wire, encoding) : wire),
    encode: (meaning) => (meaning instanceof Uint8Array ? Buffer.from(meaning).toString(encoding) : meaning),
  }
}

/** Text as UTF-8. */
export function textInBytes(carrier: Carrier, encoding: Encoding | undefined): Conversion {
  if (carrier === 'bytes') {
    return {
      decode: (wire) => (wire instanceof Uint8Array ? utf8.decode(wire) : wire),
      encode: (meaning) => Buffer.from(String(meaning)),
    }
  }
  return {
    decode: (wire) => (typeof wire === 'string' ? utf8.decode(decoded(wire, encoding)) : wire),
    encode: (meaning) => Buffer.from(String(meaning)).toString(encoding),
  }
}

/** A JSON value as the bytes of its text; bytes that are no JSON stay bytes. */
export const jsonInBytes: Conversion = {
  decode: (wire) => {
    if (!(wire instanceof Uint8Array)) return wire
    try {
      return JSON.parse(utf8.decode(wire))
    } catch {
      return wire
    }
  },
  encode: bytesOf,
}

/**
 * Text, a JSON value or bytes, whichever it is. With an encoding or as bytes all of them travel alike, and only
 * who knows the format can tell them apart; else JSON takes text and values as they are, and bytes as base64.
 * Where the schema has room for text alone, a JSON value goes as JSON text.
 */
export function contentConversion(carrier: Carrier, encoding: Encoding | undefined, types: readonly string[]): Conversion {
  if (carrier === 'bytes') return { decode: (wire) => wire, encode: bytesOf }
  if (encoding !== undefined) {
    return {
      decode: (wire) => (typeof wire === 'string' ? decoded(wire, encoding) : wire),
      encode: (meaning) => Buffer.from(bytesOf(meaning)).toString(encoding),
    }
  }
  const textOnly = carrier === 'text' || (types.length > 0 && types.every((type) => type === 'string' || type === 'null'))
  return {
    decode: (wire) => wire,
    encode: (meaning) => {
      if (meaning instanceof Uint8Array) return Buffer.from(meaning).toString('base64')
      return textOnly && typeof meaning !== 'string' ? JSON.stringify(meaning) : meaning
    },
  }
}

function bytesOf(meaning: unknown): Uint8Array {
  if (meaning instanceof Uint8Array) return meaning
  return Buffer.from(typeof meaning === 'string' ? meaning : JSON.stringify(meaning))
}

function decoded(text: string, encoding: Encoding | undefined): Uint8Array {
  return new Uint8Array(Buffer.from(text, encoding))
}
