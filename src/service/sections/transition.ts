import type { Fields, WriteError, WriteOutcome } from '../../core/index.ts'
import type { StoredRecord } from '../../store/index.ts'
import { errorOf, violation } from './violation.ts'

/** What becomes of a record's state in an operation that succeeds. */
export interface Transition {
  outcome: Exclude<WriteOutcome, 'failed'>
  eliminado: 0 | 1
}

/**
 * The state after an operation: absent → present → deleted (WRI-5), and back by `eliminado: 0`. Restoring, and
 * that a deleted record takes nothing else, is assumed (GAP-RECORD-STATES); so is that to delete a deleted record
 * again succeeds, which lets a client repeat a request whose answer it lost.
 */
export function transition(
  stored: StoredRecord | undefined,
  given: Fields,
): Transition | { error: WriteError } {
  const wanted = Object.hasOwn(given, 'eliminado') ? given['eliminado'] : undefined
  if (wanted !== undefined && wanted !== 0 && wanted !== 1) {
    return invalidState('must be 1 to delete or 0 to restore', '0 or 1')
  }
  if (stored === undefined) {
    if (wanted === 1) return invalidState('must be 0 or absent on a new record', '0')
    return { outcome: 'created', eliminado: 0 }
  }
  if (stored.eliminado === 0) {
    return wanted === 1 ? { outcome: 'deleted', eliminado: 1 } : { outcome: 'edited', eliminado: 0 }
  }
  if (wanted === 0) return { outcome: 'restored', eliminado: 0 }
  if (wanted === 1 && !namesFields(given)) return { outcome: 'deleted', eliminado: 1 }
  const what = `Record ${stored.id} of ${stored.section} is deleted`
  const message = `${what}; restore it by setting eliminado to 0, in this operation or before it.`
  return { error: { code: 'recordDeleted', message } }
}

function invalidState(rest: string, expected: string): { error: WriteError } {
  return { error: errorOf([violation('invalidField', ['eliminado'], rest, expected)]) }
}

/** True when an operation names fields beside the record's state. */
export function namesFields(given: Fields): boolean {
  return Object.keys(given).some((name) => name !== 'eliminado')
}
