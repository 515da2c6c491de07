import type { Row } from '../../core/index.ts'
import { QueryRefused } from '../port.ts'
import type { Page, PageQuery, SqlQuery } from '../port.ts'
import { readQueryText } from '../query-text.ts'
import { createRecent } from '../recent.ts'
import type { OwnRow } from '../row.ts'
import { singleView } from '../single-view.ts'
import { pageStatement, parameterIn, recordsOf, withPlaces } from './compiled.ts'
import type { Compiled } from './compiled.ts'
import { resultsOf } from './connections.ts'
import type { Client, Connections } from './connections.ts'
import { refusedQuery } from './errors.ts'
import { guardPlan, guardTokens } from './guard.ts'
import type { Sandbox, Seen } from './sandboxes.ts'
import type { Schema } from './schema.ts'
import { createTotals } from './totals.ts'
import type { Counted, Sight } from './totals.ts'
import { readerRole, sandboxSetting } from './section-tables.ts'

export interface Queries {
  page(seen: Seen, query: PageQuery): Promise<Page>
  rows(sandbox: Sandbox, query: SqlQuery & { limit: number }): Promise<readonly Row[]>
}

/** To skip fewer rows costs less than to count them all first. */
const far = 500

interface Found<Value> {
  revision: number
  value: Value
}

/**
 * Definitions run as a role that may read the views alone, in a transaction that may not write, with a time limit, and
 * see one sandbox because the views do. Pages and totals are kept while the sandbox's revision stays.
 */
