import type { NewSandbox, Store } from '../port.ts'
import { numberIn, textIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { SandboxId, Seed, StoredKey } from '../sandbox.ts'
import type { Client, Connections } from './connections.ts'
import { createContents, ownTables } from './contents.ts'
import { codeOf } from './errors.ts'
import type { News } from './news.ts'
import { noSandbox } from './sandboxes.ts'
import type { Sandboxes } from './sandboxes.ts'
import type { Schema } from './schema.ts'
import type { SectionTable } from './section-tables.ts'
import { putRecords } from './changed-records.ts'
import type { Turns } from './turns.ts'
import { putKey, putUser } from './users.ts'
import { putWebhook } from './webhooks.ts'

export type Worlds = Pick<
  Store,
  | 'createSandbox' | 'copySandbox' | 'deleteSandbox'
  | 'takeSnapshot' | 'restoreSnapshot' | 'snapshots' | 'deleteSnapshot'
>

/** Sandboxes as a whole: made, copied, kept, brought back and deleted. */
export function createWorlds({
  schema,
  sandboxes,
  sectionNamed,
  transaction,
  holding,
  news,
  turns,
}: {
  schema: Schema
  sandboxes: Sandboxes
  sectionNamed: (section: string) => SectionTable
  transaction: Connections['transaction']
  /** The beginning of a transaction that holds the sandbox by a lock. */
  holding: (id: SandboxId, lock: string) => string
  news: News
  turns: Turns
}): Worlds {
  const contents = createContents(schema.contents)

  async function insert(client: Client, id: SandboxId, about: NewSandbox): Promise<number> {
    const { name, createdAt, expiresAt, settings } = about
    try {
      const { rows: [row] } = await client.query<OwnRow>(
        `insert into ensayo_sandboxes(id, name, created_at, expires_at, settings) values ($1, $2, $3, $4, $5) returning key`,
        [id, name ?? null, createdAt ?? 0, expiresAt ?? null, JSON.stringify(settings ?? {})],
      )
      if (row === undefined) throw new Error(`The sandbox "${id}" was not created.`)
      return numberIn(row, 'key')
    } catch (error) {
      if (codeOf(error) === '23505') throw new Error(`There is a sandbox "${id}" already.`, { cause: error })
      throw error
    }
  }

  async function sow(client: Client, key: number, seed: Seed, createdAt: number): Promise<void> {
    for (const { user, keyHashes } of seed.users) {
      await putUser(client, key, user)
      for (const hash of keyHashes) await putKey(client, key, { hash, userId: user.id, createdAt }, true)
    }
    await putRecords(client, sectionNamed, key, seed.records)
    for (const [position, file] of seed.files.entries()) {
      const { section, recordId, name, mediaType, content } = file
      await client.query(
        `insert into ensayo_files(sandbox, section, record_id, position, name, media_type, content)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [key, section, recordId, position, name, mediaType, Buffer.from(content)],
      )
    }
    for (const [counter, last] of Object.entries(seed.counters)) {
      await client.query('insert into ensayo_counters(sandbox, name, last) values ($1, $2, $3)', [key, counter, last])
    }
    for (const webhook of seed.webhooks ?? []) await putWebhook(client, key, webhook)
  }

  /** `work` with the sandbox held; rejects when there is none. */
  function within<T>(id: SandboxId, work: (client: Client, key: number) => Promise<{ result: T; last?: string }>): Promise<T> {
    return turns.alone(id, () => transaction(holding(id, 'for update'), async (client, [row]) => {
      if (row === undefined) throw noSandbox(id)
      return work(client, sandboxes.seenIn(row).sandbox.key)
    }))
  }

  async function removeSnapshot(client: Client, key: number, name: string): Promise<boolean> {
    const { rows: [row] } = await client.query<OwnRow>(
      'delete from ensayo_snapshots where owner = $1 and name = $2 returning number', [key, name],
    )
    if (row === undefined) return false
    await client.query(contents.clear(-numberIn(row, 'number')))
    return true
  }

  return {
    createSandbox: (id, seed, about = {}) =>
      transaction('begin', async client => {
        const key = await insert(client, id, about)
        return { result: await sow(client, key, seed, about.createdAt ?? 0) }
      }),

    copySandbox: (from, to, keys: readonly StoredKey[], about = {}) =>
      transaction(holding(from, 'for no key update'), async (client, [row]) => {
        if (row === undefined) throw noSandbox(from)
        const { sandbox } = sandboxes.seenIn(row)
        const copy = await insert(client, to, { settings: sandbox.about.settings, ...about })
        await client.query(contents.copy(sandbox.key, copy, ownTables))
        for (const key of keys) await putKey(client, copy, key, true)
        return { result: undefined, last: news.statement(to, 'defined') }
      }),

    async deleteSandbox(id) {
      const isDeleted = await transaction(holding(id, 'for update'), async (client, [row]) => {
        if (row === undefined) return { result: false }
        const { key } = sandboxes.seenIn(row).sandbox
        const { rows } = await client.query<OwnRow>('delete from ensayo_snapshots where owner = $1 returning number', [key])
        for (const snapshot of rows) await client.query(contents.clear(-numberIn(snapshot, 'number')))
        await client.query(`${contents.clear(key)}; delete from ensayo_sandboxes where key = ${key}`)
        return { result: true, last: news.statement(id, 'deleted') }
      })
      if (isDeleted) news.tell(id, 'deleted')
      return isDeleted
    },

    takeSnapshot: (id, name, takenAt) =>
      within(id, async (client, key) => {
        await removeSnapshot(client, key, name)
        const { rows: [row] } = await client.query<OwnRow>(
          `insert into ensayo_snapshots(owner, name, taken_at, settings)
           select key, $2, $3, settings from ensayo_sandboxes where key = $1 returning number`,
          [key, name, takenAt],
        )
        if (row === undefined) throw new Error(`The snapshot "${name}" was not taken.`)
        await client.query(contents.copy(key, -numberIn(row, 'number')))
        return { result: undefined }
      }),

    async restoreSnapshot(id, name) {
      const isRestored = await within(id, async (client, key) => {
        const { rows: [row] } = await client.query<OwnRow>(
          'select number, settings from ensayo_snapshots where owner = $1 and name = $2', [key, name],
        )
        if (row === undefined) return { result: false }
        await client.query(`${contents.clear(key)}; ${contents.copy(-numberIn(row, 'number'), key)}`)
        await client.query(
          'update ensayo_sandboxes set settings = $2, revision = revision + 1, edition = edition + 1, restores = restores + 1 where key = $1',
          [key, textIn(row, 'settings')],
        )
        return { result: true, last: `${news.statement(id, 'restored')}; ${news.statement(id, 'defined')}` }
      })
      if (isRestored) news.tell(id, 'restored')
      return isRestored
    },

    snapshots: id =>
      within(id, async (client, key) => {
        const { rows } = await client.query<OwnRow>(
          'select name, taken_at from ensayo_snapshots where owner = $1 order by number', [key],
        )
        return { result: rows.map(row => ({ name: textIn(row, 'name'), takenAt: numberIn(row, 'taken_at') })) }
      }),

    deleteSnapshot: (id, name) =>
      within(id, async (client, key) => ({ result: await removeSnapshot(client, key, name) })),
  }
}
