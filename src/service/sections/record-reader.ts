import type { JsonValue, RecordId } from '../../core/index.ts'
import type { StoredRecord, Transaction } from '../../store/index.ts'

/** Reads each record at most once, for as long as nothing is written. */
export type RecordReader = (section: string, id: number) => Promise<StoredRecord | undefined>

export function createRecordReader(tx: Transaction): RecordReader {
  const reads = new Map<string, Promise<StoredRecord | undefined>>()
  return (section, id) => {
    const key = `${section}/${id}`
    let read = reads.get(key)
    if (read === undefined) {
      read = tx.record(section, id)
      reads.set(key, read)
    }
    return read
  }
}

/** The number of a record, given as a number or as its digits; undefined for what no record can have. */
export function recordNumber(id: RecordId | JsonValue): number | undefined {
  const number = typeof id === 'string' && /^[1-9]\d{0,15}$/.test(id) ? Number(id) : id
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
