import type { StoreNews } from '../delivery.ts'
import type { SectionShape, Store } from '../port.ts'
import type { SandboxId, StoredSandbox, StoredWebhook } from '../sandbox.ts'
import { createClaims } from './claims.ts'
import { createContents } from './contents.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'
import { createDefinitions } from './definitions.ts'
import { createDeliveries } from './deliveries.ts'
import { createDispatch } from './dispatch.ts'
import { createExclusive } from './exclusive.ts'
import type { Exclusive } from './exclusive.ts'
import { createFiles } from './files.ts'
import { createQueries } from './queries.ts'
import { createSandboxes } from './sandboxes.ts'
import { layouts } from './layouts.ts'
import { openSchema } from './schema.ts'
import type { SectionTable } from './section-table.ts'
import { createSeeding } from './seeding.ts'
import { createSnapshots } from './snapshots.ts'
import { createTransactions } from './transaction.ts'
import { createUsers } from './users.ts'
import { createWebhooks } from './webhooks.ts'

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
 * Throws `StoreRefused` when the file cannot be opened, is in use, is newer than the program, or belongs to something
 * else. What an earlier process had claimed and not settled waits again.
 */
export function createSqliteStore<Webhook extends StoredWebhook = StoredWebhook, Attempt = unknown>(
  options: SqliteStoreOptions,
): Store<Webhook, Attempt> {
  const { location, sections: shapes, queryTimeLimit = 2000 } = options
  const database = openDatabase({ location, queryTimeLimit })
  const { sections: tables, views } = openOrClose(database, shapes)
  const sections = { of: sectionNamed }
  const contents = createContents(database)
  const sandboxes = createSandboxes({ database, contents })
  const snapshots = createSnapshots({ database, contents, sandboxes })
  const users = createUsers({ database, sandboxes })
  const files = createFiles(database)
  const definitions = createDefinitions(database)
  const webhooks = createWebhooks<Webhook>(database)
  const claims = createClaims()
  const deliveries = createDeliveries<Attempt>({ database, claims })
  const dispatch = createDispatch<Webhook, Attempt>({ database, webhooks, claims })
  const seeding = createSeeding({ database, sections, users, files, webhooks })
  const queries = createQueries({ database, views, sections: new Set(tables.keys()) })
  const open = createTransactions<Webhook>({
    database, sections, sandboxes, users, definitions, webhooks, deliveries,
  })
  const turns = explaining(createExclusive(), database)
  const writeAnything = database.prepare(`pragma user_version = ${layouts.length}`)
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const listeners = new Set<(sandbox: SandboxId, news: StoreNews) => void>()

  function sectionNamed(section: string): SectionTable {
    const table = tables.get(section)
    if (table === undefined) throw new Error(`There is no section "${section}".`)
    return table
  }

  async function atomically<T>(work: () => Promise<T>): Promise<T> {
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

  function atOnce<T>(work: () => T): T {
    begin.run()
    try {
      const result = work()
      commit.run()
      return result
    } catch (error) {
      database.rollback()
      throw error
    }
  }

  async function lookUp(id: SandboxId): Promise<StoredSandbox | undefined> {
    return turns.brief(() => sandboxes.find(id)?.about)
  }

  function tell(sandbox: SandboxId, news: StoreNews): void {
    if (listeners.size === 0) return
    turns.apart(() => {
      for (const listener of listeners) listener(sandbox, news)
    })
  }

  return {
    createSandbox: async (id, seed, about = {}) =>
      turns.brief(() => atOnce(() => seeding.sow(sandboxes.insert(id, about), seed, about.createdAt ?? 0))),

    copySandbox: async (from, to, keys, about = {}) =>
      turns.brief(() => atOnce(() => {
        const copy = sandboxes.copy(from, to, about)
        for (const key of keys) users.addKey(copy, key)
      })),

    deleteSandbox: async id =>
      turns.brief(() => {
        const sandbox = sandboxes.find(id)
        if (sandbox === undefined) return false
        atOnce(() => {
          snapshots.removeAll(sandbox)
          sandboxes.remove(sandbox)
        })
        claims.clear(sandbox.key)
        sandboxes.changed(id)
        tell(id, 'deleted')
        return true
      }),

    sandbox: id => sandboxes.known(id)?.about ?? lookUp(id),

    sandboxes: async () => turns.brief(() => sandboxes.list()),

    takeSnapshot: async (id, name, takenAt) =>
      turns.brief(() => {
        const sandbox = sandboxes.require(id)
        atOnce(() => snapshots.take(sandbox, name, takenAt))
      }),

    restoreSnapshot: async (id, name) =>
      turns.brief(() => {
        const sandbox = sandboxes.require(id)
        const isRestored = atOnce(() => snapshots.restore(sandbox, name))
        if (isRestored) {
          claims.clear(sandbox.key)
          sandboxes.changed(id)
          tell(id, 'restored')
        }
        return isRestored
      }),

    snapshots: async id => turns.brief(() => snapshots.list(sandboxes.require(id))),

    deleteSnapshot: async (id, name) =>
      turns.brief(() => {
        const sandbox = sandboxes.require(id)
        return atOnce(() => snapshots.remove(sandbox, name))
      }),

    // What was found since the last commit is true whatever a transaction is about to change.
    principal: async keyHash => users.knownPrincipal(keyHash) ?? turns.brief(() => users.principal(keyHash)),

    transaction: async (id, work) =>
      turns.alone(async () => {
        const sandbox = sandboxes.require(id)
        const { tx, changes, close } = open(sandbox)
        const result = await atomically(async () => {
          try {
            return await work(tx)
          } finally {
            close()
          }
        })
        if (changes.records.length > 0) sandboxes.recordsChanged(sandbox, changes.records)
        if (changes.rest) sandboxes.changed(id)
        claims.remove(sandbox.key, changes.unclaimed)
        if (changes.ready) tell(id, 'ready')
        return result
      }),

    definitions: async id => {
      const sandbox = sandboxes.known(id)
      const found = sandbox === undefined ? undefined : definitions.known(sandbox)
      return found ?? turns.brief(() => definitions.of(sandboxes.require(id)))
    },

    record: async (id, section, recordId) =>
      turns.brief(() => sectionNamed(section).get(sandboxes.require(id).key, recordId)),

    records: async (id, section, { after, limit }) =>
      turns.brief(() => sectionNamed(section).list(sandboxes.require(id).key, after, limit)),

    async page(id, query) {
      const sandbox = sandboxes.known(id)
      const found = sandbox === undefined ? undefined : queries.cached(sandbox, query)
      return found ?? turns.brief(() => queries.page(sandboxes.require(id), query))
    },

    rows: async (id, query) => turns.brief(() => queries.rows(sandboxes.require(id), query)),

    files: async (id, section, recordIds) =>
      turns.brief(() => files.of(sandboxes.require(id).key, section, recordIds)),

    sandboxesWithDeliveries: async () => turns.brief(() => dispatch.sandboxes()),

    queued: async () => turns.brief(() => dispatch.queued()),

    backlog: async (id, now, machineNow) =>
      turns.brief(() => {
        const sandbox = sandboxes.find(id)
        return sandbox === undefined ? { due: [], claimed: 0 } : dispatch.backlog(sandbox, now, machineNow)
      }),

    claim: async claim =>
      turns.brief(() => {
        const sandbox = sandboxes.find(claim.sandbox)
        return sandbox === undefined ? [] : dispatch.claim(sandbox.key, claim)
      }),

    settle: async (id, settled) =>
      turns.brief(() => {
        const sandbox = sandboxes.find(id)
        if (sandbox === undefined) return
        const { hasSwitchedOff, unclaimed } = atOnce(() => dispatch.settle(sandbox.key, settled))
        claims.remove(sandbox.key, unclaimed)
        if (hasSwitchedOff) sandboxes.changed(id)
      }),

    forgetSettled: async (id, keep) =>
      turns.brief(() => {
        const sandbox = sandboxes.find(id)
        return sandbox === undefined ? 0 : atOnce(() => deliveries.forgetSettled(sandbox.key, keep))
      }),

    deliveries: async (id, filter) => turns.brief(() => deliveries.list(sandboxes.require(id).key, filter)),

    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    check: async () => turns.brief(() => atOnce(() => void writeAnything.run())),

    close: () => turns.end(() => database.close()),
  }
}

/** The same turns, in which faults of the disk are told as such. */
function explaining(turns: Exclusive, database: Database): Exclusive {
  return {
    ...turns,
    brief: work => turns.brief(() => {
      try {
        return work()
      } catch (error) {
        throw database.explained(error)
      }
    }),
    alone: work => turns.alone(async () => {
      try {
        return await work()
      } catch (error) {
        throw database.explained(error)
      }
    }),
  }
}

function openOrClose(database: Database, shapes: readonly SectionShape[]): ReturnType<typeof openSchema> {
  try {
    return openSchema(database, shapes)
  } catch (error) {
    database.close()
    throw database.explained(error)
  }
}