export function createQueries({
  connections,
  schema: { views, tables, sections: known },
  timeLimit,
}: {
  connections: Pick<Connections, 'reading'>
  schema: Pick<Schema, 'views' | 'tables' | 'sections'>
  timeLimit: number
}): Queries {
  const readable = views.join(', ')
  const compiled = createRecent<Compiled>({ entries: 300 })
  // A page of no rows counts as well.
  const pages = createRecent<Found<Page>>({
    entries: 2000,
    weight: 100_000,
    weigh: ({ value }) => value.rows.length + 1,
  })
  const totals = createTotals()
  const sections = new Set(known.keys())
  /** Two that ask for the same at once get the same. */
  const compiling = new Map<string, Promise<Compiled>>()
  const underWay = new Map<string, Promise<Page>>()
  let compilations = 0

  /** `work` with one connection that sees one sandbox, and what else it sees of it at the same moment. */
  function looking<T>(
    sandbox: Sandbox,
    work: (client: Client, sight: Sight) => Promise<T>,
    asked?: { section: string; since: Counted | undefined },
  ): Promise<T> {
    const { key } = sandbox
    const since = asked?.since
    const changes = asked === undefined || since === undefined
      ? 'select 0 as id where false'
      : `select distinct id from ensayo_changes
          where sandbox = ${key} and section = '${asked.section}' and revision > ${since.revision} limit 5000`
    return connections.reading(async client => {
      const begun = resultsOf(await client.query<OwnRow>(
        `begin isolation level repeatable read read only; set local statement_timeout = ${timeLimit};
         set local ${sandboxSetting} = '${key}';
         select revision, edition from ensayo_sandboxes where key = ${key}; ${changes}; set local role ${readerRole}`,
      ))
      const [[seen] = [], changed = []] = begun.slice(-3, -1).map(({ rows }) => rows)
      const sight = {
        revision: Number(seen?.['revision'] ?? -1),
        edition: Number(seen?.['edition'] ?? -1),
        since,
        changed: changed.map(row => Number(row['id'])),
      }
      try {
        return await work(client, sight)
      } catch (error) {
        throw refusedQuery(error, { timeLimit, readable })
      } finally {
        await client.query('rollback').catch(() => undefined)
      }
    })
  }

  function compile(sandbox: Sandbox, sql: string): Promise<Compiled> | Compiled {
    const before = compiled.get(sql) ?? compiling.get(sql)
    if (before !== undefined) return before
    const fresh = compileNew(sandbox, sql).finally(() => compiling.delete(sql))
    compiling.set(sql, fresh)
    return fresh
  }

  async function compileNew(sandbox: Sandbox, sql: string): Promise<Compiled> {
    const text = readQueryText(sql)
    guardTokens(text.tokens)
    const placed = withPlaces(text)
    await looking(sandbox, async client => {
      const { rows } = await client.query({ text: `explain (generic_plan, verbose, format json) ${placed}`, rowMode: 'array' })
      guardPlan(JSON.parse(String(rows[0]?.[0])), tables, readable)
      const names = await columnsOf(client, placed, text.names.length)
      const twice = names.find((name, index) => names.indexOf(name) !== index)
      if (twice !== undefined) {
        throw new QueryRefused(`Two columns are called "${twice}": give each a name of its own with AS.`)
      }
    })
    compilations += 1
    const fresh: Compiled = {
      number: compilations, sql: placed, places: text.names, parameters: [...new Set(text.names)], orders: new Map(),
    }
    const single = singleView(text.tokens, sections)
    if (single !== undefined) fresh.records = recordsOf(single)
    compiled.set(sql, fresh)
    return fresh
  }

  async function read({ sandbox }: Seen, query: PageQuery, key: string): Promise<Page> {
    const source = await compile(sandbox, query.sql)
    const { limit, offset, order } = query
    const values = source.places.map(name => parameterIn(query, name))
    const totalKey = queryKey(sandbox, query)
    return looking(sandbox, async (client, sight) => {
      const countAll = () => totals.of(client, source, { key: totalKey, query, sight, values })
      const sought = { limit, offset, isReversed: false }
      let totalRows: number | undefined
      if (offset > far && order.length > 0) {
        // Rows far from the beginning are as near to the end, or nearer: they are read from there.
        totalRows = await countAll()
        sought.limit = Math.max(0, Math.min(limit, totalRows - offset))
        const behind = totalRows - offset - sought.limit
        sought.isReversed = behind < offset
        if (sought.isReversed) sought.offset = Math.max(0, behind)
      }
      const found = await client.query<unknown[]>({
        ...pageStatement(source, order, sought.isReversed), values: [...values, sought.limit, sought.offset], rowMode: 'array',
      })
      const names = found.fields.map(({ name }) => name)
      const rows = found.rows.map(row => Object.freeze(rowOf(names, row)))
      if (sought.isReversed) rows.reverse()
      // A page that is not full is the last one, so it knows the total, unless it is past the end.
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      totalRows ??= isLast ? offset + rows.length : await countAll()
      const page = Object.freeze({ rows: Object.freeze(rows), totalRows })
      pages.set(key, { revision: sight.revision, value: page })
      return page
    }, source.records && { section: source.records.section, since: totals.known(totalKey) })
  }

  return {
    async page(seen, query) {
      if (!isCount(query.limit) || !isCount(query.offset)) throw new RangeError('limit and offset count from 0.')
      // Parameters that the SQL does not use must not make it another query: they are known once it was read.
      if (compiled.get(query.sql) === undefined) await compile(seen.sandbox, query.sql)
      const key = pageKey(seen.sandbox, query)
      const before = pages.get(key)
      if (before?.revision === seen.revision) return before.value
      const turn = `${seen.revision} ${key}`
      let reading = underWay.get(turn)
      if (reading === undefined) {
        reading = read(seen, query, key).finally(() => underWay.delete(turn))
        underWay.set(turn, reading)
      }
      return reading
    },

    async rows(sandbox, query) {
      const source = await compile(sandbox, query.sql)
      return looking(sandbox, async client => {
        // PostgreSQL keeps the order of a subquery that has one.
        const found = await client.query<unknown[]>({
          name: `rows ${source.number}`,
          text: `select * from (${source.sql}) q limit $${source.places.length + 1}`,
          values: [...source.places.map(name => parameterIn(query, name)), query.limit],
          rowMode: 'array',
        })
        const names = found.fields.map(({ name }) => name)
        return found.rows.map(row => rowOf(names, row))
      })
    },
  }

  function queryKey({ key }: Sandbox, query: SqlQuery): string {
    const { number = 0, parameters = [] } = compiled.get(query.sql) ?? {}
    let text = `${key} ${number}`
    for (const name of parameters) {
      const value = parameterIn(query, name)
      text += typeof value === 'string' ? ` ${value.length}:${value}` : ` ${value}`
    }
    return text
  }

  function pageKey(sandbox: Sandbox, query: PageQuery): string {
    let key = `${query.limit} ${query.offset} ${queryKey(sandbox, query)}`
    for (const { column, descending } of query.order) key += ` ${column}${descending ? '-' : '+'}`
    return key
  }
}

async function columnsOf(client: Client, sql: string, places: number): Promise<string[]> {
  const { fields } = await client.query({
    text: `select * from (${sql}) q limit 0`, values: Array.from({ length: places }, () => null), rowMode: 'array',
  })
  return fields.map(({ name }) => name)
}

function rowOf(names: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {}
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]
    const value = values[index]
    if (name === undefined) continue
    if (value === null || typeof value === 'string' || typeof value === 'number') row[name] = value
    else throw new QueryRefused(`The column "${name}" holds bytes, not text.`)
  }
  return row
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
