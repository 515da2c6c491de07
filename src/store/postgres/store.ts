import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { StoreRefused } from '../port.ts'
import type { SectionShape, Store } from '../port.ts'
import { recordFrom } from '../record-row.ts'
import { bytesIn, numberIn, textIn } from '../row.ts'
import type { SandboxId, StoredWebhook } from '../sandbox.ts'
import { createConnections } from './connections.ts'
import type { Client, Connections } from './connections.ts'
import { createDefinitions } from './definitions.ts'
import { backlogOf, claimDeliveries, countOpen, selectOpenSandboxes, settleDeliveries } from './dispatch.ts'
import { forgetSettled, listDeliveries } from './deliveries.ts'
import { codeOf, explained, isDisconnection } from './errors.ts'
import { createMetSandboxes } from './met-sandboxes.ts'
import { createNews } from './news.ts'
import { createQueries } from './queries.ts'
import { createSandboxes } from './sandboxes.ts'
import { openSchema } from './schema.ts'
import type { Schema } from './schema.ts'
import type { SectionTable } from './section-tables.ts'
import { createTurns } from './turns.ts'
import { createPrincipals } from './users.ts'
import { createWorlds } from './worlds.ts'
import { openTransaction } from './transaction.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`; it is never repeated in a message. */
  url: string
  /** Every section that records may belong to. */
  sections: SectionShape[]
  /** In which schema of the database everything is, a plain lower-case name; `ensayo` unless given. */
  schema?: string
  /** Milliseconds, 2,000 unless given: after it the database ends a statement of a definition. */
  queryTimeLimit?: number
  /** Connections at most, for reading and for transactions each; 10 unless given. */
  connections?: number
  /** Told of what goes wrong beside any request. */
  onFault?: (error: unknown) => void
}

/** Real time for a database that is only just starting. */
const patienceMs = 5000

/** Real time for the work under way and the goodbye of a database, which may not answer any more. */
const farewellMs = 3000

/**
 * The store in one PostgreSQL (16 or later), which any number of processes may share. A transaction holds the row of its
 * sandbox: it is alone in the sandbox, whichever process the others are in, and reads wait for nobody. What is remembered
 * of a sandbox is remembered by its revision and its edition, which are asked for each time.
 * Rejects with `StoreRefused` when the database cannot be had, or was laid out by a newer program.
 */
export async function createPostgresStore<Webhook extends StoredWebhook = StoredWebhook, Attempt = unknown>(
  options: PostgresStoreOptions,
): Promise<Store<Webhook, Attempt>> {
  const { url, sections: shapes, schema: name = 'ensayo', queryTimeLimit = 2000, onFault = () => {} } = options
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(name)) throw new StoreRefused(`"${name}" cannot name a schema: use snake_case.`)
  const connections = createConnections({ url, schema: name, size: options.connections ?? 10, onFault })
  try {
    const schema = await refusedOpening(() => opened(connections, name, shapes))
    return await assemble<Webhook, Attempt>({ connections, schema, name, queryTimeLimit, onFault })
  } catch (error) {
    await cutAfterFarewell(connections, connections.close)
    throw error
  }
}

/** Once its connections are cut, nothing that waits for the database waits any longer. */
async function cutAfterFarewell({ cut }: Connections, close: () => Promise<void>): Promise<void> {
  const late = setTimeout(cut, farewellMs)
  try {
    await close()
  } finally {
    clearTimeout(late)
  }
}

