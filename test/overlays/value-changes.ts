/** How values are written: words, flags, numbers, dates, files. */
import * as fc from 'fast-check'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject, JsonValue } from '../../src/core/index.ts'
import { isRole, roleKind } from '../../src/contract/roles.ts'
import { change } from './change.ts'
import type { Change } from './change.ts'
import { placeOf } from './places.ts'
import type { Place, RolePlace } from './places.ts'

function kindOf(role: string): string {
  return isRole(role) ? roleKind(role) : ''
}

/** The place, if its schema stands there itself and nothing else has changed how its value is written. */
function untouched(document: JsonObject, schema: string, role: string): Place | undefined {
  const place = placeOf(document, schema, role)
  const isPlain = place !== undefined && place.property === place.schema && place.property.allOf === undefined && !isNullable(place.property)
  return isPlain ? place : undefined
}

function isNullable({ type }: JsonObject): boolean {
  return Array.isArray(type) && type.includes('null')
}

/** Always said, so that null can be one of the words. */
const alwaysSaid = ['write.outcome', 'taxId.valid', 'vat.valid', 'column.type', 'event.kind', 'error.code']

/** The words of a closed list as other words, numbers or a mixture. */
export function wording(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const choices = places.filter(({ role }) => kindOf(role) === 'choice')
  return fc.tuple(fc.constantFrom(...choices), fc.constantFrom('numbers', 'words', 'a mixture'), fc.integer({ min: 0, max: 3 })).map(
    ([{ schema, role }, style, shift]) =>
      change(`write ${role} in ${schema} as ${style} from ${shift}`, (document) => {
        const property = untouched(document, schema, role)?.property
        if (property === undefined || !isJsonObject(property['x-values'])) return
        const old = property['x-values']
        const meanings = Object.keys(old)
        const wire = (index: number): JsonValue => {
          const number = (index + shift) % meanings.length
          if (style === 'numbers') return number
          if (style === 'words') return meanings[number] ?? ''
          return mixture(number, alwaysSaid.includes(role))
        }
        const values = Object.fromEntries(meanings.map((meaning, index) => [meaning, wire(index)]))
        const preset = Object.entries(old).find(([, word]) => word === property.default)?.[0]
        setValues(property, values, preset)
      }),
  )
}

function mixture(number: number, nullToo: boolean): JsonValue {
  if (number === 0 && nullToo) return null
  return number % 3 === 0 ? String(number) : number % 3 === 1 ? number : `código ${number}`
}

function setValues(property: JsonObject, values: JsonObject, preset: string | undefined): void {
  delete property.type
  property['x-values'] = values
  property.enum = Object.values(values).filter((value) => value !== undefined)
  if (preset !== undefined) property.default = values[preset]
}

const flagStyles: Record<string, (preset: boolean | undefined) => JsonObject> = {
  'S and N': (preset) => flag({ true: 'S', false: 'N' }, preset),
  '7 and 3': (preset) => flag({ true: 7, false: 3 }, preset),
  'false for true': (preset) => flag({ true: false, false: true }, preset),
  '0 and 1': (preset) => ({ type: 'integer', enum: [0, 1], ...(preset === undefined ? {} : { default: Number(preset) }) }),
  'text': (preset) => ({ type: 'string', ...(preset === undefined ? {} : { default: String(preset) }) }),
}

function flag(values: { true: JsonValue; false: JsonValue }, preset: boolean | undefined): JsonObject {
  return { enum: [values.true, values.false], 'x-values': values, ...(preset === undefined ? {} : { default: values[`${preset}`] }) }
}

