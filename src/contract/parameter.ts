/** One request parameter: its place, its text on the wire, its codec. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue, Violation } from '../core/index.ts'
import { compileCodec, emptyOf, encodeFrom } from './codec.ts'
import type { Codec, Findings, Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { pointerOf } from './pointer.ts'
import { followReference, resolveSchema } from './schema.ts'
import type { Document } from './schema.ts'
import { textForm } from './text-value.ts'
import type { TextForm } from './text-value.ts'
import type { WireRequest } from './types.ts'
import type { Validate, Validation } from './validation.ts'

export type ParameterPlace = 'path' | 'query' | 'header'

export interface Parameter {
  name: string
  place: ParameterPlace
  required: boolean
  codec: Codec
  /** What is written where it is required and there is nothing to say. */
  empty: JsonValue | undefined
  /** Whether the value travels as JSON text (`content: application/json`). */
  json: boolean
  text: TextForm
  validate: Validate
}

/** The parameters of an operation: its own, and those of its path that it does not replace. */
export function compileParameters(
  document: Document,
  { pathItem, operation }: { pathItem: JsonObject; operation: JsonObject },
  validation: Validation,
  findings: Findings,
): Parameter[] {
  const own = asObjects(operation.parameters)
  const names = new Set(own.map((parameter) => identity(document, parameter)))
  const shared = asObjects(pathItem.parameters).filter((parameter) => !names.has(identity(document, parameter)))
  return [...shared, ...own].map((parameter) => compileParameter(document, parameter, validation, findings))
}

function identity(document: Document, parameter: JsonObject): string {
  const { in: place, name } = followReference(document, parameter)
  return `${String(place)} ${String(name)}`
}

function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/**
 * Reads a Parameter Object (OpenAPI 3.1, 4.8.12). The role may stand on the parameter or on its schema.
 * Lists travel as repeated query names or comma-separated text; objects only as JSON text.
 */
function compileParameter(
  document: Document,
  source: JsonObject,
  validation: Validation,
  findings: Findings,
): Parameter {
  const parameter = followReference(document, source)
  const { name, in: place } = parameter
  if (typeof name !== 'string') throw new ContractError('a parameter has no name; give it one')
  if (place !== 'path' && place !== 'query' && place !== 'header') {
    throw new ContractError(`parameter ${name}: "in" must be path, query or header, not ${JSON.stringify(place)}`)
  }
  const content = isJsonObject(parameter.content) ? parameter.content['application/json'] : undefined
  const json = isJsonObject(content)
  const schema = json ? content.schema : parameter.schema
  if (!isJsonObject(schema)) throw new ContractError(`parameter ${name} has no schema; give it one`)
  const withRole = parameter['x-role'] === undefined ? schema : { ...schema, 'x-role': parameter['x-role'] }
  const codec = compileCodec({ document, findings, carrier: json ? 'json' : 'text' }, withRole, `the ${place} parameter ${name}`)
  const text = textForm(document, schema)
  if (!json && (codec.form === 'object' || text.types.includes('object'))) {
    throw new ContractError(`the ${place} parameter ${name} is an object; let it travel as JSON, by content: application/json`)
  }
  const required = parameter.required === true || place === 'path'
  const empty = required ? emptyOf(resolveSchema(document, schema), codec) : undefined
  if (required && codec.form === 'filler' && empty === undefined) findings.unfillable(`the ${place} parameter ${name}`)
  return { name, place, required, codec, empty, json, text, validate: validation.validator(schema) }
}

/** The parameter's value in a request as JSON, or undefined when it was not sent. */
export function readParameter(
  parameter: Parameter,
  request: Pick<WireRequest, 'path' | 'query' | 'headers'>,
): { value: unknown } | { violation: Violation } {
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
  if (Array.isArray(raw) && parameter.text.types.includes('array')) return { value: raw }
  return { value: parameter.text.read(text) }
}

export function parameterPointer({ name, place }: Parameter): string {
  return pointerOf([place === 'header' ? 'headers' : place, name])
}

/** The parameter's text in a URL or header; undefined when it is not sent. */
export function writeParameter({ codec, empty, json, required, text }: Parameter, meaning: Meaning): string | undefined {
  if (codec.form === 'filler' && !required) return undefined
  const said = encodeFrom(codec, meaning)
  const value = said === undefined ? empty : said
  if (value === undefined) return undefined
  return json ? JSON.stringify(value) : text.write(value)
}
