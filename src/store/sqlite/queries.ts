import type { Row } from '../../core/index.ts'
import { QueryRefused } from '../port.ts'
import type { Page, PageQuery, SqlQuery } from '../port.ts'
import { readQueryText } from '../query-text.ts'
import type { ColumnValue, Database, NamedValues, Statement } from './database.ts'
import { createGuard } from './guard.ts'
import { createRecent } from './recent.ts'
import type { Sandbox } from './sandboxes.ts'

export interface Queries {
  /** The page if it was looked up since the sandbox last changed. */
  cached(sandbox: Sandbox, query: PageQuery): Page | undefined
  page(sandbox: Sandbox, query: PageQuery): Page
  rows(sandbox: Sandbox, query: SqlQuery & { limit: number }): readonly Row[]
}

/** SQL of a definition, compiled; what it is used for is compiled when first needed. */
interface Compiled {
  /** Stands for the SQL in keys of the caches. */
  number: number
  sql: string
  parameters: string[]
  columns: string[]
  /** The SQL as it stands. */
  plain: Statement
  pages: Map<string, Statement>
  count?: Statement
}

/** What a cache holds, with the sandbox's revision that it is true for. */
interface Found<Value> {
  revision: number
  value: Value
}

export function createQueries({
  database,
  views,
}: {
  database: Database
  /** The views that definitions may read, and the table behind each. */
  views: ReadonlyMap<string, string>
}): Queries {
  const guard = createGuard(views)
  const compiled = createRecent<Compiled>({ entries: 300 })
  // A page of no rows counts as well.
  const pages = createRecent<Found<Page>>({
    entries: 2000,
    weight: 100_000,
    weigh: ({ value }) => value.rows.length + 1,
  })
  const totals = createRecent<Found<number>>({ entries: 2000 })
  let compilations = 0

  function compile(sql: string): Compiled {
    const before = compiled.get(sql)
    if (before !== undefined) return before
    const { parts, names } = readQueryText(sql)
    const text = parts.reduce((joined, part, index) => `${joined}:${names[index - 1] ?? ''}${part}`)
    const plain = database.prepareGuarded(text, guard)
    const columns = plain.columns().map(column => column.name)
    const twice = columns.find((name, index) => columns.indexOf(name) !== index)
    if (twice !== undefined) {
      throw new QueryRefused(`Two columns are called "${twice}": give each a name of its own with AS.`)
    }
    compilations += 1
    const parameters = [...new Set(names)]
    const fresh = { number: compilations, sql: text, parameters, columns, plain, pages: new Map() }
    compiled.set(sql, fresh)
    return fresh
  }

  function preparePage(source: Compiled, order: PageQuery['order']): Statement {
    const terms = order.map(({ column, descending }) => `${quotedName(column)}${descending ? ' desc' : ''}`)
    const by = terms.length === 0 ? '' : `order by ${terms.join(', ')}`
    const before = source.pages.get(by)
    if (before !== undefined) return before
    // A bare parameter as LIMIT makes SQLite plan anew at every binding, which doubles the time of a page.
    const text = `select * from (${source.sql}) ${by} limit ? + 0 offset ? + 0`
    const statement = database.prepareGuarded(text, guard)
    source.pages.set(by, statement)
    return statement
  }

  function total(sandbox: Sandbox, source: Compiled, key: string, named: NamedValues): number {
    const before = totals.get(key)
    if (before !== undefined && before.revision === sandbox.revision) return before.value
    source.count ??= database.prepareGuarded(`select count(*) as n from (${source.sql})`, guard)
    const value = Number(database.query(source.count, sandbox.key, named, [])[0]?.[0])
    totals.set(key, { revision: sandbox.revision, value })
    return value
  }

  function cached(sandbox: Sandbox, query: PageQuery): Page | undefined {
    const source = compiled.get(query.sql)
    if (source === undefined) return undefined
    const found = pages.get(pageKey(sandbox, source, query))
    return found?.revision === sandbox.revision ? found.value : undefined
  }

  return {
    cached,

    page(sandbox, query) {
      // Another caller may have looked it up while this one waited for its turn.
      const before = cached(sandbox, query)
      if (before !== undefined) return before
      const { order, limit, offset } = query
      if (!isCount(limit) || !isCount(offset)) throw new RangeError('limit and offset count from 0.')
      const source = compile(query.sql)
      const named = bindings(source, query.parameters)
      const found = database.query(preparePage(source, order), sandbox.key, named, [limit, offset])
      const rows = found.map(values => Object.freeze(rowOf(source.columns, values)))
      // A page that is not full is the last one, so it knows the total, unless it is past the end.
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      const key = queryKey(sandbox, source, query)
      const totalRows = isLast ? offset + rows.length : total(sandbox, source, key, named)
      const page = Object.freeze({ rows: Object.freeze(rows), totalRows })
      pages.set(pageKey(sandbox, source, query), { revision: sandbox.revision, value: page })
      return page
    },

    rows(sandbox, { sql, parameters, limit }) {
      const source = compile(sql)
      // Not wrapped into another SELECT, which would be free to forget the definition's own ORDER BY.
      const found = database.queryFirst(source.plain, sandbox.key, bindings(source, parameters), limit)
      return found.map(values => rowOf(source.columns, values))
    },
  }
}

function queryKey(sandbox: Sandbox, { number, parameters }: Compiled, query: SqlQuery): string {
  let key = `${sandbox.key} ${number}`
  for (const name of parameters) {
    const value = parameterIn(query, name)
    key += typeof value === 'string' ? ` ${value.length}:${value}` : ` ${value}`
  }
  return key
}

function pageKey(sandbox: Sandbox, source: Compiled, query: PageQuery): string {
  let key = `${query.limit} ${query.offset} ${queryKey(sandbox, source, query)}`
  for (const { column, descending } of query.order) key += ` ${column}${descending ? '-' : '+'}`
  return key
}

function bindings({ parameters }: Compiled, given: SqlQuery['parameters']): NamedValues {
  return Object.fromEntries(
    parameters.map(name => {
      const value = parameterIn({ parameters: given }, name)
      // node:sqlite binds every number as a floating one, which would show as 5.0 in text and divide as such.
      return [`:${name}`, typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value]
    }),
  )
}

function parameterIn({ parameters }: Pick<SqlQuery, 'parameters'>, name: string): string | number | null {
  return Object.hasOwn(parameters, name) ? (parameters[name] ?? null) : null
}

function rowOf(columns: readonly string[], values: readonly ColumnValue[]): Row {
  const row: Row = {}
  // Built by hand from an array: such rows are made and written as JSON faster than node:sqlite's objects.
  for (let index = 0; index < columns.length; index += 1) {
    const value = values[index]
    const name = columns[index]
    if (name === undefined || value === undefined) continue
    if (value instanceof Uint8Array) throw new QueryRefused(`The column "${name}" holds bytes, not text.`)
    row[name] = typeof value === 'bigint' ? Number(value) : value
  }
  return row
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
