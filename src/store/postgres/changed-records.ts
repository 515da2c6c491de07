import { recordFrom } from '../record-row.ts'
import { numberIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { StoredRecord } from '../sandbox.ts'
import type { Client } from './connections.ts'
import type { SectionTable } from './section-tables.ts'

/** The records and counters of one transaction, which nobody else can change meanwhile: each is asked for once. */
export interface ChangedRecords {
  record(section: string, id: number): Promise<StoredRecord | undefined>
  nextRecordId(section: string): Promise<number>
  put(record: StoredRecord): void
  nextNumber(counter: string): Promise<number>
  raiseNumber(counter: string, least: number): Promise<void>
  /** A statement that notes what was put under the revision that it makes; empty when nothing was. */
  note(revision: number): string
  /** Sends what was put. A batch of many records takes as many ways to the database as one. */
  flush(): Promise<void>
}

/** The changes of so many revisions are known. */
export const knownRevisions = 2000
const trimEvery = 500

export function createChangedRecords({
  client,
  sandbox,
  sectionNamed,
}: {
  client: Client
  sandbox: number
  sectionNamed: (section: string) => SectionTable
}): ChangedRecords {
  const seen = new Map<string, StoredRecord | undefined>()
  const changed = new Map<string, StoredRecord>()
  /** The highest id of a section that is in use or was given out here. */
  const highest = new Map<string, number>()
  const counters = new Map<string, number>()
  const counted = new Set<string>()

  async function first(name: string, text: string, values: unknown[]): Promise<OwnRow | undefined> {
    return (await client.query<OwnRow>({ name, text, values })).rows[0]
  }

  async function lastOf(counter: string): Promise<number> {
    const known = counters.get(counter)
    if (known !== undefined) return known
    const text = 'select last from ensayo_counters where sandbox = $1 and name = $2'
    const row = await first('counter', text, [sandbox, counter])
    return row === undefined ? 0 : numberIn(row, 'last')
  }

  function count(counter: string, last: number): void {
    counters.set(counter, last)
    counted.add(counter)
  }

  return {
    async record(section, id) {
      const { get } = sectionNamed(section)
      const key = `${section}/${id}`
      if (seen.has(key)) return seen.get(key)
      const row = await first(`get ${section}`, get, [sandbox, id])
      const record = row === undefined ? undefined : recordFrom(section, row)
      seen.set(key, record)
      return record
    },

    async nextRecordId(section) {
      let last = highest.get(section)
      if (last === undefined) {
        const row = await first(`highest ${section}`, sectionNamed(section).highest, [sandbox])
        const own = [...changed.values()].filter(record => record.section === section).map(({ id }) => id)
        last = Math.max(row === undefined ? 0 : numberIn(row, 'id'), ...own)
      }
      highest.set(section, last + 1)
      return last + 1
    },

    put(record) {
      const { section, id } = record
      sectionNamed(section)
      const key = `${section}/${id}`
      seen.set(key, record)
      changed.set(key, record)
      const before = highest.get(section)
      if (before !== undefined && before < id) highest.set(section, id)
    },

    async nextNumber(counter) {
      const next = (await lastOf(counter)) + 1
      count(counter, next)
      return next
    },

    async raiseNumber(counter, least) {
      count(counter, Math.max(least, await lastOf(counter)))
    },

    note(revision) {
      if (changed.size === 0) return ''
      // Sections are names of views, which are checked, and the rest are numbers.
      const rows = [...changed.values()].map(({ section, id }) => `(${sandbox}, ${revision}, '${section}', ${id})`)
      const noted = `insert into ensayo_changes(sandbox, revision, section, id) values ${rows.join(', ')}`
      if (revision % trimEvery !== 0) return noted
      return `${noted}; delete from ensayo_changes where sandbox = ${sandbox} and revision < ${revision - knownRevisions}`
    },

    async flush() {
      await putRecords(client, sectionNamed, sandbox, [...changed.values()])
      if (counted.size === 0) return
      const rows = [...counted].map(name => ({ name, last: counters.get(name) }))
      await client.query({
        name: 'counters',
        text: `insert into ensayo_counters(sandbox, name, last)
          select $1::bigint, c.name, c.last from json_to_recordset($2::json) as c(name text, last bigint)
          on conflict(sandbox, name) do update set last = excluded.last`,
        values: [sandbox, JSON.stringify(rows)],
      })
    },
  }
}

/** Those of each section in one statement. */
export async function putRecords(
  client: Client,
  sectionNamed: (section: string) => SectionTable,
  sandbox: number,
  records: readonly StoredRecord[],
): Promise<void> {
  for (const [section, own] of Map.groupBy(records, record => record.section)) {
    const { put, valuesOf } = sectionNamed(section)
    await client.query({ name: `put ${section}`, text: put, values: [sandbox, ...valuesOf(own)] })
  }
}
