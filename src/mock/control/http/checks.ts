/** The schemas of the control document, compiled when they are needed first. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { refusal, success } from '../../../core/index.ts'
import type { JsonObject, JsonValue, Outcome, Violation } from '../../../core/index.ts'
import type { ControlOperation } from './document.ts'

export interface Checks {
  body(operation: ControlOperation, value: unknown): Outcome<unknown>
  /** Texts are read as what the parameters' schemas say; unknown names are refused. */
  query(operation: ControlOperation, query: URLSearchParams): Outcome<JsonObject>
}

const base = 'control'

export function createChecks(document: JsonObject): Checks {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
  addFormats.default(ajv)
  ajv.addSchema(document, base)
  const known = new Map<string, ValidateFunction>()

  function check<T>(key: string, schema: JsonObject, value: T, place: string): Outcome<T> {
    let validate = known.get(key)
    if (validate === undefined) known.set(key, (validate = ajv.compile(schema)))
    if (validate(value)) return success(value)
    const violations = (validate.errors ?? []).map((error) => violationOf(error, place))
    const message = `The request cannot be used: ${violations[0]?.pointer} ${violations[0]?.message}.`
    return refusal({ kind: 'invalid', message, violations })
  }

  return {
    body({ id, pointer }, value) {
      const schema = { $ref: `${base}#${pointer}/requestBody/content/application~1json/schema` }
      return check<unknown>(`${id} body`, schema, value, '/body')
    },

    query(operation, query) {
      const parameters = operation.parameters.filter((parameter) => parameter['in'] === 'query')
      const properties: JsonObject = {}
      const read: JsonObject = {}
      for (const { name, schema } of parameters) {
        const text = query.get(String(name))
        properties[String(name)] = absolute(schema)
        if (text !== null) read[String(name)] = valueOf(text, schema)
      }
      for (const [name, value] of query) if (!(name in properties)) read[name] = value
      const schema = { type: 'object', properties, additionalProperties: false }
      return check(`${operation.id} query`, schema, read, '/query')
    },
  }
}

/** A reference inside of the document, seen from outside. */
function absolute(schema: JsonValue | undefined): JsonValue {
  return JSON.parse(JSON.stringify(schema ?? {}).replaceAll('"#/', `"${base}#/`))
}

function valueOf(text: string, schema: JsonValue | undefined): JsonValue {
  const type = typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema['type'] : undefined
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function violationOf({ instancePath, keyword, params, message = 'is wrong', parentSchema }: ErrorObject, place: string): Violation {
  const pointer = place + instancePath
  switch (keyword) {
    case 'additionalProperties': {
      const names = Object.keys(isObject(parentSchema?.['properties']) ? parentSchema['properties'] : {})
      const expected = `one of ${names.join(', ')}`
      return { pointer: `${pointer}/${String(params['additionalProperty'])}`, message: 'is not known here', expected }
    }
    case 'required':
      return { pointer: `${pointer}/${String(params['missingProperty'])}`, message: 'is missing' }
    case 'enum':
      return { pointer, message: 'is not one of the values there are', expected: `one of ${String(params['allowedValues'])}` }
    default:
      return { pointer, message }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
