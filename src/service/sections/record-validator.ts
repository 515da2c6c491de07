import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Fields, JsonObject } from '../../core/index.ts'
import { checkTaxId, checkVatId } from '../tax-ids/index.ts'
import type { FieldShape } from './field-shape.ts'
import { shapeAt, unknownField } from './field-shape.ts'
import { writeSchema } from './record-schema.ts'
import type { FieldPath, Violation } from './violation.ts'
import { mostViolations, violation } from './violation.ts'

/** All violations of a section's schema by the fields of a record; an empty list when there are none. */
export type RecordValidator = (fields: Fields) => readonly Violation[]

/** Importing this file loads Ajv and every check digit (some 100 ms in all), so import it when it is needed. */
export function createRecordValidators(): (schema: JsonObject, shape: FieldShape) => RecordValidator {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // The fixtures' loader has judged the schema; its annotations (`x-reference`) are none of Ajv's business.
    strict: false,
    validateSchema: false,
    logger: false,
  })
  addFormats.default(ajv)
  ajv.addFormat('es-tax-id', remembered((text) => checkTaxId(text).fault === undefined))
  ajv.addFormat('eu-vat', remembered((text) => checkVatId(text).fault === undefined))

  return (schema, shape) => {
    const validate = ajv.compile(writeSchema(schema))
    return (fields) => (validate(fields) ? none : violationsOf(validate.errors ?? [], shape))
  }
}

const mostRemembered = 1000
const longestRemembered = 40

/** An edit checks the whole record, and so over and over the ids that it leaves as they are. */
function remembered(check: (text: string) => boolean): (text: string) => boolean {
  const verdicts = new Map<string, boolean>()
  return (text) => {
    const known = verdicts.get(text)
    if (known !== undefined) return known
    const verdict = check(text)
    if (verdicts.size >= mostRemembered) verdicts.clear()
    if (text.length <= longestRemembered) verdicts.set(text, verdict)
    return verdict
  }
}

const none: readonly Violation[] = []

function violationsOf(errors: readonly ErrorObject[], shape: FieldShape): Violation[] {
  const leaves = errors.filter(({ keyword }) => !applicators.has(keyword))
  const telling = leaves.length > 0 ? leaves : errors
  return telling.slice(0, mostViolations).map((error) => violationOf(error, shape))
}

/** Keywords whose errors only repeat that a part of them failed. */
const applicators = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', 'propertyNames'])

function violationOf(error: ErrorObject, shape: FieldShape): Violation {
  const path = pathOf(error.instancePath)
  const { params } = error
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return violation('missingField', [...path, String(params['missingProperty'])], 'is required; add it')
    case 'additionalProperties':
      return unknownField(shapeAt(shape, path), path, String(params['additionalProperty']))
    case 'unevaluatedProperties':
      return unknownField(shapeAt(shape, path), path, String(params['unevaluatedProperty']))
    case 'format':
      return formatViolation(path, String(params['format']), error.data)
    default: {
      const expected = expectation(error)
      const rest = expected === undefined ? (error.message ?? 'is invalid') : `must be ${expected}`
      return violation('invalidField', path, rest, expected)
    }
  }
}

/** What a value that breaks the keyword should have been, in a few words. */
function expectation({ keyword, params, schema }: ErrorObject): string | undefined {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'type':
      return [schema].flat().map((type) => typeNames.get(type) ?? String(type)).join(' or ')
    case 'enum':
      return `one of ${[schema].flat().map((value) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return JSON.stringify(schema)
    case 'minimum':
      return `at least ${limit}`
    case 'maximum':
      return `at most ${limit}`
    case 'exclusiveMinimum':
      return `more than ${limit}`
    case 'exclusiveMaximum':
      return `less than ${limit}`
    case 'multipleOf':
      return `a multiple of ${String(params['multipleOf'])}`
    case 'minLength':
      return `a text of at least ${limit} characters`
    case 'maxLength':
      return `a text of at most ${limit} characters`
    case 'minItems':
      return `a list of at least ${limit} items`
    case 'maxItems':
      return `a list of at most ${limit} items`
    case 'pattern':
      return `a text that matches ${String(schema)}`
    default:
      return undefined
  }
}

const typeNames = new Map<unknown, string>([
  ['string', 'a text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
])

function formatViolation(path: FieldPath, format: string, value: unknown): Violation {
  const text = String(value)
  const isMistyped = (format === 'es-tax-id' && checkTaxId(text).fault === 'checkDigit')
    || (format === 'eu-vat' && checkVatId(text).fault === 'checkDigit')
  if (isMistyped) {
    return violation('invalidCheckDigit', path, 'has a wrong check digit or letter; look for a typing mistake')
  }
  const expected = formatNames.get(format) ?? `a text of the format ${format}`
  return violation('invalidField', path, `must be ${expected}`, expected)
}

const formatNames = new Map([
  ['date', 'a date like 2026-01-31'],
  ['date-time', 'an instant like 2026-01-31T09:30:00Z'],
  ['email', 'an e-mail address'],
  ['uri', 'an absolute URI'],
  ['es-tax-id', 'a Spanish tax identifier: NIF, NIE or CIF'],
  ['eu-vat', 'a VAT number of an EU member state, with its country prefix'],
])

function pathOf(instancePath: string): FieldPath {
  if (instancePath === '') return []
  return instancePath
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))
}
