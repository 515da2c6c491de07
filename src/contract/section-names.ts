/**
 * Section identifiers and record fields of a deployment (`x-sections`, GAP-RECORD-FIELDS): between the
 * names that fixtures and code use and those that travel. `eliminado` is stated and never renamed.
 */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject } from '../core/index.ts'
import type { Meaning } from './codec.ts'
import { isMeaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { namePair, sameNames } from './name-pair.ts'
import type { Direction, NamePair } from './name-pair.ts'
import type { Document } from './schema.ts'



export interface FieldNames {
  own: NamePair
  /** The names inside a field that is an object or a list of objects, by its name in meaning. */
  inside: ReadonlyMap<string, FieldNames>
}

export interface SectionNames {
  section: NamePair
  /** The fields of a section, which is named as in meaning; undefined when none of them differs. */
  fieldsOf(section: string): FieldNames | undefined
}

/** Undefined when no name differs, so that nothing needs to be mapped. */
export function sectionNames(document: Document): SectionNames | undefined {
  const declared = document['x-sections']
  if (!isJsonObject(declared)) return undefined
  const names = new Map<string, string>()
  const fields = new Map<string, FieldNames>()
  for (const [section, value] of Object.entries(declared)) {
    if (!isJsonObject(value) || section.startsWith('x-')) continue
    if (typeof value.name === 'string') names.set(section, value.name)
    const found = isJsonObject(value.fields) ? fieldNames(value.fields, `x-sections.${section}.fields`) : undefined
    if (found !== undefined) fields.set(section, found)
  }
  const section = namePair(names, 'x-sections')
  if (section === sameNames && fields.size === 0) return undefined
  return { section, fieldsOf: (name) => fields.get(name) }
}

/**
 * Reads `{ lines: lineas, lines.quantity: cantidad }`: a dotted name on the left leads into a field, and the
 * name on the right is the last part's alone.
 */
function fieldNames(declared: JsonObject, where: string): FieldNames | undefined {
  const own = new Map<string, string>()
  const inner = new Map<string, JsonObject>()
  for (const [field, wire] of Object.entries(declared)) {
    if (field.startsWith('x-')) continue
    if (typeof wire !== 'string') throw new ContractError(`${where}.${field} must be a name`)
    if ((field === 'eliminado') !== (wire === 'eliminado')) {
      throw new ContractError(`${where}: eliminado is stated (WRI-2) and keeps its name; no other field has it`)
    }
    const dot = field.indexOf('.')
    if (dot < 0) own.set(field, wire)
    else inner.set(field.slice(0, dot), { ...inner.get(field.slice(0, dot)), [field.slice(dot + 1)]: wire })
  }
  const inside = new Map<string, FieldNames>()
  for (const [field, names] of inner) {
    const found = fieldNames(names, `${where}.${field}`)
    if (found !== undefined) inside.set(field, found)
  }
  const pair = namePair(own, where)
  return pair === sameNames && inside.size === 0 ? undefined : { own: pair, inside }
}

/** The same meaning with the deployment's section and field names; what names neither stays as it is. */
export function namesToWire(names: SectionNames, meaning: Meaning): Meaning {
  return rename(names, meaning, 'toWire')
}

/** The reverse of `namesToWire`. */
export function namesToMeaning(names: SectionNames, meaning: Meaning): Meaning {
  return rename(names, meaning, 'toMeaning')
}

function rename(names: SectionNames, meaning: Meaning, direction: Direction): Meaning {
  const renamed: Meaning = { ...meaning }
  for (const key of ['operations', 'results']) {
    const list = renamed[key]
    if (Array.isArray(list)) renamed[key] = list.map((item) => (isMeaning(item) ? rename(names, item, direction) : item))
  }
  const { section, permissions, changedFields } = meaning
  if (Array.isArray(permissions)) renamed.permissions = permissions.map((text) => renamePermission(names, text, direction))
  if (typeof section !== 'string') return renamed
  renamed.section = names.section[direction](section)
  const fields = names.fieldsOf(direction === 'toWire' ? section : names.section.toMeaning(section))
  if (fields === undefined) return renamed
  for (const key of ['fields', 'record']) renamed[key] = renameFields(fields, renamed[key], direction)
  if (Array.isArray(changedFields)) {
    renamed.changedFields = changedFields.map((name) =>
      typeof name === 'string' ? renamePath(fields, name.split('.'), direction).join('.') : name,
    )
  }
  return renamed
}

/** `section:entities:read` names a section as well. */
function renamePermission(names: SectionNames, permission: unknown, direction: Direction): unknown {
  if (typeof permission !== 'string') return permission
  const [kind, section, ...rest] = permission.split(':')
  if (kind !== 'section' || section === undefined) return permission
  return [kind, names.section[direction](section), ...rest].join(':')
}

function renameFields({ own, inside }: FieldNames, value: unknown, direction: Direction): unknown {
  if (!isMeaning(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const inner = inside.get(direction === 'toWire' ? name : own.toMeaning(name))
      if (inner === undefined) return [own[direction](name), field]
      const items = Array.isArray(field)
        ? field.map((item: unknown) => renameFields(inner, item, direction))
        : renameFields(inner, field, direction)
      return [own[direction](name), items]
    }),
  )
}

/** The way to a value inside a record: names of fields, and positions in lists, which stay. */
export function renamePath(fields: FieldNames, path: readonly string[], direction: Direction): string[] {
  const renamed: string[] = []
  let names: FieldNames | undefined = fields
  for (const part of path) {
    if (names === undefined || (renamed.length > 0 && /^\d+$/.test(part))) {
      renamed.push(part)
      continue
    }
    const { own, inside }: FieldNames = names
    renamed.push(own[direction](part))
    names = inside.get(direction === 'toWire' ? part : own.toMeaning(part))
  }
  return renamed
}
