/** One value between wire and meaning. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import { dateFormat } from './date-format.ts'
import type { Conversion } from './date-format.ts'
import type { Role, RoleKind } from './roles.ts'
import { roleKind } from './roles.ts'
import { schemaTypes } from './schema.ts'

const anyType = ['string', 'integer', 'number', 'boolean', 'array', 'object']

/** The JSON types in which each kind can travel without `x-values`. */
const fittingTypes: Record<RoleKind, readonly string[]> = {
  text: ['string', 'integer', 'number'],
  recordId: ['integer', 'string'],
  integer: ['integer', 'number', 'string'],
  page: ['integer', 'number', 'string'],
  flag: ['boolean', 'integer', 'number', 'string'],
  instant: ['string', 'integer', 'number'],
  bytes: ['string'],
  choice: ['string'],
  content: anyType,
  json: anyType,
  group: ['object', 'array'],
}

const asIs: Conversion = { decode: (wire) => wire, encode: (meaning) => meaning }

/**
 * How a role's value travels, from its kind and the schema of the node that carries it. `x-values` maps
 * words (and `true`/`false`) to whatever the deployment uses; without it words travel as they are.
 */
export function leafFor(role: Role, schema: JsonObject, at: string): Conversion {
  const values = schema['x-values']
  if (isJsonObject(values)) return mapped(role, values)
  const types = schemaTypes(schema)
  const misfits = types.filter((type) => type !== 'null' && !fittingTypes[roleKind(role)].includes(type))
  if (misfits.length > 0) {
    throw new ContractError(
      `${role} in ${at} has the type ${misfits.join(', ')}; it can travel as ${fittingTypes[roleKind(role)].join(', ')}`,
    )
  }
  const numeric = types.length > 0 && types.every((type) => type === 'integer' || type === 'number' || type === 'null')
  const textual = types.includes('string')
  switch (roleKind(role)) {
    case 'text':
      return numeric ? digits : text(schema)
    case 'recordId':
      return recordId(textual && !types.includes('integer'))
    case 'integer':
      return integer(textual && !types.includes('integer'), 0)
    case 'page':
      return integer(textual && !types.includes('integer'), typeof schema.minimum === 'number' ? 1 - schema.minimum : 0)
    case 'flag':
      return numeric ? bit : textual && !types.includes('boolean') ? word : asIs
    case 'instant':
      return dateFormat(typeof schema['x-date-format'] === 'string' ? schema['x-date-format'] : undefined, numeric)
    case 'bytes':
      return schema.contentEncoding === 'base64' ? base64 : asIs
    case 'content':
      return schema.contentEncoding === 'base64' ? wrapped : { ...asIs, encode: bytesAsText }
    case 'json':
    case 'choice':
    case 'group':
      return asIs
  }
}

const digits: Conversion = { decode: (wire) => String(wire), encode: (meaning) => Number(meaning) }

const utf8 = new TextDecoder()

function text(schema: JsonObject): Conversion {
  if (schema.contentEncoding !== 'base64') return asIs
  return {
    decode: (wire) => (typeof wire === 'string' ? utf8.decode(Buffer.from(wire, 'base64')) : wire),
    encode: (meaning) => Buffer.from(String(meaning)).toString('base64'),
  }
}

/** Text that writes an integer exactly is that integer in meaning: `"17"` is 17, `"0017"` stays text. */
function recordId(textual: boolean): Conversion {
  return {
    decode: (wire) => {
      if (typeof wire !== 'string') return wire
      const number = Number(wire)
      return Number.isSafeInteger(number) && String(number) === wire ? number : wire
    },
    encode: (meaning) => (textual ? String(meaning) : meaning),
  }
}

function integer(textual: boolean, shift: number): Conversion {
  if (!textual && shift === 0) return asIs
  return {
    decode: (wire) => (wire === null ? null : Number(wire) + shift),
    encode: (meaning) => {
      const value = Number(meaning) - shift
      return textual ? String(value) : value
    },
  }
}

const bit: Conversion = { decode: (wire) => wire === 1, encode: (meaning) => (meaning === true ? 1 : 0) }
const word: Conversion = { decode: (wire) => wire === 'true', encode: (meaning) => String(meaning === true) }

const base64: Conversion = {
  decode: (wire) => (typeof wire === 'string' ? new Uint8Array(Buffer.from(wire, 'base64')) : wire),
  encode: bytesAsText,
}

/** JSON cannot hold bytes, so they become base64 whether the schema says so or not. */
function bytesAsText(meaning: unknown): unknown {
  return meaning instanceof Uint8Array ? Buffer.from(meaning).toString('base64') : meaning
}

const wrapped: Conversion = {
  decode: base64.decode,
  encode: (meaning) =>
    meaning instanceof Uint8Array
      ? bytesAsText(meaning)
      : Buffer.from(typeof meaning === 'string' ? meaning : JSON.stringify(meaning)).toString('base64'),
}

function mapped(role: Role, values: JsonObject): Conversion {
  const isFlag = roleKind(role) === 'flag'
  const toWire = new Map<string, JsonValue>()
  const toMeaning = new Map<JsonValue, string | boolean>()
  for (const [meaning, wire] of Object.entries(values)) {
    if (wire === undefined) continue
    if (toMeaning.has(wire)) {
      throw new ContractError(`x-values of ${role}: two meanings share the wire value ${JSON.stringify(wire)}; give each its own`)
    }
    toWire.set(meaning, wire)
    toMeaning.set(wire, isFlag ? meaning === 'true' : meaning)
  }
  return {
    decode: (wire) => toMeaning.get(isScalar(wire) ? wire : '') ?? wire,
    encode: (meaning) => toWire.get(String(meaning)) ?? meaning,
  }
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
