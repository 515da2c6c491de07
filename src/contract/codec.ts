/**
 * A schema compiled into the two directions between wire and meaning. Meaning is flat: whatever depth a
 * role is bound at, its value stands under the role's key in the nearest enclosing *scope*. A scope is the
 * whole payload, an object that has a role itself, or one item of a list that has a role. A role that belongs
 * to a group (`write.error.code`) and stands outside of it on the wire is in the group all the same in meaning.
 */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import type { Carrier } from './bytes.ts'
import { ContractError } from './contract-error.ts'
import type { Conversion } from './date-format.ts'
import { leafFor } from './leaf.ts'
import { isRole, roleGroup, roleKey, roleKind, roleNames } from './roles.ts'
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
  required: boolean
  /** What a required entry is when there is nothing to say; undefined when nothing can stand for that. */
  empty: JsonValue | undefined
}

/** Where a value stands in meaning: under `key`, in the group of that key unless the scope is that group. */
interface Home {
  key: string
  group: string | undefined
}

export type Codec =
  | { form: 'leaf'; home: Home; conversion: Conversion; fallback: unknown; nullIsValue: boolean }
  | { form: 'object'; scope: string | undefined; entries: Entry[]; empty: JsonObject }
  | { form: 'list'; home: Home; item: Codec }
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

export interface CodecContext {
  document: Document
  findings: Findings
  carrier: Carrier
}

/** Compiles a schema; `at` names the payload, and grows into a path, in messages. */
export function compileCodec(context: CodecContext, source: JsonObject, at: string): Codec {
  return compile(context, source, { at, depth: 0, scope: undefined })
}

interface Surroundings {
  at: string
  depth: number
  /** The role of the nearest enclosing scope. */
  scope: Role | undefined
}

function compile(context: CodecContext, source: JsonObject, around: Surroundings): Codec {
  const { document, findings, carrier } = context
  const { at, depth } = around
  if (depth > deepest) return { form: 'filler', value: undefined }
  const schema = resolveSchema(document, source)
  assertSchemaForm(schema, at)
  const role = roleOf(schema, at)
  const below = (child: JsonObject, name: string) =>
    compile(context, child, { at: `${at}/${name}`, depth: depth + 1, scope: role ?? around.scope })

  if (role !== undefined && isList(schema)) {
    const item = isJsonObject(schema.items) ? below(schema.items, 'items') : undefined
    if (item !== undefined && hasRoles(item)) return { form: 'list', home: homeOf(role, around, findings), item }
  } else if (isJsonObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : []
    const entries = Object.entries(schema.properties)
      .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
      .map(([name, child]) => entryFor(resolveSchema(document, child), name, below(child, name), required.includes(name)))
    if (role === undefined || entries.some((entry) => entry.speaks)) {
      for (const { name, codec, required: needed, empty } of entries) {
        if (needed && codec.form === 'filler' && empty === undefined) findings.unfillable(`${at}/${name}`)
      }
      if (role !== undefined) findings.bound(role)
      return { form: 'object', scope: role === undefined ? undefined : roleKey(role), entries, empty: emptyObject(entries) }
    }
  }
  if (role === undefined) return { form: 'filler', value: fixedValue(schema) }
  if (roleKind(role) === 'group') {
    throw new ContractError(`${role} is bound in ${at}, but nothing inside it has a role; bind its parts too`)
  }
  const conversion = leafFor(role, schema, at, carrier)
  const fallback = schema.default === undefined ? undefined : conversion.decode(schema.default)
  const values = schema['x-values']
  // Anywhere else null stands for nothing.
  const nullIsValue = role === 'document.json' || (isJsonObject(values) && Object.values(values).includes(null))
  return { form: 'leaf', home: homeOf(role, around, findings), conversion, fallback, nullIsValue }
}

/** The `x-role` of a schema, checked against the vocabulary. */
function roleOf(schema: JsonObject, at: string): Role | undefined {
  const name = schema['x-role']
  if (name === undefined) return undefined
  if (typeof name === 'string' && isRole(name)) return name
  const area = String(name).split('.')[0] ?? ''
  const near = roleNames.filter((role) => role.startsWith(`${area}.`))
  throw new ContractError(
    `x-role ${JSON.stringify(name)} in ${at} is not in the vocabulary; it has ${(near.length > 0 ? near : roleNames).join(', ')}`,
  )
}

