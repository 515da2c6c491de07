/** Where the roles of a contract stand: the properties of its named schemas, found again after any other change. */
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { followReference } from '../../src/contract/schema.ts'

export function objectAt(document: JsonObject, ...path: readonly string[]): JsonObject {
  const node = path.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), document)
  if (!isJsonObject(node)) throw new Error(`there is no object at ${path.join('/')}`)
  return node
}

export interface Place {
  /** The schema that has the property. */
  holder: JsonObject
  name: string
  /** As it stands there; may be a reference. */
  property: JsonObject
  /** What it refers to, or itself. */
  schema: JsonObject
}

/** The property with that role in a named schema, at any depth but not inside of another role. */
export function placeOf(document: JsonObject, schema: string, role: string): Place | undefined {
  const named = objectAt(document, 'components', 'schemas')[schema]
  return isJsonObject(named) ? search(document, named, role) : undefined
}

function search(document: JsonObject, holder: JsonObject, role: string): Place | undefined {
  const properties = isJsonObject(holder.properties) ? holder.properties : {}
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue
    const resolved = followReference(document, property)
    if (resolved['x-role'] === role) return { holder, name, property, schema: targetOf(document, property) }
    const inside = resolved['x-role'] === undefined ? search(document, targetOf(document, property), role) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

/** The object that a reference leads to, for changing it. */
function targetOf(document: JsonObject, node: JsonObject): JsonObject {
  return typeof node.$ref === 'string' ? objectAt(document, ...node.$ref.slice(2).split('/')) : node
}

export interface RolePlace {
  schema: string
  role: string
  /** Aspects that are stated: `name`, `place`, `type`, `default`. */
  fixed: readonly string[]
}

/** All places of roles in the named schemas of a document. */
export function rolePlaces(document: JsonObject): RolePlace[] {
  const schemas = objectAt(document, 'components', 'schemas')
  return Object.entries(schemas).flatMap(([schema, named]) => {
    const properties = isJsonObject(named) && isJsonObject(named.properties) ? Object.values(named.properties) : []
    return properties.filter(isJsonObject).flatMap((property): RolePlace[] => {
      const { 'x-role': role, 'x-basis': basis } = followReference(document, property)
      if (typeof role !== 'string' || !isJsonObject(basis)) return []
      const fixed = Array.isArray(basis.fixed) ? basis.fixed.filter((aspect) => typeof aspect === 'string') : []
      return [{ schema, role, fixed }]
    })
  })
}

/** Takes the property out of its schema; gives back whether it was required. */
export function detach({ holder, name }: Place): boolean {
  const properties = isJsonObject(holder.properties) ? holder.properties : {}
  delete properties[name]
  const required = Array.isArray(holder.required) ? holder.required : []
  if (!required.includes(name)) return false
  holder.required = required.filter((other) => other !== name)
  return true
}

/** Adds a property; false, and nothing done, when there is one of that name. */
export function attach(holder: JsonObject, name: string, property: JsonObject, required: boolean): boolean {
  const properties = isJsonObject(holder.properties) ? holder.properties : {}
  if (Object.hasOwn(properties, name)) return false
  holder.properties = { ...properties, [name]: property }
  if (required) require(holder, name)
  return true
}

export function require(holder: JsonObject, name: string): void {
  const required = Array.isArray(holder.required) ? holder.required : []
  if (!required.includes(name)) holder.required = [...required, name]
}