async function assemble<Webhook extends StoredWebhook, Attempt>({
  connections,
  schema,
  name,
  queryTimeLimit,
  onFault,
}: {
  connections: Connections
  schema: Schema
  name: string
  queryTimeLimit: number
  onFault: (error: unknown) => void
}): Promise<Store<Webhook, Attempt>> {
  const { read, transaction } = connections
  const met = createMetSandboxes()
  const sandboxes = createSandboxes({ read, meet: met.meet })
  const { look, require } = sandboxes
  const queries = createQueries({ connections, schema, timeLimit: queryTimeLimit })
  const definitions = createDefinitions({ read })
  const turns = createTurns()
  const news = await createNews({
    channel: `ensayo_${name}`,
    connect: connections.connect,
    onFault,
    async onGap() {
      const present = await sandboxes.present()
      for (const { id, news: missed } of met.missed(present)) news.tell(id, missed)
      met.caughtUp(present)
      for (const { id } of present) {
        news.tell(id, 'defined')
        news.tell(id, 'ready')
      }
    },
  })
  news.watch(met.hear)

  function sectionNamed(section: string): SectionTable {
    const table = schema.sections.get(section)
    if (table === undefined) throw new Error(`There is no section "${section}".`)
    return table
  }

  const holding = (id: SandboxId, lock: string) => `begin; ${sandboxes.selectOne(id)} ${lock}`
  const worlds = createWorlds({ schema, sandboxes, sectionNamed, transaction, holding, news, turns })
  let closing: Promise<void> | undefined

  return {
    ...worlds,
    sandbox: async id => (await look(id))?.sandbox.about,
    sandboxes: () => sandboxes.list(),
    principal: createPrincipals({ read, sandboxes }),

    transaction: (id, work) =>
      // Here they wait without a connection each; those of other processes wait in the database.
      turns.alone(id, async () => {
        const { result, isReady } = await transaction(holding(id, 'for no key update'), async (client, [row]) => {
          if (row === undefined) throw noSandboxFound(id)
          const { sandbox, revision } = sandboxes.seenIn(row)
          const { tx, changes, flush, note, close } = openTransaction<Webhook>({ client, sandbox, sectionNamed })
          try {
            const done = await work(tx)
            await flush()
            const { records, rest, ready, definitions: defined } = changes
            const last = [
              ...(records || rest
                ? [`update ensayo_sandboxes set revision = revision + ${Number(records)}, edition = edition + ${Number(rest)}
                    where key = ${sandbox.key}`]
                : []),
              ...(records ? [note(revision + 1)] : []),
              ...(ready ? [news.statement(id, 'ready')] : []),
              ...(defined ? [news.statement(id, 'defined')] : []),
            ]
            return { result: { result: done, isReady: ready }, last: last.join('; ') }
          } finally {
            close()
          }
        })
        if (isReady) news.tell(id, 'ready')
        return result
      }),

    definitions: async id => definitions.of((await require(id)).sandbox),

    async record(id, section, recordId) {
      const { get } = sectionNamed(section)
      const { sandbox } = await require(id)
      const [row] = await read({ name: `get ${section}`, text: get, values: [sandbox.key, recordId] })
      return row === undefined ? undefined : recordFrom(section, row)
    },

    async records(id, section, { after, limit }) {
      const { list } = sectionNamed(section)
      const { sandbox } = await require(id)
      const rows = await read({ name: `list ${section}`, text: list, values: [sandbox.key, after, limit] })
      return rows.map(row => recordFrom(section, row))
    },

    page: async (id, query) => told(queries.page(await require(id), query)),
    rows: async (id, query) => told(queries.rows((await require(id)).sandbox, query)),

    async files(id, section, recordIds) {
      const { sandbox } = await require(id)
      const rows = await read({
        name: 'files',
        text: `select record_id, name, media_type, content from ensayo_files
          where sandbox = $1 and section = $2 and record_id = any($3::bigint[]) order by record_id, position`,
        values: [sandbox.key, section, recordIds],
      })
      return rows.map(row => ({
        section,
        recordId: numberIn(row, 'record_id'),
        name: textIn(row, 'name'),
        mediaType: textIn(row, 'media_type'),
        content: bytesIn(row, 'content'),
      }))
    },

    sandboxesWithDeliveries: async () => (await read({ text: selectOpenSandboxes })).map(row => textIn(row, 'id')),

    async queued() {
      const [counted] = await read({ text: countOpen })
      return counted === undefined ? 0 : numberIn(counted, 'n')
    },

    async backlog(id, now, machineNow) {
      const seen = await look(id)
      return seen === undefined
        ? { due: [], claimed: 0 }
        : backlogOf<Webhook>({ read }, seen.sandbox.key, now, machineNow)
    },

    async claim(claim) {
      const seen = await look(claim.sandbox)
      if (seen === undefined) return []
      const { key } = seen.sandbox
      return connections.alone(client => claimDeliveries(client, key, claim))
    },

    async settle(id, settled) {
      // The sandbox cannot be deleted or restored meanwhile.
      await transaction(holding(id, 'for key share'), async (client, [row]) => {
        if (row === undefined) return { result: undefined }
        const { key } = sandboxes.seenIn(row).sandbox
        const hasSwitched = await settleDeliveries(client, key, settled)
        const last = hasSwitched ? `update ensayo_sandboxes set edition = edition + 1 where key = ${key}` : ''
        return { result: undefined, last }
      })
    },

    async forgetSettled(id, keep) {
      const seen = await look(id)
      if (seen === undefined) return 0
      return transaction('begin', async client => ({ result: await forgetSettled(client, seen.sandbox.key, keep) }))
    },

    deliveries: async (id, filter) => listDeliveries<Attempt>({ read }, (await require(id)).sandbox.key, filter),

    watch: news.watch,

    async check() {
      await transaction('begin', async (client: Client) => {
        await client.query('update ensayo_layout set version = version')
        return { result: undefined }
      })
    },

    close() {
      closing ??= cutAfterFarewell(connections, async () => {
        await news.close()
        await turns.ended()
        await connections.close()
      })
      return closing
    },
  }
}

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw explained(error)
  }
}

function noSandboxFound(id: SandboxId): Error {
  return new Error(`There is no sandbox "${id}".`)
}

async function opened(connections: Connections, name: string, shapes: SectionShape[]): Promise<Schema> {
  const client = await connected(connections)
  // Told by whatever is asked of it next.
  client.on('error', () => undefined)
  try {
    return await openSchema(client, name, shapes)
  } finally {
    await client.end()
  }
}

async function connected({ connect }: Connections): Promise<pg.Client> {
  const until = performance.now() + patienceMs
  for (let wait = 100; ; wait *= 2) {
    try {
      return await connect()
    } catch (error) {
      if (!isDisconnection(error) || performance.now() + wait > until) throw error
      await delay(wait)
    }
  }
}

/** Bad rights, names and passwords: 28, 3D and 42501; a database that cannot be reached at all. */
async function refusedOpening<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const code = codeOf(error)
    const isRefused = isDisconnection(error) || code.startsWith('28') || code === '3D000' || code === '42501'
      || code === 'ERR_INVALID_URL'
    if (!isRefused || !(error instanceof Error)) throw error
    throw new StoreRefused(`The database cannot be opened: ${code === 'ERR_INVALID_URL' ? 'its address cannot be read' : error.message}`)
  }
}

