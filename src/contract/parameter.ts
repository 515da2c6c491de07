/** One request parameter: its place, its text on the wire, its codec. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, Violation } from '../core/index.ts'
import { compileCodec } from './codec.ts'
import type { Codec, Findings } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { followReference, resolveSchema, schemaTypes } from './schema.ts'
import type { Document } from './schema.ts'
import type { WireRequest } from './types.ts'
import type { Validate, Validation } from './validation.ts'

export type ParameterPlace = 'path' | 'query' | 'header'

export interface Parameter {
  name: string
  place: ParameterPlace
  required: boolean
  codec: Codec
  /** Whether the value travels as JSON text (`content: application/json`). */
  json: boolean
  types: readonly string[]
  validate: Validate
}

/**
 * Reads a Parameter Object (OpenAPI 3.1, 4.8.12). The role may stand on the parameter or on its schema.
 * Lists travel as repeated query names or comma-separated text; objects only as JSON text.
 */
export function compileParameter(
  document: Document,
  source: JsonObject,
  validation: Validation,
  findings: Findings,
): Parameter {
  const parameter = followReference(document, source)
  const { name, in: place } = parameter
  if (typeof name !== 'string') throw new ContractError('a parameter has no name')
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    throw new ContractError(`parameter ${name}: "in" must be path, query or header, not ${JSON.stringify(place)}`)
  }
  const content = isJsonObject(parameter.content) ? parameter.content['application/json'] : undefined
  const json = isJsonObject(content)
  const schema = json ? content.schema : parameter.schema
  if (!isJsonObject(schema)) throw new ContractError(`parameter ${name} has no schema`)
  const withRole = parameter['x-role'] === undefined ? schema : { ...schema, 'x-role': parameter['x-role'] }
  const codec = compileCodec(document, withRole, findings, `the ${place} parameter ${name}`)
  const required = parameter.required === true || place === 'path'
  if (required && codec.form === 'filler' && codec.value === undefined) findings.unfillable(`the ${place} parameter ${name}`)
  return {
    name,
    place,
    required,
    codec,
    json,
    types: schemaTypes(resolveSchema(document, schema)),
    validate: validation.validator(schema),
  }
}

/** The parameter's value in a request as JSON, or undefined when it was not sent. */
export function readParameter(parameter: Parameter, request: WireRequest): { value: unknown } | { violation: Violation } {
  const source =
    parameter.place === 'path' ? request.path : parameter.place === 'query' ? request.query : request.headers
  const name = parameter.place === 'header' ? parameter.name.toLowerCase() : parameter.name
  const raw = Object.hasOwn(source, name) ? source[name] : undefined
  if (raw === undefined) return { value: undefined }
  const text = Array.isArray(raw) ? raw[0] : raw
  if (text === undefined) return { value: undefined }
  if (parameter.json) {
    try {
      return { value: JSON.parse(text) }
    } catch {
      const violation = { pointer: parameterPointer(parameter), message: 'the text is not JSON', expected: 'a JSON value' }
      return { violation }
    }
  }
  if (parameter.types.includes('array')) return { value: Array.isArray(raw) ? raw : text.split(',') }
  return { value: coerce(text, parameter.types) }
}

/** Text as the type that the schema names; text that is no such value stays text and fails validation. */
function coerce(text: string, types: readonly string[]): unknown {
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

export function parameterPointer(parameter: Parameter): string {
  return `/${parameter.place === 'header' ? 'headers' : parameter.place}/${parameter.name}`
}

/** A wire value as the text of a URL or header. */
export function parameterText(parameter: Parameter, value: unknown): string {
  if (parameter.json) return JSON.stringify(value)
  return Array.isArray(value) ? value.join(',') : String(value)
}
