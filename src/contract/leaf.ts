/** One value between wire and meaning. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject } from '../core/index.ts'
import { bufferEncoding, bytesConversion, contentConversion, jsonInBytes, textInBytes } from './bytes.ts'
import type { Carrier } from './bytes.ts'
import { ContractError } from './contract-error.ts'
import { dateFormat } from './date-format.ts'
import type { Conversion } from './date-format.ts'
import { mappedValues } from './mapped-values.ts'
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
 * How a role's value travels, from its kind, the schema of the node that carries it, and what carries the
 * payload. `x-values` maps words (and `true`/`false`) to whatever the deployment uses; without it words travel
 * as they are.
 */
export function leafFor(role: Role, schema: JsonObject, at: string, carrier: Carrier): Conversion {
  const kind = roleKind(role)
  const values = schema['x-values']
  if (isJsonObject(values)) return mappedValues(role, values, schema, plain(kind, schema, at, carrier))
  const misfits = schemaTypes(schema).filter((type) => type !== 'null' && !fittingTypes[kind].includes(type))
  if (misfits.length > 0) {
    throw new ContractError(
      `${role} in ${at} has the type ${misfits.join(', ')}; it can travel as ${fittingTypes[kind].join(', ')}`,
    )
  }
  if (kind === 'flag' && Array.isArray(schema.enum) && !schema.enum.every((value) => ownFlags.has(value))) {
    throw new ContractError(`${role} in ${at} is one of ${JSON.stringify(schema.enum)}; say by x-values which of them is true`)
  }
  if (kind === 'page') checkFirstPage(role, schema, at)
  return plain(kind, schema, at, carrier)
}

/** What a flag can be without `x-values`. */
const ownFlags: ReadonlySet<unknown> = new Set([true, false, 0, 1, 'true', 'false', null])

/** Pages count from `minimum`, so a request that names none must get that one. */
function checkFirstPage(role: Role, schema: JsonObject, at: string): void {
  const { minimum, default: preset } = schema
  if (typeof minimum !== 'number' || preset === undefined || Number(preset) === minimum) return
  throw new ContractError(
    `${role} in ${at} counts from ${minimum} (minimum), but its default is ${JSON.stringify(preset)}; write default: ${minimum}`,
  )
}

function plain(kind: RoleKind, schema: JsonObject, at: string, carrier: Carrier): Conversion {
  const types = schemaTypes(schema)
  const numeric = types.length > 0 && types.every((type) => type === 'integer' || type === 'number' || type === 'null')
  const textual = types.includes('string') && !types.includes('integer')
  const encoding = bufferEncoding(schema, at)
  switch (kind) {
    case 'text':
      if (carrier === 'bytes' || encoding !== undefined) return textInBytes(carrier, encoding)
      return numeric ? digits : text
    case 'recordId':
      return recordId(textual)
    case 'integer':
      return integer(textual, 0)
    case 'page':
      return integer(textual, typeof schema.minimum === 'number' ? 1 - schema.minimum : 0)
    case 'flag':
      return numeric ? bit : textual && !types.includes('boolean') ? word : asIs
    case 'instant':
      return dateFormat(schema['x-date-format'], { numeric, textual })
    case 'bytes':
      return bytesConversion(carrier, encoding)
    case 'content':
      return contentConversion(carrier, encoding, types)
    case 'json':
      return carrier === 'bytes' ? jsonInBytes : asIs
    case 'choice':
    case 'group':
      return asIs
  }
}

/** Where the schema leaves the type open, a number is its digits all the same. */
const text: Conversion = {
  decode: (wire) => (typeof wire === 'number' ? String(wire) : wire),
  encode: (meaning) => meaning,
}

/** Text that is no number goes as it is: the other side says best what is wrong with it. */
const digits: Conversion = {
  decode: text.decode,
  encode: (meaning) => (Number.isNaN(Number(meaning)) ? meaning : Number(meaning)),
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
    decode: (wire) => (wire === null || Number.isNaN(Number(wire)) ? wire : Number(wire) + shift),
    encode: (meaning) => {
      const value = Number(meaning) - shift
      return textual ? String(value) : value
    },
  }
}

const bit: Conversion = { decode: (wire) => wire === 1, encode: (meaning) => (meaning === true ? 1 : 0) }
const word: Conversion = { decode: (wire) => wire === 'true', encode: (meaning) => String(meaning === true) }
