/**
 * Section identifiers and record fields of a deployment (`x-sections`, GAP-RECORD-FIELDS): between the
 * names that fixtures and code use and those that travel. `eliminado` is stated and never renamed.
 */
import { isJsonObject } from '../core/index.ts'
import type { Meaning } from './codec.ts'
import { isMeaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import type { Document } from './schema.ts'

interface NamePair {
  toWire(name: string): string
  toMeaning(name: string): string
}

export interface SectionNames {
  section: NamePair
  /** The fields of a section, which is named as in meaning. */
  fieldsOf(section: string): NamePair
}

const unchanged: NamePair = { toWire: (name) => name, toMeaning: (name) => name }

/** Undefined when no name differs, so that nothing needs to be mapped. */
export function sectionNames(document: Document): SectionNames | undefined {
  const declared = document['x-sections']
  if (!isJsonObject(declared)) return undefined
  const names = new Map<string, string>()
  const fields = new Map<string, NamePair>()
  for (const [section, value] of Object.entries(declared)) {
    if (!isJsonObject(value) || section.startsWith('x-')) continue
    if (typeof value.name === 'string') names.set(section, value.name)
    if (!isJsonObject(value.fields)) continue
    const pairs = new Map<string, string>()
    for (const [field, wire] of Object.entries(value.fields)) {
      if (field.startsWith('x-')) continue
      if (typeof wire !== 'string') throw new ContractError(`x-sections.${section}.fields.${field} must be a name`)
      if (field === 'eliminado' && wire !== field) throw new ContractError(`x-sections.${section}.fields: eliminado is stated (WRI-2) and keeps its name`)
      pairs.set(field, wire)
    }
    fields.set(section, namePair(pairs, `x-sections.${section}.fields`))
  }
  const section = namePair(names, 'x-sections')
  if (section === unchanged && [...fields.values()].every((pair) => pair === unchanged)) return undefined
  return { section, fieldsOf: (name) => fields.get(name) ?? unchanged }
}

function namePair(names: ReadonlyMap<string, string>, where: string): NamePair {
  const back = new Map<string, string>()
  for (const [meaning, wire] of names) {
    if (back.has(wire)) throw new ContractError(`${where}: ${back.get(wire)} and ${meaning} are both called ${wire}; give each its own name`)
    back.set(wire, meaning)
  }
  if ([...names].every(([meaning, wire]) => meaning === wire)) return unchanged
  return { toWire: (name) => names.get(name) ?? name, toMeaning: (name) => back.get(name) ?? name }
}

/** The same meaning with the deployment's section and field names; what names neither stays as it is. */
export function namesToWire(names: SectionNames, meaning: Meaning): Meaning {
  return rename(meaning, (section) => names.section.toWire(section), (section) => (name) => names.fieldsOf(section).toWire(name))
}

/** The reverse of `namesToWire`. */
export function namesToMeaning(names: SectionNames, meaning: Meaning): Meaning {
  return rename(
    meaning,
    (section) => names.section.toMeaning(section),
    (section) => (name) => names.fieldsOf(names.section.toMeaning(section)).toMeaning(name),
  )
}

function rename(
  meaning: Meaning,
  renameSection: (name: string) => string,
  fieldRenamer: (section: string) => (name: string) => string,
): Meaning {
  const lists = Object.entries(meaning).map(([key, value]): [string, unknown] => [
    key,
    (key === 'operations' || key === 'results') && Array.isArray(value)
      ? value.map((item) => (isMeaning(item) ? rename(item, renameSection, fieldRenamer) : item))
      : value,
  ])
  const renamed: Meaning = Object.fromEntries(lists)
  const { section } = meaning
  if (typeof section !== 'string') return renamed
  const renameField = fieldRenamer(section)
  renamed.section = renameSection(section)
  for (const key of ['fields', 'record']) {
    const value = renamed[key]
    if (isMeaning(value)) renamed[key] = Object.fromEntries(Object.entries(value).map(([name, field]) => [renameField(name), field]))
  }
  const { changedFields } = renamed
  if (Array.isArray(changedFields)) {
    renamed.changedFields = changedFields.map((name) => (typeof name === 'string' ? renameField(name) : name))
  }
  return renamed
}
