/** How many rows a query has: counted once, and then by looking at the records that changed. */
import { createMembers, highestMember } from '../members.ts'
import type { Members } from '../members.ts'
import type { SqlQuery } from '../port.ts'
import { createRecent } from '../recent.ts'
import { knownRevisions } from './changed-records.ts'
import { parameterIn } from './compiled.ts'
import type { Compiled, Scalar } from './compiled.ts'
import type { Client } from './connections.ts'

/** What a look sees of the sandbox besides what it asks. */
export interface Sight {
  revision: number
  edition: number
  /** As of when it was asked which records changed, and those. */
  since: Counted | undefined
  changed: readonly number[]
}

/** Which records a query gives a row for, as of a revision. */
export interface Counted {
  revision: number
  edition: number
  members: Members
}

/** To count fewer costs less than to remember which they were. */
const worthRemembering = 2000

/** To look at more records than this costs as much as to count them all. */
const mostChanged = 2000

export interface Totals {
  /** What is known of the query with that key, for a look at what changed since. */
  known(key: string): Counted | undefined
  of(client: Client, source: Compiled, asked: Asked): Promise<number>
}

interface Asked {
  /** Of the query with its parameters, in its sandbox. */
  key: string
  query: SqlQuery
  sight: Sight
  /** Of the SQL's places. */
  values: Scalar[]
}

export function createTotals(): Totals {
  const totals = createRecent<{ revision: number; value: number }>({ entries: 2000 })
  const counted = createRecent<Counted>({ entries: 500, weight: 32_000_000, weigh: ({ members }) => members.bytes })

  async function ask(client: Client, name: string, text: string, values: unknown[]): Promise<unknown[][]> {
    return (await client.query<unknown[]>({ name, text, values, rowMode: 'array' })).rows
  }

  async function total(client: Client, source: Compiled, { key, query, sight, values }: Asked): Promise<number> {
    const before = totals.get(key)
    if (before?.revision === sight.revision) return before.value
    let value = await recounted(client, source, { key, query, sight, before: before?.value ?? 0 })
    if (value === undefined) {
      const text = `select count(*) from (${source.sql}) q`
      value = Number((await ask(client, `count ${source.number}`, text, values))[0]?.[0])
    }
    totals.set(key, { revision: sight.revision, value })
    return value
  }

  /**
   * The total by looking only at the records that changed since it was counted; undefined where that cannot be, or is not
   * worth while for what it was `before`.
   */
  async function recounted(
    client: Client,
    { number, records }: Compiled,
    { key, query, sight, before }: { key: string; query: SqlQuery; sight: Sight; before: number },
  ): Promise<number | undefined> {
    if (records === undefined || before < worthRemembering) return undefined
    const { revision, edition, changed } = sight
    const values = records.places.map(name => parameterIn(query, name))
    const known = counted.get(key)
    // What changed was asked for as of what was known then.
    const isNear = known !== undefined && known === sight.since && known.edition === edition
      && revision - known.revision < knownRevisions && changed.length < mostChanged
    if (!isNear) {
      const ids = (await ask(client, `ids ${number}`, records.ids, values)).map(([id]) => Number(id))
      if (ids.some(id => id > highestMember)) return undefined
      const members = createMembers(ids)
      counted.set(key, { revision, edition, members })
      return members.count
    }
    const has = new Set((await ask(client, `has ${number}`, records.has, [...values, changed])).map(([id]) => Number(id)))
    // Another look, at another moment, may have brought them up to date meanwhile.
    if (counted.get(key) !== known || [...has].some(id => id > highestMember)) return undefined
    for (const id of changed) known.members.put(id, has.has(id))
    counted.set(key, { revision, edition, members: known.members })
    return known.members.count
  }

  return { known: key => counted.get(key), of: total }
}