function homeOf(role: Role, { scope }: Surroundings, findings: Findings): Home {
  findings.bound(role)
  const group = roleGroup(role)
  if (group === undefined || group === scope) return { key: roleKey(role), group: undefined }
  findings.bound(group)
  return { key: roleKey(role), group: roleKey(group) }
}

function entryFor(schema: JsonObject, name: string, codec: Codec, required: boolean): Entry {
  return { name, codec, speaks: hasRoles(codec), required, empty: emptyOf(schema, codec) }
}

/** What the schema allows to stand for nothing: null, its default, an empty list, an object of such values. */
export function emptyOf(schema: JsonObject, codec: Codec): JsonValue | undefined {
  const types = schemaTypes(schema)
  if (types.includes('null')) return null
  if (codec.form === 'object') return codec.scope === undefined ? codec.empty : undefined
  const fixed = codec.form === 'filler' ? codec.value : schema.default
  if (fixed !== undefined) return fixed
  if (codec.form === 'list' || types.includes('array')) return []
  return types.includes('object') ? {} : undefined
}

function emptyObject(entries: readonly Entry[]): JsonObject {
  return Object.fromEntries(
    entries.filter(({ required, empty }) => required && empty !== undefined).map(({ name, empty }) => [name, empty]),
  )
}

function isList(schema: JsonObject): boolean {
  return schemaTypes(schema).includes('array') || isJsonObject(schema.items)
}

function fixedValue(schema: JsonObject): JsonValue | undefined {
  return schema.const === undefined ? schema.default : schema.const
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
      if (value !== undefined) placeIn(scope, codec.home.group)[codec.home.key] = value
      return
    }
    case 'list':
      if (!Array.isArray(wire)) return
      placeIn(scope, codec.home.group)[codec.home.key] = wire.map((element) => {
        const item: Meaning = {}
        decodeInto(codec.item, element, item, defaults)
        return item
      })
      return
    case 'object': {
      if (!isJsonObject(wire) && (wire !== undefined || codec.scope !== undefined)) return
      const source: Meaning = isJsonObject(wire) ? wire : {}
      const inner = placeIn(scope, codec.scope)
      for (const { name, codec: child } of codec.entries) {
        if (child.form !== 'filler') decodeInto(child, Object.hasOwn(source, name) ? source[name] : undefined, inner, defaults)
      }
      return
    }
    case 'filler':
  }
}

/** The group of that key inside the scope, made when it is not there yet; without a key the scope itself. */
function placeIn(scope: Meaning, group: string | undefined): Meaning {
  if (group === undefined) return scope
  const present = scope[group]
  if (isMeaning(present)) return present
  const made: Meaning = {}
  scope[group] = made
  return made
}

/** Writes the meaning of a whole payload; where there is nothing to say, what the schema requires all the same. */
export function encodePayload(codec: Codec, meaning: Meaning): unknown {
  const value = encodeFrom(codec, meaning)
  return value === undefined && codec.form === 'object' && codec.scope === undefined ? codec.empty : value
}

/** Writes meaning as a wire value; `undefined` when there is nothing to write. */
export function encodeFrom(codec: Codec, scope: Meaning): unknown {
  switch (codec.form) {
    case 'leaf': {
      const value = valueIn(scope, codec.home)
      return value === undefined || value === null ? value : codec.conversion.encode(value)
    }
    case 'list': {
      const items = valueIn(scope, codec.home)
      if (!Array.isArray(items)) return undefined
      return items.map((item) => (isMeaning(item) ? encodePayload(codec.item, item) : undefined))
    }
    case 'object': {
      if (codec.scope === undefined) return encodeEntries(codec.entries, scope)
      const own = scope[codec.scope]
      return isMeaning(own) ? encodeEntries(codec.entries, own) : undefined
    }
    case 'filler':
      return codec.value
  }
}

function valueIn(scope: Meaning, { key, group }: Home): unknown {
  if (group === undefined) return scope[key]
  const inner = scope[group]
  return isMeaning(inner) ? inner[key] : undefined
}

function encodeEntries(entries: Entry[], scope: Meaning): Meaning | undefined {
  const wire: Meaning = {}
  let said = !entries.some((entry) => entry.speaks)
  for (const { name, codec, speaks, required, empty } of entries) {
    if (!speaks && !required) continue
    const value = encodeFrom(codec, scope)
    if (value !== undefined) {
      wire[name] = value
      said ||= speaks
    } else if (required && empty !== undefined) wire[name] = empty
  }
  return said ? wire : undefined
}

export function isMeaning(value: unknown): value is Meaning {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
