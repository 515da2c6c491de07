/** JSON Schema 2020-12 validation of wire values, with violations that people can act on. */
import { createRequire } from 'node:module'
import type { Ajv2020 as Ajv, AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import type { JsonObject, JsonValue, Violation } from '../core/index.ts'
import { isJsonObject } from '../core/index.ts'
import { isRole, roleKind } from './roles.ts'
import { schemaTypes } from './schema.ts'
import type { Document } from './schema.ts'

const require = createRequire(import.meta.url)

/** More violations than this help nobody; the rest is counted in the last one. */
const mostViolations = 50

const base = 'ensayo://contract'

/** Finds the violations of one value; each pointer starts with `at`. */
export type Validate = (value: unknown, at: string) => Violation[]

/** Makes validators for schemas of one document. */
export interface Validation {
  /**
   * A validator for a schema of the document, compiled when it is first used: an operation nobody calls
   * costs nothing at start-up.
   */
  validator(schema: JsonObject): Validate
}

/**
 * One Ajv for one document: `$ref`s into `#/components` resolve against it. Ajv and its formats load with
 * the first value to validate.
 */
export function createValidation(document: Document): Validation {
  let ajv: Ajv | undefined
  let knowsDocument = false
  function compile(schema: JsonObject): ValidateFunction {
    ajv ??= createEngine()
    const { alone, refers } = absolute(schema)
    // Ajv looks through all of it for names, so not before one is needed.
    if (refers && !knowsDocument) {
      ajv.addSchema({ ...document, $id: base })
      knowsDocument = true
    }
    return ajv.compile(alone)
  }
  return {
    validator(schema) {
      let compiled: ValidateFunction | undefined
      const mostUnits = mostUnitsOf(schema)
      return (value, at) => {
        if (typeof value === 'string' && value.length <= mostUnits) return []
        compiled ??= compile(schema)
        return compiled(value) ? [] : describe(compiled.errors ?? [], at)
      }
    },
  }
}

/** What may stand in a schema that any text up to a length satisfies. */
const plainKeywords = new Set(['type', 'maxLength', 'title', 'description', 'examples', 'x-role', 'x-basis'])

/**
 * UTF-16 units up to which any text is valid, seen without Ajv, which a greeting need not wait for; -1 when there is
 * more to it. A text has at least as many units as characters.
 */
function mostUnitsOf(schema: JsonObject): number {
  if (schema['type'] !== 'string' || !Object.keys(schema).every((keyword) => plainKeywords.has(keyword))) return -1
  const { maxLength = Number.MAX_SAFE_INTEGER } = schema
  return typeof maxLength === 'number' ? maxLength : -1
}

function createEngine(): Ajv {
  // Loaded by require, in the middle of a synchronous call, because both are CommonJS and wanted late.
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js')
  const addFormats: typeof import('ajv-formats').default = require('ajv-formats')
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false, meta: false, ownProperties: true })
  addFormats(ajv)
  ajv.addKeyword({ keyword: 'x-values', schemaType: 'object', compile: listedValues })
  return ajv
}

/**
 * Where a closed list of words is mapped by `x-values` and no `enum` stands beside it, the values that it lists
 * are all that there are.
 */
function listedValues(values: JsonObject, schema: AnySchemaObject): DataValidateFunction {
  const role: unknown = schema['x-role']
  const isClosed = typeof role === 'string' && isRole(role) && ['choice', 'flag'].includes(roleKind(role))
  const preset: unknown = schema.default
  const allowedValues = [...Object.values(values), ...(preset === undefined ? [] : [preset])]
  const validate: DataValidateFunction = (data: unknown) => {
    if (!isClosed || schema.enum !== undefined || allowedValues.some((value) => value === data)) return true
    if (data === null && schemaTypes(schema).includes('null')) return true
    validate.errors = [{ keyword: 'enum', params: { allowedValues } }]
    return false
  }
  return validate
}

/** The schema with its own local references made absolute, so that it can be compiled by itself, and whether it has any. */
function absolute(schema: JsonObject): { alone: JsonObject; refers: boolean } {
  let refers = false
  const rewritten = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, rewrite(value, key)]))
  const rewrite = (value: JsonValue | undefined, key: string): JsonValue | undefined => {
    if (Array.isArray(value)) return value.map((item) => rewrite(item, '') ?? null)
    if (isJsonObject(value)) return rewritten(value)
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith('#')) return value
    refers = true
    return base + value
  }
  return { alone: rewritten(schema), refers }
}

function describe(errors: ErrorObject[], at: string): Violation[] {
  const telling = errors.filter((error) => error.keyword !== 'if')
  const shown = telling.slice(0, mostViolations).map((error) => describeOne(error, at))
  const more = telling.length - shown.length
  if (more > 0) shown.push({ pointer: at, message: `and ${more} further violations` })
  return shown
}

function describeOne(error: ErrorObject, at: string): Violation {
  const params: Record<string, unknown> = error.params
  const pointer = at + error.instancePath
  const child = (name: unknown) => `${pointer}/${escapeToken(String(name))}`
  switch (error.keyword) {
    case 'required':
      return { pointer: child(params.missingProperty), message: `${quote(params.missingProperty)} is missing` }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = params.additionalProperty ?? params.unevaluatedProperty
      const known = isJsonObject(error.parentSchema?.properties) ? Object.keys(error.parentSchema.properties) : []
      return {
        pointer: child(name),
        message: `${quote(name)} is not known here`,
        ...(known.length > 0 ? { expected: `one of ${known.join(', ')}` } : {}),
      }
    }
    case 'type':
      return {
        pointer,
        message: `${show(error.data)} has the wrong type`,
        expected: Array.isArray(params.type) ? params.type.join(' or ') : String(params.type),
      }
    case 'enum':
      return {
        pointer,
        message: `${show(error.data)} is not an accepted value`,
        expected: `one of ${Array.isArray(params.allowedValues) ? params.allowedValues.map(show).join(', ') : ''}`,
      }
    case 'const':
      return { pointer, message: `${show(error.data)} is not the accepted value`, expected: show(params.allowedValue) }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return {
        pointer,
        message: `${show(error.data)} is out of range`,
        expected: `a number ${String(params.comparison)} ${String(params.limit)}`,
      }
    case 'format':
      return { pointer, message: `${show(error.data)} has the wrong format`, expected: String(params.format) }
    case 'pattern':
      return { pointer, message: `${show(error.data)} has the wrong form`, expected: `a match of ${String(params.pattern)}` }
    default:
      return { pointer, message: `the value ${error.message ?? 'is not accepted'}` }
  }
}

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1')
}

function quote(name: unknown): string {
  return show(typeof name === 'string' ? name : String(name))
}

/** A value for a message: short, on one line. */
function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (isJsonObject(value)) return 'an object'
  // A number that JSON can write and a double cannot hold: 1e400.
  const isEndless = typeof value === 'number' && !Number.isFinite(value)
  const text = isEndless ? 'a number beyond what a double holds' : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
