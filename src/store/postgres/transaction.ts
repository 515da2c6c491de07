import type { Transaction } from '../port.ts'
import type { OwnRow } from '../row.ts'
import type { SandboxSettings, StoredWebhook } from '../sandbox.ts'
import { settingsIn } from '../sandbox-row.ts'
import type { Client } from './connections.ts'
import { createChangedRecords } from './changed-records.ts'
import { appendDeliveries, redeliver } from './deliveries.ts'
import type { Sandbox } from './sandboxes.ts'
import { noSandbox } from './sandboxes.ts'
import type { SectionTable } from './section-tables.ts'
import { listUsers, putKey, putUser } from './users.ts'
import { putWebhook, removeWebhook, selectWebhooks, webhooksIn } from './webhooks.ts'

/** What a transaction has changed, and so what is remembered of the sandbox and is no longer true. */
export interface Changes {
  records: boolean
  /** Whatever is neither a record nor a delivery. */
  rest: boolean
  /** Reports, documents or faults, which are part of the rest. */
  definitions: boolean
  /** Deliveries may be ready that were not before. */
  ready: boolean
}

export interface OpenTransaction<Webhook extends StoredWebhook> {
  tx: Transaction<Webhook>
  changes: Readonly<Changes>
  /** Sends what is still held back. */
  flush(): Promise<void>
  /** See `ChangedRecords`. */
  note(revision: number): string
  /** From now on the transaction can no longer be used. */
  close(): void
}

/** The transaction's side of the store; whoever calls holds the sandbox, and commits. */
export function openTransaction<Webhook extends StoredWebhook>({
  client,
  sandbox,
  sectionNamed,
}: {
  client: Client
  sandbox: Sandbox
  sectionNamed: (section: string) => SectionTable
}): OpenTransaction<Webhook> {
  const { key, about } = sandbox
  const changes: Changes = { records: false, rest: false, definitions: false, ready: false }
  let isOpen = true
  const records = createChangedRecords({ client, sandbox: key, sectionNamed })

  function use(): void {
    if (!isOpen) throw new Error('The transaction is over.')
  }

  function write(): void {
    use()
    changes.rest = true
  }

  const tx: Transaction<Webhook> = {
    async record(section, id) {
      use()
      return records.record(section, id)
    },
    async nextRecordId(section) {
      use()
      return records.nextRecordId(section)
    },
    async putRecord(record) {
      use()
      records.put(record)
      changes.records = true
    },
    async nextNumber(counter) {
      use()
      return records.nextNumber(counter)
    },
    async raiseNumber(counter, least) {
      use()
      return records.raiseNumber(counter, least)
    },

    async settings() {
      use()
      return changes.rest ? readSettings(client, sandbox) : about.settings
    },
    async putSettings(settings) {
      write()
      await client.query('update ensayo_sandboxes set settings = $2 where key = $1', [key, JSON.stringify(settings)])
      changes.ready = true
    },
    async users() {
      use()
      return listUsers(client, key)
    },
    async putUser(user) {
      write()
      await putUser(client, key, user)
    },
    async putKey(given) {
      write()
      await putKey(client, key, given)
    },
    async deleteKey(hash) {
      write()
      const { rowCount } = await client.query('delete from ensayo_keys where sandbox = $1 and hash = $2', [key, hash])
      return rowCount === 1
    },
    async putDefinition({ kind, id, value }) {
      write()
      changes.definitions = true
      await client.query(
        `insert into ensayo_definitions(sandbox, kind, id, value, position) values ($1, $2, $3, $4,
           (select coalesce(max(position), 0) + 1 from ensayo_definitions where sandbox = $1))
         on conflict(sandbox, kind, id) do update set value = excluded.value`,
        [key, kind, id, JSON.stringify(value)],
      )
    },
    async deleteDefinition(kind, id) {
      write()
      changes.definitions = true
      const { rowCount } = await client.query(
        'delete from ensayo_definitions where sandbox = $1 and kind = $2 and id = $3', [key, kind, id],
      )
      return rowCount === 1
    },

    async webhooks() {
      use()
      if (!changes.rest && sandbox.webhooks !== undefined) return keptWebhooks<Webhook>(sandbox.webhooks)
      const { rows } = await client.query<OwnRow>({ name: 'webhooks', text: selectWebhooks, values: [key] })
      const found = webhooksIn<Webhook>(rows)
      if (!changes.rest) sandbox.webhooks = found
      return found
    },
    async putWebhook(webhook) {
      write()
      await putWebhook(client, key, webhook)
      changes.ready = true
    },
    async deleteWebhook(id) {
      write()
      return removeWebhook(client, key, id)
    },
    async appendDeliveries(added) {
      use()
      if (added.length === 0) return []
      changes.ready = true
      return appendDeliveries(client, key, added)
    },
    async redeliver(filter, dueAt) {
      use()
      const again = await redeliver(client, key, filter, dueAt)
      changes.ready ||= again.length > 0
      return again
    },
  }
  return { tx, changes, flush: records.flush, note: records.note, close: () => void (isOpen = false) }
}

/** The sandbox object keeps them for whatever type of webhook its store has. */
function keptWebhooks<Webhook>(kept: readonly unknown[]): readonly Webhook[] {
  return kept as readonly Webhook[]
}

async function readSettings(client: Client, { key, about }: Sandbox): Promise<SandboxSettings> {
  const { rows: [row] } = await client.query<OwnRow>('select settings from ensayo_sandboxes where key = $1', [key])
  if (row === undefined) throw noSandbox(about.id)
  return settingsIn(row)
}
