import { isJsonObject } from '../../core/index.ts'
import type { Fields, JsonObject, JsonValue } from '../../core/index.ts'
import { nearest } from '../parameters.ts'
import type { FieldPath, Violation } from './violation.ts'
import { mostViolations, violation } from './violation.ts'

/** What taking in a value must know of its schema, found out once per section. */
export interface FieldShape {
  /** Computed here: a client may repeat it, not set it. */
  readOnly: boolean
  /** True when `null` is no value of the field, and so can mean that the field goes. */
  clearable: boolean
  default?: JsonValue
  /** By name, when the value is an object. */
  properties: Map<string, FieldShape>
  /** True when fields beside `properties` are allowed; only a schema that says so allows them. */
  open: boolean
  items?: FieldShape
  /** True when there are defaults or computed fields further in: values can't be taken as they are. */
  filtered: boolean
}

export function describeShape(schema: JsonValue | undefined): FieldShape {
  const node = isJsonObject(schema) ? schema : {}
  const inner = isJsonObject(node['properties']) ? Object.entries(node['properties']) : []
  const properties = new Map(inner.map(([name, property]) => [name, describeShape(property)]))
  const items = node['items'] === undefined ? undefined : describeShape(node['items'])
  return {
    readOnly: node['readOnly'] === true,
    clearable: !allowsNull(node),
    ...(node['default'] === undefined ? {} : { default: node['default'] }),
    properties,
    open: isOpen(node),
    ...(items === undefined ? {} : { items }),
    filtered: items?.filtered === true || [...properties.values()].some(needsCare),
  }
}

function needsCare(shape: FieldShape): boolean {
  return shape.readOnly || shape.default !== undefined || shape.filtered
}

/** True when an object schema says something of its own about fields that it doesn't list. */
export function isOpen(schema: JsonObject): boolean {
  const beyond = schema['additionalProperties'] ?? schema['unevaluatedProperties']
  return (beyond !== undefined && beyond !== false) || schema['patternProperties'] !== undefined
}

function allowsNull({ type, enum: values, const: only }: JsonObject): boolean {
  if (type !== undefined) return type === 'null' || (Array.isArray(type) && type.includes('null'))
  if (Array.isArray(values)) return values.includes(null)
  return only === undefined || only === null
}

/** A computed field that a request carries nevertheless. */
export interface Repeated {
  path: FieldPath
  value: JsonValue
}

export interface Taken {
  fields: Fields
  repeated: Repeated[]
  unknown: Violation[]
}

/**
 * The fields of a record after an operation: those named are replaced whole, `null` removes an optional one, and
 * the others stay; a new record gets its defaults, and so does a new object further in. Computed fields and
 * unknown ones are left out and reported apart. Neither `before` nor `given` is changed.
 */
export function takeFields(shape: FieldShape, given: Fields, before?: Fields): Taken {
  const taken: Taken = { fields: { ...before }, repeated: [], unknown: [] }
  for (const name of Object.keys(given)) {
    const value = given[name]
    // `eliminado` is a record's state, not one of its fields (WRI-2).
    if (name === 'eliminado' || value === undefined) continue
    const field = shape.properties.get(name)
    if (field === undefined) {
      if (shape.open && name !== '__proto__') taken.fields[name] = value
      else if (taken.unknown.length < mostViolations) taken.unknown.push(unknownField(shape, [], name))
    } else if (field.readOnly) {
      taken.repeated.push({ path: [name], value })
    } else if (value === null && field.clearable) {
      delete taken.fields[name]
    } else {
      taken.fields[name] = filtered(field, value, [name], taken.repeated)
    }
  }
  if (before === undefined) fillDefaults(shape, taken.fields)
  return taken
}

/** A field that the shape at `path` doesn't list, with the nearest one that it does. */
export function unknownField(shape: FieldShape | undefined, path: FieldPath, name: string): Violation {
  const names = [...(shape?.properties.keys() ?? [])]
  const closest = nearest(name, names)
  const hint = closest === undefined ? 'leave it out' : `did you mean ${closest}?`
  const where = path.length === 0 ? 'does not exist in this section' : 'does not exist here'
  return violation('unknownField', [...path, name], `${where}; ${hint}`, `one of ${names.join(', ')}`)
}

/** The shape of the value at a path, when the schema describes one. */
export function shapeAt(shape: FieldShape, path: FieldPath): FieldShape | undefined {
  return path.reduce<FieldShape | undefined>(
    (inner, part) => (typeof part === 'number' ? inner?.items : inner?.properties.get(part)),
    shape,
  )
}

function filtered(shape: FieldShape, value: JsonValue, path: FieldPath, repeated: Repeated[]): JsonValue {
  if (!shape.filtered) return value
  if (Array.isArray(value)) {
    const { items } = shape
    if (items === undefined) return value
    return value.map((item, index) => filtered(items, item, [...path, index], repeated))
  }
  if (!isJsonObject(value)) return value
  const taken = { ...value }
  for (const [name, field] of shape.properties) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    if (inner === undefined) continue
    if (field.readOnly) {
      repeated.push({ path: [...path, name], value: inner })
      delete taken[name]
    } else if (field.filtered) {
      taken[name] = filtered(field, inner, [...path, name], repeated)
    }
  }
  fillDefaults(shape, taken)
  return taken
}

function fillDefaults(shape: FieldShape, fields: Fields): void {
  for (const [name, field] of shape.properties) {
    if (field.default !== undefined && !Object.hasOwn(fields, name)) fields[name] = field.default
  }
}
