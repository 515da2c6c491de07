/**
 * A schema compiled into the two directions between wire and meaning. Meaning is flat: whatever depth a
 * role is bound at, its value stands under the role's key in the nearest enclosing *scope*. A scope is the
 * whole payload, an object that has a role itself, or one item of a list that has a role.
 */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import type { Conversion } from './date-format.ts'
import { leafFor } from './leaf.ts'
import { isRole, roleKey, roleKind, roleNames } from './roles.ts'
import type { Role } from './roles.ts'
import { resolveSchema, schemaTypes } from './schema.ts'
import { assertSchemaForm } from './schema-form.ts'
import type { Document } from './schema.ts'

export type Meaning = Record<string, unknown>

interface Entry {
  name: string
  codec: Codec
  /** Whether anything below carries a role; without one the entry is only written when required. */
  speaks: boolean
  /** Written when there is nothing to say: null where the schema requires the name and allows null. */
  whenUnsaid: null | undefined
  required: boolean
}

export type Codec =
  | { form: 'leaf'; role: Role; key: string; conversion: Conversion; fallback: unknown; nullIsValue: boolean }
  | { form: 'object'; scope: { role: Role; key: string } | undefined; entries: Entry[] }
  | { form: 'list'; role: Role; key: string; item: Codec }
  /** Carries no role: left out, or filled with what the schema fixes. */
  | { form: 'filler'; value: JsonValue | undefined }

const deepest = 32

/** What compiling finds out along the way. */
export interface Findings {
  /** A role that is bound. */
  bound(role: Role): void
  /** A required place that carries no role and no `const` or `default`, so that nobody can fill it. */
  unfillable(place: string): void
}

/** Compiles a schema; `at` names the payload, and grows into a path, in messages. */
export function compileCodec(
  document: Document,
  source: JsonObject,
  findings: Findings,
  at: string,
  depth = 0,
): Codec {
  if (depth > deepest) return { form: 'filler', value: undefined }
  const schema = resolveSchema(document, source)
  assertSchemaForm(schema, at)
  const role = roleOf(schema, at)
  if (role !== undefined) findings.bound(role)
  const inner = (child: JsonObject, name: string) => compileCodec(document, child, findings, `${at}/${name}`, depth + 1)

  if (role !== undefined && isList(schema)) {
    const item = isJsonObject(schema.items) ? inner(schema.items, 'items') : undefined
    if (item !== undefined && hasRoles(item)) return { form: 'list', role, key: roleKey(role), item }
  } else if (isJsonObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : []
    const entries = Object.entries(schema.properties)
      .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
      .map(([name, child]) => entryFor(document, name, child, inner(child, name), required.includes(name)))
    if (role === undefined || entries.some((entry) => entry.speaks)) {
      for (const { name, codec, required: needed } of entries) {
        if (needed && codec.form === 'filler' && codec.value === undefined) findings.unfillable(`${at}/${name}`)
      }
      return { form: 'object', scope: role === undefined ? undefined : { role, key: roleKey(role) }, entries }
    }
  }
  if (role === undefined) return { form: 'filler', value: fixedValue(schema) }
  if (roleKind(role) === 'group') {
    throw new ContractError(`${role} is bound in ${at}, but nothing inside it has a role; bind its parts too`)
  }
  const conversion = leafFor(role, schema, at)
  const fallback = schema.default === undefined ? undefined : conversion.decode(schema.default)
  const values = schema['x-values']
  const nullIsValue = roleKind(role) === 'json' || (isJsonObject(values) && Object.values(values).includes(null))
  return { form: 'leaf', role, key: roleKey(role), conversion, fallback, nullIsValue }
}

function entryFor(document: Document, name: string, schema: JsonObject, codec: Codec, required: boolean): Entry {
  const nullable = schemaTypes(resolveSchema(document, schema)).includes('null')
  return { name, codec, speaks: hasRoles(codec), whenUnsaid: required && nullable ? null : undefined, required }
}

