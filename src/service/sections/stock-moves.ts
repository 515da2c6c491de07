import type { Fields, Instant } from '../../core/index.ts'
import type { StoredRecord } from '../../store/index.ts'
import type { Behaviour } from '../catalogue.ts'
import type { Decimal } from './decimal.ts'
import { decimal, minus, plus, toNumber, zero } from './decimal.ts'
import { linesOf } from './lines.ts'
import type { RecordReader } from './record-reader.ts'
import { recordNumber } from './record-reader.ts'
import type { Violation } from './violation.ts'
import { violation } from './violation.ts'

export type MovesStock = Extract<Behaviour, { kind: 'movesStock' }>

/** How much more of an item a record takes than it did; less than nothing when it gives back. */
interface Move {
  item: number
  taken: Decimal
}

/** The items' records as they will be, or why they cannot be so. */
export interface StockPlan {
  items: StoredRecord[]
  faults: Violation[]
}

/**
 * What a write does to stock: the difference between what the record takes before and after, where a record
 * that is absent or deleted takes nothing. An item that no longer exists is passed over; one that is deleted
 * is still counted, so that nothing is lost if it comes back.
 * @param before the fields before the write, undefined when the record took nothing
 * @param after the fields after it, undefined when the record takes nothing any more
 */
export async function planStock(
  behaviours: readonly MovesStock[],
  before: Fields | undefined,
  after: Fields | undefined,
  read: RecordReader,
  now: Instant,
): Promise<StockPlan> {
  const items = new Map<string, StoredRecord>()
  const faults: Violation[] = []
  for (const behaviour of behaviours) {
    for (const { item, taken } of movesBetween(behaviour, before, after)) {
      const key = `${behaviour.section}/${item}`
      const record = items.get(key) ?? await read(behaviour.section, item)
      if (record === undefined) continue
      const had = quantityOf(record.fields, behaviour.field)
      const left = minus(had, taken)
      if (left.units < 0n && taken.units > 0n) {
        faults.push(insufficientStock(behaviour, after ?? {}, record, taken, had))
      } else {
        const fields = { ...record.fields, [behaviour.field]: toNumber(left) }
        items.set(key, { ...record, fields, updatedAt: now })
      }
    }
  }
  return { items: [...items.values()], faults }
}

type MaybeFields = Fields | undefined

function movesBetween(behaviour: MovesStock, before: MaybeFields, after: MaybeFields): Move[] {
  const moves = new Map<number, Decimal>()
  const count = (fields: Fields | undefined, sum: typeof plus) => {
    if (fields === undefined) return
    for (const line of linesOf(fields, behaviour.lines)) {
      const item = recordNumber(line[behaviour.item] ?? null)
      if (item === undefined) continue
      moves.set(item, sum(moves.get(item) ?? zero, quantityOf(line, behaviour.quantity)))
    }
  }
  count(after, plus)
  count(before, minus)
  return [...moves].flatMap(([item, taken]) => (taken.units === 0n ? [] : [{ item, taken }]))
}

function insufficientStock(
  { lines, item, quantity, section }: MovesStock,
  fields: Fields,
  record: StoredRecord,
  taken: Decimal,
  had: Decimal,
): Violation {
  const line = linesOf(fields, lines).findIndex((found) => recordNumber(found[item] ?? null) === record.id)
  const name = record.fields['name']
  const named = typeof name === 'string' ? `${record.id} (${name})` : String(record.id)
  const left = toNumber(had)
  const rest = `takes ${toNumber(taken)} more of record ${named} of ${section}, of which ${left} are left`
  const path = [lines, line, quantity]
  return violation('insufficientStock', path, `${rest}; ask for less`, `at most ${left} more`)
}

function quantityOf(fields: Fields, field: string): Decimal {
  const quantity = fields[field]
  return typeof quantity === 'number' ? decimal(quantity) : zero
}
