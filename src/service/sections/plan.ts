import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../core/index.ts'
import type { Fields, Instant, JsonValue, WriteError } from '../../core/index.ts'
import type { StoredRecord } from '../../store/index.ts'
import type { Repeated } from './field-shape.ts'
import { takeFields } from './field-shape.ts'
import { numberFaults } from './record-number.ts'
import type { RecordReader } from './record-reader.ts'
import { referenceFaults } from './references.ts'
import type { SectionRules } from './section-rules.ts'
import { planStock } from './stock-moves.ts'
import type { Transition } from './transition.ts'
import { namesFields, transition } from './transition.ts'
import type { FieldPath, Violation } from './violation.ts'
import { errorOf, violation } from './violation.ts'

/** What an operation will do. All that can be refused has been looked at: to carry it out is only to write. */
export interface Plan extends Transition {
  /** The record's fields after it; a new record still lacks its number. */
  fields: Fields
  /** False when the record is as it was, so that nothing is to be written. */
  changed: boolean
  /** Other records that change with it: items of stock. */
  items: StoredRecord[]
}

export interface PlanContext {
  rules: SectionRules
  read: RecordReader
  now: Instant
}

/**
 * Plans one operation on a record, or on none yet, from what it names (WRI-1, WRI-2).
 * Nothing is written and no id or number taken, so an operation that is refused leaves no trace.
 */
export async function planWrite(
  { rules, read, now }: PlanContext,
  given: Fields,
  stored: StoredRecord | undefined,
): Promise<Plan | { error: WriteError }> {
  const next = transition(stored, given)
  if ('error' in next) return next

  // An operation on the state alone leaves the fields as they are, whatever the schema says of them today.
  const named = stored === undefined || namesFields(given)
  const fields = named ? takeAndCheck(rules, given, stored?.fields) : stored.fields
  if (Array.isArray(fields)) return { error: errorOf(fields) }

  if (named && rules.section.references.length > 0) {
    const faults = await referenceFaults(rules.section, stored?.fields, fields, read)
    if (faults.length > 0) return { error: errorOf(faults) }
  }

  const changed = stored === undefined
    || stored.eliminado !== next.eliminado
    || !isDeepStrictEqual(stored.fields, fields)
  if (!changed || rules.movesStock.length === 0) return { ...next, fields, changed, items: [] }

  const before = stored?.eliminado === 0 ? stored.fields : undefined
  const after = next.eliminado === 0 ? fields : undefined
  const { items, faults } = await planStock(rules.movesStock, before, after, read, now)
  if (faults.length > 0) return { error: errorOf(named ? faults : faults.map(blameState)) }
  return { ...next, fields, changed, items }
}

/** A fault in fields that the operation doesn't carry comes from the state it asks for. */
function blameState({ code, detail }: Violation): Violation {
  return { code, detail: { ...detail, pointer: '/fields/eliminado' } }
}

/** The record's fields after an operation, with the computed ones in place, or all that is wrong with them. */
function takeAndCheck(rules: SectionRules, given: Fields, before: Fields | undefined): Fields | Violation[] {
  const { numbering } = rules
  const taken = takeFields(rules.shape, given, before)
  const faults = [...taken.unknown, ...rules.validate(taken.fields)]
  if (faults.length === 0 && numbering !== undefined) {
    faults.push(...numberFaults(numbering, before, taken.fields))
  }
  // What is computed from wrong values would only mislead.
  if (faults.length > 0) return [...faults, ...taken.repeated.flatMap((field) => setFault(field, before))]
  const fields = rules.computed(taken.fields)
  const set = taken.repeated.flatMap((field) => setFault(field, before, fields))
  return set.length > 0 ? set : fields
}

/**
 * A computed field may be sent back as it was read, or as it comes out: clients that read a record, change it
 * and write it whole would stumble otherwise. Any other value is an attempt to set it.
 */
function setFault({ path, value }: Repeated, ...known: (Fields | undefined)[]): Violation[] {
  if (known.some((fields) => fields !== undefined && isDeepStrictEqual(valueAt(fields, path), value))) return []
  return [violation('readOnlyField', path, 'is computed and cannot be set; leave it out')]
}

function valueAt(fields: Fields, path: FieldPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, part) => {
    if (typeof part === 'number') return Array.isArray(value) ? value[part] : undefined
    return isJsonObject(value) ? value[part] : undefined
  }, fields)
}
