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

/** What stands in the way of numbering a record that is being created: its series and date must be there. */
export function numberingFaults({ series, date }: Numbering, fields: Fields): Violation[] {
  return [series, date]
    .filter((field) => typeof fields[field] !== 'string')
    .map((field) => violation('missingField', [field], 'is needed to give the record its number; add it'))
}

/**
 * What an edit must leave alone: a number says its series and its year, and is kept for ever, so neither may
 * change under it.
 */
export function renumberingFaults({ field, series, date }: Numbering, before: Fields, after: Fields): Violation[] {
  const number = before[field]
  if (typeof number !== 'string') return []
  const faults: Violation[] = []
  if (before[series] !== after[series]) {
    faults.push(violation(
      'readOnlyField',
      [series],
      `cannot change, since the number ${number} was given in the series ${String(before[series])}`
        + '; delete this record and create another',
      String(before[series]),
    ))
  }
  if (yearOf(before, date) !== yearOf(after, date)) {
    const year = yearOf(before, date)
    faults.push(violation(
      'invalidField',
      [date],
      `must stay in ${year}, the year of the number ${number}; delete this record and create another`,
      `a date in ${year}`,
    ))
  }
  return faults
}

function yearOf(fields: Fields, date: string): string {
  return String(fields[date]).slice(0, 4)
}
