import type { Fields } from '../../core/index.ts'
import type { Behaviour } from '../catalogue.ts'
import type { Transaction } from '../../store/index.ts'
import type { Violation } from './violation.ts'
import { violation } from './violation.ts'

export type Numbering = Extract<Behaviour, { kind: 'numbering' }>

/**
 * Takes the next number of the record's series and year: `F-2026-0042`. To be called when nothing can fail
 * any more, since a number taken for a record that is then refused would leave a gap.
 */
export async function takeNumber(
  tx: Transaction,
  section: string,
  { series, date }: Numbering,
  fields: Fields,
): Promise<string> {
  const year = yearOf(fields, date)
  const number = await tx.nextNumber(`${section}/${String(fields[series])}/${year}`)
  return `${String(fields[series])}-${year}-${String(number).padStart(4, '0')}`
}

/**
 * Takes notice of a number that somebody gave to a record, so that no new one gets it. It counts where it says that it
 * belongs, whatever the series and date of its record.
 */
export async function noteNumber(tx: Transaction, section: string, { field }: Numbering, fields: Fields): Promise<void> {
  const [, series, year, number] = /^(.+)-(\d{4})-(\d{4,15})$/.exec(String(fields[field])) ?? []
  if (number !== undefined) await tx.raiseNumber(`${section}/${series}/${year}`, Number(number))
}

/**
 * What stands in the way of a number. A new record needs its series and its date. On an old one neither series
 * nor year may change: its number says both, and is kept for ever.
 */
export function numberFaults(numbering: Numbering, before: Fields | undefined, after: Fields): Violation[] {
  return before === undefined ? missingFaults(numbering, after) : changeFaults(numbering, before, after)
}

function missingFaults({ series, date }: Numbering, fields: Fields): Violation[] {
  return [series, date]
    .filter((field) => typeof fields[field] !== 'string')
    .map((field) => violation('missingField', [field], 'is needed to give the record its number; add it'))
}

function changeFaults({ field, series, date }: Numbering, before: Fields, after: Fields): Violation[] {
  const number = before[field]
  if (typeof number !== 'string') return []
  const faults: Violation[] = []
  if (before[series] !== after[series]) {
    const rest = `cannot change, since the record has the number ${number}; delete it and create another`
    faults.push(violation('readOnlyField', [series], rest, String(before[series])))
  }
  const year = yearOf(before, date)
  if (yearOf(after, date) !== year) {
    const rest = `must stay in ${year}, since the record has the number ${number}; delete it and create another`
    faults.push(violation('invalidField', [date], rest, `a date in ${year}`))
  }
  return faults
}

function yearOf(fields: Fields, date: string): string {
  return String(fields[date]).slice(0, 4)
}
