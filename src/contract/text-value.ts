/** A wire value as text: in a URL, in a header, or as a whole `text/*` body. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import { resolveSchema, schemaTypes } from './schema.ts'
import type { Document } from './schema.ts'

export interface TextForm {
  /** The JSON types that a value has. */
  types: readonly string[]
  /** Text as a value of the schema; text that is none stays text and fails validation. */
  read(text: string): unknown
  write(value: unknown): string
}

/**
 * How a schema's values are written as text. One of those that it lists is read as that; where text is allowed
 * beside a number, only what a number is written like is one: `007` stays text. Null is empty text, and lists
 * have commas between their elements.
 */
export function textForm(document: Document, schema: JsonObject): TextForm {
  const resolved = resolveSchema(document, schema)
  const listed = listedValues(resolved)
  const declared = schemaTypes(resolved)
  const types = declared.length > 0 ? declared : [...new Set(listed.map(typeOf))]
  const isNullable = types.includes('null') || listed.includes(null)
  return {
    types,
    read(text) {
      if (text === '' && isNullable) return null
      if (types.includes('array')) return text === '' ? [] : text.split(',')
      const known = listed.find((value) => value !== null && String(value) === text)
      return known === undefined ? readAs(types, text) : known
    },
    write(value) {
      if (value === null) return ''
      return Array.isArray(value) ? value.join(',') : String(value)
    },
  }
}

function listedValues({ const: fixed, enum: listed, 'x-values': values }: JsonObject): JsonValue[] {
  return [
    ...(fixed === undefined ? [] : [fixed]),
    ...(Array.isArray(listed) ? listed : []),
    ...(isJsonObject(values) ? Object.values(values) : []),
  ].filter((value) => value !== undefined)
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function readAs(types: readonly string[], text: string): unknown {
  if (types.includes('integer') || types.includes('number')) {
    const number = Number(text)
    if (types.includes('string') ? String(number) === text : /^-?\d+(\.\d+)?$/.test(text)) return number
  }
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
