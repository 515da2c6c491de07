/** SQL of a definition as PostgreSQL takes it. */
import type { PageQuery, SqlQuery } from '../port.ts'
import { readQueryText } from '../query-text.ts'
import type { QueryText } from '../query-text.ts'
import type { SingleView } from '../single-view.ts'

export type Scalar = string | number | null

/** SQL of a definition that was found to be harmless. */
export interface Compiled {
  /** Stands for the SQL in keys of the caches and in the names of statements. */
  number: number
  /** With `$1` and so on, one for each place where a parameter stands. */
  sql: string
  /** The parameter of each place. */
  places: readonly string[]
  /** Each once. */
  parameters: readonly string[]
  orders: Map<string, number>
  /** Where each row is a record: the ids of those that have one. */
  records?: { section: string; ids: string; has: string; places: readonly string[] } | undefined
}

/** Each place has a parameter of its own, whose type PostgreSQL finds out; only beside IS it cannot. */
export function withPlaces({ parts }: QueryText): string {
  return parts.reduce((joined, part, index) => {
    const place = `$${index}`
    return `${joined}${/^\s*is\b/i.test(part) ? `cast(${place} as text)` : place}${part}`
  })
}

export function pageStatement(
  { number, sql, places, orders }: Compiled,
  order: PageQuery['order'],
  isReversed: boolean,
): { name: string; text: string } {
  // As SQLite has it: null is lower than any value.
  const terms = order.map(({ column, descending }) =>
    `"${column.replaceAll('"', '""')}" ${descending === isReversed ? 'asc nulls first' : 'desc nulls last'}`)
  const by = terms.length === 0 ? '' : `order by ${terms.join(', ')}`
  const known = orders.get(by) ?? orders.size
  orders.set(by, known)
  return {
    name: `page ${number} ${known}`,
    text: `select * from (${sql}) q ${by} limit $${places.length + 1} offset $${places.length + 2}`,
  }
}

/** What asks which records of a view the definition has a row for. */
export function recordsOf({ view, alias, from, condition }: SingleView): Compiled['records'] {
  const text = readQueryText(`select ${alias}.id ${from} where (${condition === '' ? 'true' : condition})`)
  const ids = withPlaces(text)
  const has = `${ids} and ${alias}.id = any($${text.names.length + 1}::bigint[])`
  return { section: view, ids, has, places: text.names }
}

export function parameterIn({ parameters }: Pick<SqlQuery, 'parameters'>, name: string): Scalar {
  return Object.hasOwn(parameters, name) ? (parameters[name] ?? null) : null
}
