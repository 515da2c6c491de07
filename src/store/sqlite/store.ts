import type { SectionShape, Store, Transaction } from '../port.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { createExclusive } from './exclusive.ts'
import { createQueries } from './queries.ts'
import { numberIn } from './row.ts'
import { createSandboxes } from './sandboxes.ts'
import { openSchema } from './schema.ts'
import type { SectionTable } from './section-table.ts'

export interface SqliteStoreOptions {
  /** `:memory:`, or the path of a file that no other process uses meanwhile. */
  location: string
  /** Every section that records may belong to. */
  sections: SectionShape[]
  /**
   * Milliseconds, 2,000 unless given. It is looked at while records are read: SQL that first makes a large
   * intermediate result and then joins that with itself can exceed it.
   */
  queryTimeLimit?: number
}

/**
 * The store in one SQLite database, all sandboxes together, on one connection: transactions and reads take
 * turns, so a read sees the last commit, and a transaction is alone in the whole store while it runs.
 * Throws when the file cannot be opened, is in use, or belongs to something else.
 */
export function createSqliteStore(options: SqliteStoreOptions): Store {
  const { location, sections: shapes, queryTimeLimit = 2000 } = options
  const database = openDatabase({ location, queryTimeLimit })
  const { sections, views } = openOrClose(database, shapes)
  const sandboxes = createSandboxes({ database, sections })
  const queries = createQueries({ database, views })
  const turns = createExclusive()
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const nextNumber = database.prepare(
    `insert into ensayo_counters(sandbox, name, last) values (?, ?, 1)
     on conflict(sandbox, name) do update set last = last + 1 returning last`,
  )

  function tableOf(section: string): SectionTable {
    const table = sections.get(section)
    if (table === undefined) throw new Error(`There is no section "${section}".`)
    return table
  }

  async function atomically<T>(work: () => T | Promise<T>): Promise<T> {
    begin.run()
    try {
      const result = await work()
      commit.run()
      return result
    } catch (error) {
      database.rollback()
      throw error
    }
  }

  return {
    createSandbox: async (id, seed) => turns.alone(() => atomically(() => sandboxes.create(id, seed))),

    hasSandbox: async id => turns.brief(() => sandboxes.find(id) !== undefined),

    principal: async keyHash => turns.brief(() => sandboxes.principal(keyHash)),

    transaction: async (id, work) =>
      turns.alone(async () => {
        const sandbox = sandboxes.require(id)
        const { tx, end } = openTransaction(sandbox.key)
        let wrote = false
        const result = await atomically(async () => {
          try {
            return await work(tx)
          } finally {
            wrote = end()
          }
        })
        if (wrote) sandbox.revision += 1
        return result
      }),

    record: async (id, section, recordId) =>
      turns.brief(() => tableOf(section).get(sandboxes.require(id).key, recordId)),

    async page(id, query) {
      // What was found since the last commit is true whatever a transaction is about to change.
      const sandbox = sandboxes.known(id)
      const found = sandbox === undefined ? undefined : queries.cached(sandbox, query)
      return found ?? turns.brief(() => queries.page(sandboxes.require(id), query))
    },

    rows: async (id, query) => turns.brief(() => queries.rows(sandboxes.require(id), query)),

    files: async (id, section, recordIds) =>
      turns.brief(() => sandboxes.files(sandboxes.require(id), section, recordIds)),

    close: () => turns.end(() => database.close()),
  }

  function openTransaction(sandbox: number): { tx: Transaction; end: () => boolean } {
    let open = true
    let wrote = false
    /** The highest id of a section that is in use or was given out here. */
    const highest = new Map<string, number>()

    function use(section: string): SectionTable {
      if (!open) throw new Error('The transaction is over.')
      return tableOf(section)
    }

    const tx: Transaction = {
      record: async (section, id) => use(section).get(sandbox, id),
      async nextRecordId(section) {
        const next = (highest.get(section) ?? use(section).highestId(sandbox)) + 1
        highest.set(section, next)
        return next
      },
      async putRecord(record) {
        const { section, id } = record
        use(section).put(sandbox, record)
        wrote = true
        const before = highest.get(section)
        if (before !== undefined && before < id) highest.set(section, id)
      },
      async nextNumber(counter) {
        if (!open) throw new Error('The transaction is over.')
        const row = nextNumber.get(sandbox, counter)
        if (row === undefined) throw new Error(`The counter "${counter}" gave no number.`)
        return numberIn(row, 'last')
      },
    }
    return {
      tx,
      end() {
        open = false
        return wrote
      },
    }
  }
}

function openOrClose(database: Database, shapes: readonly SectionShape[]): ReturnType<typeof openSchema> {
  try {
    return openSchema(database, shapes)
  } catch (error) {
    database.close()
    throw error
  }
}
