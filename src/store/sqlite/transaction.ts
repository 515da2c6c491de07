import type { StoredWebhook } from '../sandbox.ts'
import type { Transaction } from '../port.ts'
import type { Database } from './database.ts'
import type { Definitions } from './definitions.ts'
import type { Deliveries } from './deliveries.ts'
import { numberIn } from '../row.ts'
import type { Sandbox, Sandboxes } from './sandboxes.ts'
import type { SectionTable } from './section-table.ts'
import type { Users } from './users.ts'
import type { Webhooks } from './webhooks.ts'

export interface TransactionDeps<Webhook extends StoredWebhook> {
  database: Database
  sections: { of(section: string): SectionTable }
  sandboxes: Pick<Sandboxes, 'settings' | 'putSettings'>
  users: Users
  definitions: Definitions
  webhooks: Webhooks<Webhook>
  deliveries: Deliveries<unknown>
}

/** What a transaction has changed, and so what was kept of the sandbox and is no longer true. */
export interface Changes {
  records: { section: string; id: number }[]
  /** Whatever is neither a record nor a delivery. */
  rest: boolean
  /** Deliveries may be ready that were not before. */
  ready: boolean
  /** The deliveries whose claims are over. */
  unclaimed: number[]
}

/** Makes the transactions' side of the store; whoever calls begins and ends them. */
export function createTransactions<Webhook extends StoredWebhook>(deps: TransactionDeps<Webhook>) {
  const { database, sections, sandboxes, users, definitions, webhooks, deliveries } = deps
  const nextNumber = database.prepare(
    `insert into ensayo_counters(sandbox, name, last) values (?, ?, 1)
     on conflict(sandbox, name) do update set last = last + 1 returning last`,
  )
  const raiseNumber = database.prepare(
    `insert into ensayo_counters(sandbox, name, last) values (?, ?, ?)
     on conflict(sandbox, name) do update set last = max(last, excluded.last)`,
  )

  /** `changes` grow with what is written; once closed, the transaction can no longer be used. */
  return function open(sandbox: Sandbox): { tx: Transaction<Webhook>; changes: Readonly<Changes>; close: () => void } {
    const { key } = sandbox
    const changes: Changes = { records: [], rest: false, ready: false, unclaimed: [] }
    let isOpen = true
    /** The highest id of a section that is in use or was given out here. */
    const highest = new Map<string, number>()

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
        return sections.of(section).get(key, id)
      },
      async nextRecordId(section) {
        use()
        const next = (highest.get(section) ?? sections.of(section).highestId(key)) + 1
        highest.set(section, next)
        return next
      },
      async putRecord(record) {
        use()
        const { section, id } = record
        sections.of(section).put(key, record)
        changes.records.push({ section, id })
        const before = highest.get(section)
        if (before !== undefined && before < id) highest.set(section, id)
      },
      async nextNumber(counter) {
        use()
        const row = nextNumber.get(key, counter)
        if (row === undefined) throw new Error(`The counter "${counter}" gave no number.`)
        return numberIn(row, 'last')
      },
      async raiseNumber(counter, least) {
        use()
        raiseNumber.run(key, counter, least)
      },

      async settings() {
        use()
        return changes.rest ? sandboxes.settings(sandbox) : sandbox.about.settings
      },
      async putSettings(settings) {
        write()
        sandboxes.putSettings(sandbox, settings)
        changes.ready = true
      },
      async users() {
        use()
        return users.list(key)
      },
      async putUser(user) {
        write()
        users.put(key, user)
      },
      async putKey(given) {
        write()
        users.putKey(key, given)
      },
      async deleteKey(hash) {
        write()
        return users.deleteKey(key, hash)
      },
      async putDefinition(definition) {
        write()
        definitions.put(key, definition)
      },
      async deleteDefinition(kind, id) {
        write()
        return definitions.remove(key, kind, id)
      },

      async webhooks() {
        use()
        return changes.rest ? webhooks.read(key) : webhooks.of(sandbox)
      },
      async putWebhook(webhook) {
        write()
        webhooks.put(key, webhook)
        changes.ready = true
      },
      async deleteWebhook(id) {
        write()
        if (!webhooks.remove(key, id)) return false
        changes.unclaimed.push(...deliveries.cancel(key, id))
        return true
      },
      async appendDeliveries(added) {
        use()
        if (added.length === 0) return []
        changes.ready = true
        return deliveries.append(key, added)
      },
      async redeliver(filter, dueAt) {
        use()
        const again = deliveries.redeliver(key, filter, dueAt)
        changes.ready ||= again.length > 0
        return again
      },
    }
    return { tx, changes, close: () => void (isOpen = false) }
  }
}