export function flagging(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const flags = places.filter(({ role, fixed }) => kindOf(role) === 'flag' && !fixed.includes('type'))
  return fc.tuple(fc.constantFrom(...flags), fc.constantFrom(...Object.keys(flagStyles))).map(([{ schema, role }, style]) =>
    change(`write ${role} in ${schema} as ${style}`, (document) => {
      const property = untouched(document, schema, role)?.property
      const written = flagStyles[style]
      if (property === undefined || written === undefined || property.type !== 'boolean') return
      const preset = typeof property.default === 'boolean' ? property.default : undefined
      for (const key of ['type', 'default', 'enum', 'x-values']) delete property[key]
      Object.assign(property, written(preset))
    }),
  )
}

const limits = ['minimum', 'maximum', 'format', 'minLength', 'maxLength', 'pattern']

/** Numbers and ids as text. */
export function texting(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const numbers = places.filter(({ role, fixed }) => ['recordId', 'integer', 'page'].includes(kindOf(role)) && !fixed.includes('type'))
  return fc.constantFrom(...numbers).map(({ schema, role }) =>
    change(`write ${role} in ${schema} as text`, (document) => {
      const property = untouched(document, schema, role)?.property
      if (property?.type !== 'integer') return
      property.type = 'string'
      if (property.default !== undefined) property.default = String(property.default)
      // A page still counts from its minimum.
      for (const key of limits) if (key !== 'minimum' || kindOf(role) !== 'page') delete property[key]
    }),
  )
}

export function counting(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const pages = places.filter(({ role }) => kindOf(role) === 'page')
  return fc.tuple(fc.constantFrom(...pages), fc.constantFrom(0, 10, -1)).map(([{ schema, role }, base]) =>
    change(`count ${role} in ${schema} from ${base}`, (document) => {
      const property = untouched(document, schema, role)?.property
      if (property === undefined) return
      property.minimum = base
      if (property.default !== undefined) property.default = property.type === 'string' ? String(base) : base
    }),
  )
}

const dates: [format: string | undefined, type: string][] = [
  ['dd/MM/yyyy', 'string'],
  ['dd/MM/yyyy HH:mm:ss', 'string'],
  ['yyyyMMddHHmmssSSS', 'string'],
  ['unix', 'integer'],
  ['unix', 'string'],
  ['unix-ms', 'integer'],
  [undefined, 'integer'],
]

export function dating(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const instants = places.filter(({ role }) => kindOf(role) === 'instant')
  return fc.tuple(fc.constantFrom(...instants), fc.constantFrom(...dates)).map(([{ schema, role }, [format, type]]) =>
    change(`write ${role} in ${schema} as ${type} ${format ?? ''}`, (document) => {
      const property = untouched(document, schema, role)?.property
      if (property === undefined) return
      delete property.format
      delete property['x-date-format']
      property.type = type
      if (format !== undefined) property['x-date-format'] = format
    }),
  )
}

/** Files in another encoding, and texts in one at all. */
export function encoding(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const carried = places.filter(({ role, fixed }) => ['bytes', 'text'].includes(kindOf(role)) && fixed.length === 0)
  return fc.tuple(fc.constantFrom(...carried), fc.constantFrom('base64', 'base64url', 'base16')).map(([{ schema, role }, contentEncoding]) =>
    change(`write ${role} in ${schema} in ${contentEncoding}`, (document) => {
      const property = untouched(document, schema, role)?.property
      if (property?.type !== 'string') return
      property.contentEncoding = contentEncoding
      for (const key of limits) delete property[key]
    }),
  )
}

/** Reports, documents and users under identifiers of the deployment's own. */
export function aliasing(): fc.Arbitrary<Change> {
  const ids = fc.constantFrom(
    { schema: 'ReportRequest', role: 'report.id', values: { customers: '0017', 'sales-per-month': 'VENTAS' } },
    { schema: 'DocumentRequest', role: 'document.id', values: { invoice: '1', 'stock-list': 'almacén' } },
  )
  return ids.map(({ schema, role, values }) =>
    change(`call some ${role} in ${schema} otherwise`, (document) => {
      const property = untouched(document, schema, role)?.property
      if (property?.contentEncoding === undefined && property !== undefined) property['x-values'] = { ...values }
    }),
  )
}
