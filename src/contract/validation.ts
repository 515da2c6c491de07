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
  const engine = () => (ajv ??= createEngine(document))
  return {
    validator(schema) {
      let compiled: ValidateFunction | undefined
      return (value, at) => {
        compiled ??= engine().compile(absolute(schema))
        return compiled(value) ? [] : describe(compiled.errors ?? [], at)
      }
    },
  }
}

function createEngine(document: Document): Ajv {
  // Loaded by require, in the middle of a synchronous call, because both are CommonJS and wanted late.
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js')
  const addFormats: typeof import('ajv-formats').default = require('ajv-formats')
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true, validateSchema: false, ownProperties: true })
  addFormats(ajv)
  ajv.addKeyword({ keyword: 'x-values', schemaType: 'object', compile: listedValues })
  ajv.addSchema({ ...document, $id: base })
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

/** The schema with its own local references made absolute, so that it can be compiled by itself. */
function absolute(schema: JsonObject): JsonObject {
  const rewrite = (value: JsonValue | undefined, key: string): JsonValue | undefined => {
    if (Array.isArray(value)) return value.map((item) => rewrite(item, '') ?? null)
    if (isJsonObject(value)) return absolute(value)
    return key === '$ref' && typeof value === 'string' && value.startsWith('#') ? base + value : value
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, rewrite(value, key)]))
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
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
