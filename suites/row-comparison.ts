/** Rows of reports held against each other, whatever their columns are called. */
import type { Row } from '../src/core/index.ts'

/** What makes a row that row: all its columns with their values, in no order. */
function rowText(row: Row): string {
  return JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The values of a row without their names, in no order; numbers and flags count as the text that shows them. */
export function valuesText(row: Row): string {
  return JSON.stringify(Object.values(row).map(String).toSorted())
}

export function sameRows(some: readonly Row[], others: readonly Row[]): boolean {
  return some.length === others.length && some.every((row, at) => rowText(row) === rowText(others[at] ?? {}))
}

/** The first row that is in one list and not at the same place of the other; undefined when they are equal. */
export function firstDifference(some: readonly Row[], others: readonly Row[]): number | undefined {
  const longer = Math.max(some.length, others.length)
  for (let at = 0; at < longer; at += 1) {
    const [one, other] = [some[at], others[at]]
    if (one === undefined || other === undefined || rowText(one) !== rowText(other)) return at
  }
  return undefined
}

/** The rows of which the second list has fewer than the first. */
export function missingRows(wanted: readonly Row[], found: readonly Row[]): Row[] {
  const left = counted(found)
  return wanted.filter((row) => {
    const text = rowText(row)
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

/** The rows that the second list has not at all; how often a row comes is another matter. */
export function absentRows(wanted: readonly Row[], found: readonly Row[]): Row[] {
  const known = counted(found)
  return wanted.filter((row) => !known.has(rowText(row)))
}

/** The rows that the list has more than once, and more often than the whole has them. */
export function repeatedRows(found: readonly Row[], whole: readonly Row[]): Row[] {
  const allowed = counted(whole)
  const seen = new Map<string, number>()
  return found.filter((row) => {
    const text = rowText(row)
    const times = (seen.get(text) ?? 0) + 1
    seen.set(text, times)
    return times > Math.max(1, allowed.get(text) ?? 0)
  })
}

function counted(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(rowText(row), (counts.get(rowText(row)) ?? 0) + 1)
  return counts
}

/** A row in few words, for a deviation. */
export function shownRow(row: Row | undefined): string {
  if (row === undefined) return 'no row'
  const text = JSON.stringify(row)
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** The names of the columns: the keys of all rows, in the order of their first appearance. */
export function columnNames(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}
