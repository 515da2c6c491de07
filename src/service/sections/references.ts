import type { Fields, JsonValue } from '../../core/index.ts'
import type { Section } from '../catalogue.ts'
import { linesOf } from './lines.ts'
import type { RecordReader } from './record-reader.ts'
import { recordNumber } from './record-reader.ts'
import type { FieldPath, Violation } from './violation.ts'
import { violation } from './violation.ts'

/**
 * The references of a record that lead to no record, or to a deleted one. Those that the record held before
 * are not followed again: what they lead to may have been deleted since, and that must not block an edit.
 */
export async function referenceFaults(
  { references }: Section,
  before: Fields | undefined,
  after: Fields,
  read: RecordReader,
): Promise<Violation[]> {
  const faults: Violation[] = []
  for (const { path, section } of references) {
    const held = new Set(before === undefined ? [] : valuesAt(before, path).map(({ value }) => value))
    for (const { at, value } of valuesAt(after, path)) {
      if (held.has(value)) continue
      const id = recordNumber(value)
      const referred = id === undefined ? undefined : await read(section, id)
      if (referred?.eliminado === 0) continue
      const [state, cure] = referred === undefined ? ['does not exist', 'create'] : ['is deleted', 'restore']
      const named = JSON.stringify(value).slice(0, 60)
      const rest = `refers to record ${named} of ${section}, which ${state}; ${cure} it first or use another`
      faults.push(violation('unknownReference', at, rest, `the id of a record of ${section}`))
    }
  }
  return faults
}

interface Reference {
  at: FieldPath
  value: JsonValue
}

function valuesAt(fields: Fields, [field = '', inner]: readonly string[]): Reference[] {
  const found = inner === undefined
    ? [{ at: [field], value: fields[field] }]
    : linesOf(fields, field).map((line, index) => ({ at: [field, index, inner], value: line[inner] }))
  return found.flatMap(({ at, value }) => (value === undefined || value === null ? [] : [{ at, value }]))
}
