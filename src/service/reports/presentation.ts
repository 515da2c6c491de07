import type { ReportColumn, Row } from '../../core/index.ts'
import { QueryRefused } from '../../store/index.ts'
import type { Page } from '../../store/index.ts'
import type { ReportDefinition } from '../catalogue.ts'

/** What a report's columns are called: what they always are (REP-4), or what one version says (REP-5). */
export interface Presentation {
  columns: readonly ReportColumn[]
  /** The page's rows with the names of `columns`, frozen; the store's own rows when they are that already. */
  rowsOf(page: Page): readonly Row[]
}

/** `rowsOf` throws `QueryRefused` when the SQL does not give a column that the definition names. */
export function presentReport(
  { columns: definitions }: ReportDefinition,
  { safe, version }: { safe: boolean; version: string },
): Presentation {
  const sources = definitions.map(({ name, type, labels }) => {
    // The loader has seen to it that each version has a label for every column, and no two alike.
    const label = labels[version] ?? name
    return { source: name, column: Object.freeze({ name: safe ? name : label, label, type }) }
  })
  const mustBeMade = !safe || sources.some(({ column }) => column.type === 'boolean')

  function rowFrom(found: Row): Row {
    const values = sources.map(({ source, column }): [string, Row[string]] => {
      const value = found[source]
      if (value === undefined) throw new QueryRefused(`its SQL gives no column "${source}"`)
      // SQLite has no booleans and answers 0 or 1; PostgreSQL answers true or false.
      return [column.name, column.type === 'boolean' && value !== null ? Boolean(value) : value]
    })
    return Object.freeze(Object.fromEntries(values))
  }

  return {
    columns: Object.freeze(sources.map(({ column }) => column)),
    rowsOf({ rows }) {
      const [first] = rows
      if (first === undefined) return rows
      const example = rowFrom(first)
      const isSame = !mustBeMade && Object.keys(first).length === Object.keys(example).length
      return isSame ? rows : Object.freeze(rows.map(rowFrom))
    },
  }
}
