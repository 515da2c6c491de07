/**
 * Whether a schema is one: the mistakes that hand-written overlays make, found while the contract loads and
 * before Ajv does, which compiles a schema only when a value meets it.
 */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import { schemaTypes } from './schema.ts'

const typeNames = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

/** What each keyword has to be, where the toolkit or Ajv would stumble otherwise. */
const forms: Record<string, { fits: (value: JsonValue) => boolean; expected: string }> = {
  type: { fits: isType, expected: `one of ${typeNames.join(', ')}, or a list of them` },
  properties: { fits: isJsonObject, expected: 'an object of schemas by name' },
  required: { fits: isListOfNames, expected: 'a list of different names' },
  enum: { fits: (value) => Array.isArray(value) && value.length > 0, expected: 'a list with at least one value' },
  items: { fits: isSchema, expected: 'a schema' },
  additionalProperties: { fits: isSchema, expected: 'a schema, true or false' },
  minimum: { fits: isNumber, expected: 'a number' },
  maximum: { fits: isNumber, expected: 'a number' },
  minLength: { fits: isCount, expected: 'a whole number from 0' },
  maxLength: { fits: isCount, expected: 'a whole number from 0' },
  minItems: { fits: isCount, expected: 'a whole number from 0' },
  maxItems: { fits: isCount, expected: 'a whole number from 0' },
  pattern: { fits: isPattern, expected: 'a regular expression' },
  'x-values': { fits: isJsonObject, expected: "an object from the toolkit's words to the wire's values" },
}

/** @throws ContractError naming the keyword, the place and what it should have been */
export function assertSchemaForm(schema: JsonObject, at: string): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const form = Object.hasOwn(forms, keyword) ? forms[keyword] : undefined
    if (form === undefined || value === undefined || form.fits(value)) continue
    throw new ContractError(`"${keyword}" in ${at} is ${JSON.stringify(value)}; it has to be ${form.expected}`)
  }
}

function isType(value: JsonValue): boolean {
  const types = schemaTypes({ type: value })
  return types.length > 0 && types.every((type) => typeNames.includes(type))
}

function isListOfNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length
}

function isSchema(value: JsonValue): boolean {
  return isJsonObject(value) || typeof value === 'boolean'
}

function isNumber(value: JsonValue): boolean {
  return typeof value === 'number'
}

function isCount(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function isPattern(value: JsonValue): boolean {
  if (typeof value !== 'string') return false
  try {
    return new RegExp(value, 'u').source !== ''
  } catch {
    return false
  }
}