/** The `x-role` of a schema, checked against the vocabulary. */
function roleOf(schema: JsonObject, at: string): Role | undefined {
  const name = schema['x-role']
  if (name === undefined) return undefined
  if (typeof name === 'string' && isRole(name)) return name
  throw new ContractError(
    `x-role ${JSON.stringify(name)} in ${at} is not in the vocabulary; it has ${roleNames.join(', ')}`,
  )
}

function isList(schema: JsonObject): boolean {
  return schemaTypes(schema).includes('array') || isJsonObject(schema.items)
}

function fixedValue(schema: JsonObject): JsonValue | undefined {
  return schema.const ?? schema.default
}

function hasRoles(codec: Codec): boolean {
  switch (codec.form) {
    case 'leaf':
    case 'list':
      return true
    case 'object':
      return codec.scope !== undefined || codec.entries.some((entry) => entry.speaks)
    case 'filler':
      return false
  }
}

/** Reads the roles of a wire value into `scope`; parts that are missing stay out, `defaults` fills them in. */
export function decodeInto(codec: Codec, wire: unknown, scope: Meaning, defaults: boolean): void {
  switch (codec.form) {
    case 'leaf': {
      const said = wire !== undefined && (wire !== null || codec.nullIsValue)
      const value = said ? codec.conversion.decode(wire) : defaults ? codec.fallback : undefined
      if (value !== undefined) scope[codec.key] = value
      return
    }
    case 'list':
      if (Array.isArray(wire)) scope[codec.key] = wire.map((element) => decodeItem(codec.item, element, defaults))
      return
    case 'object': {
      if (!isJsonObject(wire) && (wire !== undefined || codec.scope !== undefined)) return
      const source: Meaning = isJsonObject(wire) ? wire : {}
      const inner = codec.scope === undefined ? scope : {}
      for (const { name, codec: child } of codec.entries) {
        if (child.form !== 'filler') decodeInto(child, Object.hasOwn(source, name) ? source[name] : undefined, inner, defaults)
      }
      if (codec.scope !== undefined) scope[codec.scope.key] = inner
      return
    }
    case 'filler':
  }
}

function decodeItem(item: Codec, element: unknown, defaults: boolean): unknown {
  if (item.form === 'leaf') return item.conversion.decode(element)
  const scope: Meaning = {}
  decodeInto(item, element, scope, defaults)
  return scope
}

/** Writes meaning as a wire value; `undefined` when there is nothing to write. */
export function encodeFrom(codec: Codec, scope: Meaning): unknown {
  switch (codec.form) {
    case 'leaf': {
      const value = scope[codec.key]
      return value === undefined || value === null ? value : codec.conversion.encode(value)
    }
    case 'list': {
      const items = scope[codec.key]
      return Array.isArray(items) ? items.map((item) => encodeItem(codec.item, item)) : undefined
    }
    case 'object': {
      let inner = scope
      if (codec.scope !== undefined) {
        const own = scope[codec.scope.key]
        if (!isMeaning(own)) return undefined
        inner = own
      }
      return encodeEntries(codec.entries, inner)
    }
    case 'filler':
      return codec.value
  }
}

function encodeEntries(entries: Entry[], scope: Meaning): Meaning | undefined {
  const wire: Meaning = {}
  let said = !entries.some((entry) => entry.speaks)
  for (const { name, codec, speaks, required, whenUnsaid } of entries) {
    if (!speaks && !required) continue
    const value = encodeFrom(codec, scope)
    if (value !== undefined) {
      wire[name] = value
      said ||= speaks
    } else if (whenUnsaid === null) wire[name] = null
  }
  return said ? wire : undefined
}

function encodeItem(item: Codec, meaning: unknown): unknown {
  if (item.form === 'leaf') return item.conversion.encode(meaning)
  return isMeaning(meaning) ? (encodeFrom(item, meaning) ?? {}) : undefined
}

export function isMeaning(value: unknown): value is Meaning {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
