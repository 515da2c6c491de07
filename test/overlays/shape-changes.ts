/** Names, depths and what is required. */
import * as fc from 'fast-check'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject, JsonValue } from '../../src/core/index.ts'
import { change, wireName } from './change.ts'
import type { Change } from './change.ts'
import { attach, detach, objectAt, placeOf, require } from './places.ts'
import type { RolePlace } from './places.ts'
import { rolesIn } from './sayable.ts'

/** A property under another name. */
export function renaming(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const free = places.filter(({ fixed }) => !fixed.includes('name'))
  return fc.tuple(fc.constantFrom(...free), wireName).map(([{ schema, role }, name]) =>
    change(`rename ${role} in ${schema} to ${name}`, (document) => {
      const place = placeOf(document, schema, role)
      if (place === undefined || !attach(place.holder, name, place.property, false)) return
      if (detach(place)) require(place.holder, name)
    }),
  )
}

/** Some of a schema's properties inside of one or more new objects, which may be required. */
export function nesting(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const bySchema = [...Map.groupBy(places, ({ schema }) => schema)]
  return fc.constantFrom(...bySchema).chain(([schema, inSchema]) =>
    fc
      .tuple(
        fc.subarray(inSchema.map(({ role }) => role), { minLength: 1 }),
        fc.uniqueArray(wireName, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
      )
      .map(([roles, path, required]) =>
        change(`move ${roles.join(', ')} of ${schema} into ${path.join(' / ')}${required ? ', which is required' : ''}`, (document) =>
          nest(document, { schema, roles, path, required }),
        ),
      ),
  )
}

function nest(
  document: JsonObject,
  { schema, roles, path, required }: { schema: string; roles: readonly string[]; path: readonly string[]; required: boolean },
): void {
  const top = objectAt(document, 'components', 'schemas', schema)
  const [first, ...rest] = path
  if (!isJsonObject(top.properties) || first === undefined || Object.hasOwn(top.properties, first)) return
  const moved = roles.flatMap((role) => {
    const place = placeOf(document, schema, role)
    // What is in an object already stays there; one that is required is not left empty.
    if (place === undefined || place.holder !== top) return []
    return [{ ...place, required: detach(place) }]
  })
  if (moved.length === 0) return
  const innermost: JsonObject = { type: 'object', properties: {} }
  const needed = required || moved.some((place) => place.required)
  for (const place of moved) attach(innermost, place.name, place.property, place.required)
  const outermost = rest.reduceRight<JsonObject>(
    (inner, name) => ({ type: 'object', properties: { [name]: inner }, ...(needed ? { required: [name] } : {}) }),
    innermost,
  )
  attach(top, first, outermost, needed)
}

/** A property of no meaning that is required all the same. */
export function filling(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const schemas = [...new Set(places.map(({ schema }) => schema))]
  const value = fc.constantFrom<JsonValue>(true, false, 2, 'v2', null, [], { a: 1 })
  return fc.tuple(fc.constantFrom(...schemas), wireName, value, fc.constantFrom('const', 'default')).map(([schema, name, fixed, keyword]) =>
    change(`require ${name} with ${keyword} ${JSON.stringify(fixed)} in ${schema}`, (document) => {
      const holder = objectAt(document, 'components', 'schemas', schema)
      if (isJsonObject(holder.properties)) attach(holder, name, { [keyword]: fixed }, true)
    }),
  )
}

/** A property that is always there, and null when there is nothing to say. */
export function nulling(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const free = places.filter(({ fixed }) => !fixed.includes('type'))
  return fc.constantFrom(...free).map(({ schema, role }) =>
    change(`require ${role} in ${schema}, with null for nothing`, (document) => {
      const place = placeOf(document, schema, role)
      if (place === undefined || place.schema !== place.property) return
      const { type, enum: listed, 'x-values': values } = place.property
      const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : []
      if (types.length === 0 || types.includes('null') || (isJsonObject(values) && Object.values(values).includes(null))) return
      place.property.type = [...types, 'null']
      if (Array.isArray(listed)) place.property.enum = [...listed, null]
      require(place.holder, place.name)
    }),
  )
}

/** Lists that are always there, and empty when there is nothing to say; and errors that are null. */
export function emptying(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const lists = places.filter(({ role }) => ['report.files', 'write.error.details', 'error.details', 'event.changedFields'].includes(role))
  return fc.constantFrom(...lists.filter(({ role }) => role !== 'event.changedFields')).map(({ schema, role }) =>
    change(`require ${role} in ${schema}, empty for nothing`, (document) => {
      const place = placeOf(document, schema, role)
      if (place !== undefined) require(place.holder, place.name)
    }),
  )
}

/** A property's schema in a component of its own, or in one part of an `allOf`. */
export function factoring(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const free = places.filter(({ fixed }) => fixed.length === 0)
  return fc.tuple(fc.constantFrom(...free), fc.boolean()).map(([{ schema, role }, asPart]) =>
    change(`put the schema of ${role} in ${schema} ${asPart ? 'into an allOf' : 'apart'}`, (document) => {
      const place = placeOf(document, schema, role)
      if (place === undefined || place.schema !== place.property || place.property.allOf !== undefined) return
      const properties = objectAt({ holder: place.holder }, 'holder', 'properties')
      if (asPart) {
        const { 'x-role': name, ...others } = place.property
        properties[place.name] = { allOf: [others], 'x-role': name }
        return
      }
      const schemas = objectAt(document, 'components', 'schemas')
      const name = `Part${Object.keys(schemas).length}`
      schemas[name] = place.property
      properties[place.name] = { $ref: `#/components/schemas/${name}` }
    }),
  )
}

/** A part that the deployment does not have at all. */
export function lacking(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const dispensable = places.filter(({ schema, role }) => mayLack(schema, role))
  return fc.constantFrom(...dispensable).map(({ schema, role }) =>
    change(`take ${role} out of ${schema}`, (document) => {
      const place = placeOf(document, schema, role)
      // A list whose items say nothing would be no list of meanings.
      const roles = rolesIn(document, objectAt(document, 'components', 'schemas', schema))
      if (place !== undefined && roles.size > 1) detach(place)
    }),
  )
}

/** Not what a request is made of, nor what an answer cannot do without. Codes of refusals are a matter of their own. */
function mayLack(schema: string, role: string): boolean {
  if (schema.endsWith('Request') || schema === 'WriteOperation') return false
  const needed = ['report.rows', 'file.content', 'column.name', 'write.results', 'write.recordId', 'write.outcome', 'taxId.valid', 'vat.valid']
  return ![...needed, 'error.code', 'event.kind', 'event.section', 'event.recordId'].includes(role)
}
