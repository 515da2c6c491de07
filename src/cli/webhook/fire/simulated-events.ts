/** Events that never happened, as a webhook would notify of them. */
import type { EventKind, Fields, Instant, RecordChanged, RecordId } from '../../../core/index.ts'
import type { Chance } from './chance.ts'
import type { GivenRecord } from './given-record.ts'
import { fieldsOf, writableFieldsOf } from './section-fields.ts'
import type { Section } from './section-fields.ts'

export interface SimulatedEventsDeps {
  section: Section
  kind: EventKind
  /** Chosen by chance for a modification, and all that have a value for a creation, unless given. */
  changedFields: readonly string[] | undefined
  record: GivenRecord | undefined
  /** Makes up records to be sent along, when none was given; absent for thin notifications. */
  makeRecord: (() => Fields) | undefined
  /** Send the record along. */
  full: boolean
  /** The one that all are about, when given. */
  id: RecordId | undefined
  /** Those of the fixtures, of records that are not deleted. */
  knownIds: readonly number[]
  /** The highest that the fixtures have used. */
  lastId: number
  chance: Chance
}

/** So many records are made up; then they come again, with other ids. */
const mostRecords = 100

const mostChangedFields = 3

/** Gives one event after another. */
export function createSimulatedEvents(deps: SimulatedEventsDeps): (at: Instant) => RecordChanged {
  const { section, kind, record, full } = deps
  const nextId = createIds(deps)
  const nextFields = createFields(deps)
  return (at) => {
    const fields = nextFields()
    const changedFields = changedBy(fields, deps)
    const eliminado = changedFields.includes('eliminado') ? 1 : (record?.eliminado ?? 0)
    return {
      kind,
      section: section.id,
      recordId: nextId(),
      changedFields,
      occurredAt: new Date(at).toISOString(),
      ...(full && fields !== undefined ? { record: { ...fields, eliminado } } : {}),
    }
  }
}

/**
 * Records that the mock has as well, so that a receiver can read them back; each once. After them, a record that is
 * created has the next new id, and those that are modified come again.
 */
function createIds({ id, record, knownIds, lastId, kind, chance }: SimulatedEventsDeps): () => RecordId {
  const fixed = id ?? record?.id
  if (fixed !== undefined) return () => fixed
  const known = chance.shuffled(knownIds)
  let used = 0
  return () => {
    used += 1
    if (kind === 'modified') return known[(used - 1) % Math.max(1, known.length)] ?? used
    return known[used - 1] ?? lastId + used - known.length
  }
}

function createFields({ record, makeRecord }: SimulatedEventsDeps): () => Fields | undefined {
  if (record !== undefined) return () => record.fields
  if (makeRecord === undefined) return () => undefined
  const made: Fields[] = []
  let used = 0
  return () => {
    if (made.length < mostRecords) made.push(makeRecord())
    used += 1
    return made[(used - 1) % made.length]
  }
}

/** Of a thin notification, the record is not made up: it would have every field of its section. */
function changedBy(fields: Fields | undefined, { section, kind, changedFields, chance }: SimulatedEventsDeps): string[] {
  if (changedFields !== undefined) return [...changedFields]
  const present = fields === undefined ? fieldsOf(section) : Object.keys(fields).filter((name) => (fields[name] ?? null) !== null)
  if (kind === 'created') return present
  const writable = new Set(writableFieldsOf(section))
  const candidates = present.filter((name) => writable.has(name))
  return chance.some(candidates.length === 0 ? present : candidates, chance.between(1, mostChangedFields))
}
