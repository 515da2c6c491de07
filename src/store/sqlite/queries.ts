import type { Row } from '../../core/index.ts'
import { QueryRefused } from '../port.ts'
import type { Page, PageQuery, SqlQuery } from '../port.ts'
import { readQueryText } from '../query-text.ts'
import { singleView } from '../single-view.ts'
import type { SingleView } from '../single-view.ts'
import type { ColumnValue, Database, NamedValues, Statement } from './database.ts'
import { createGuard } from './guard.ts'
import { createRecent } from '../recent.ts'
import { createMembers, highestMember } from '../members.ts'
import type { Members } from '../members.ts'
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
  /** Where each row is a record: the ids of those that have one, and whether one has. */
  records?: { section: string; ids: Statement; has: Statement } | undefined
}

/** To count fewer costs less than to remember which they were. */
const worthRemembering = 2000

/** To skip fewer rows costs less than to count them all first. */
const far = 500

/** What a cache holds, with the sandbox's revision that it is true for. */
interface Found<Value> {
  revision: number
  value: Value
}

export function createQueries({
  database,
  views,
  sections,
}: {
  database: Database
  /** Those of the views that show records, not lists of records. */
  sections: ReadonlySet<string>
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
  const counted = createRecent<Found<Members>>({ entries: 500, weight: 32_000_000, weigh: ({ value }) => value.bytes })
  let compilations = 0

  function compile(sql: string): Compiled {
    const before = compiled.get(sql)
    if (before !== undefined) return before
    const { parts, names, tokens } = readQueryText(sql)
    const text = parts.reduce((joined, part, index) => `${joined}:${names[index - 1] ?? ''}${part}`)
    const plain = database.prepareGuarded(text, guard)
    const columns = plain.columns().map(column => column.name)
    const twice = columns.find((name, index) => columns.indexOf(name) !== index)
    if (twice !== undefined) {
      throw new QueryRefused(`Two columns are called "${twice}": give each a name of its own with AS.`)
    }
    compilations += 1
    const parameters = [...new Set(names)]
    const fresh: Compiled = { number: compilations, sql: text, parameters, columns, plain, pages: new Map() }
    const single = singleView(tokens, sections)
    if (single !== undefined) fresh.records = prepareRecords(single)
    compiled.set(sql, fresh)
    return fresh
  }

  function prepareRecords({ view, alias, from, condition }: SingleView): Compiled['records'] {
    const where = condition === '' ? '' : `(${condition}) and`
    const text = `select ${alias}.id ${from} where ${where}`
    return {
      section: view,
      ids: database.prepareGuarded(`${text} true`, guard),
      has: database.prepareGuarded(`${text} ${alias}.id = ?`, guard),
    }
  }

  function preparePage(source: Compiled, order: PageQuery['order'], isReversed = false): Statement {
    const terms = order.map(({ column, descending }) =>
      `${quotedName(column)}${descending === isReversed ? '' : ' desc'}`)
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
    const value = recounted(sandbox, source, key, named, before?.value ?? 0) ?? count(sandbox, source, named)
    totals.set(key, { revision: sandbox.revision, value })
    return value
  }

  function count(sandbox: Sandbox, source: Compiled, named: NamedValues): number {
    source.count ??= database.prepareGuarded(`select count(*) as n from (${source.sql})`, guard)
    return Number(database.query(source.count, sandbox.key, named, [])[0]?.[0])
  }

  /**
   * The total by looking only at the records that changed since it was counted; undefined where that cannot be, or is not
   * worth while for what it was `before`.
   */
  function recounted(
    sandbox: Sandbox,
    { records }: Compiled,
    key: string,
    named: NamedValues,
    before: number,
  ): number | undefined {
    if (records === undefined || before < worthRemembering) return undefined
    const known = counted.get(key)
    const changed = known && sandbox.log.since(known.revision, records.section)
    let members: Members
    if (known === undefined || changed === undefined) {
      const ids = database.query(records.ids, sandbox.key, named, []).map(([id]) => Number(id))
      if (ids.some(id => id > highestMember)) return undefined
      members = createMembers(ids)
    } else {
      members = known.value
      for (const id of changed) {
        const isMember = database.query(records.has, sandbox.key, named, [id]).length > 0
        if (isMember && id > highestMember) return undefined
        members.put(id, isMember)
      }
    }
    counted.set(key, { revision: sandbox.revision, value: members })
    return members.count
  }

  /** Rows far from the beginning are as near to the end, or nearer: they are read from there. */
  function farRows(sandbox: Sandbox, source: Compiled, query: PageQuery, named: NamedValues, totalRows: number) {
    const { order, limit, offset } = query
    const most = Math.max(0, Math.min(limit, totalRows - offset))
    const behind = totalRows - offset - most
    if (most === 0) return []
    if (behind >= offset) return database.query(preparePage(source, order), sandbox.key, named, [most, offset])
    return database.query(preparePage(source, order, true), sandbox.key, named, [most, behind]).reverse()
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
      const key = queryKey(sandbox, source, query)
      const isFar = offset > far && order.length > 0
      const known = isFar ? total(sandbox, source, key, named) : undefined
      const found = known === undefined
        ? database.query(preparePage(source, order), sandbox.key, named, [limit, offset])
        : farRows(sandbox, source, query, named, known)
      const rows = found.map(values => Object.freeze(rowOf(source.columns, values)))
      // A page that is not full is the last one, so it knows the total, unless it is past the end.
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      const totalRows = known ?? (isLast ? offset + rows.length : total(sandbox, source, key, named))
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
