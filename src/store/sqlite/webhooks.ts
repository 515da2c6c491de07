import type { StoredWebhook } from '../sandbox.ts'
import type { Database } from './database.ts'
import { jsonIn, numberIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { Sandbox } from './sandboxes.ts'

/** Nothing here opens a transaction. */
export interface Webhooks<Webhook> {
  /** As committed: the same list until the sandbox changes. Not for a transaction that has written webhooks. */
  of(sandbox: Sandbox): readonly Webhook[]
  /** As a transaction sees them that has written some. */
  read(sandbox: number): readonly Webhook[]
  put(sandbox: number, webhook: Webhook): void
  remove(sandbox: number, id: string): boolean
}

export function createWebhooks<Webhook extends StoredWebhook>(database: Database): Webhooks<Webhook> {
  const select = database.prepare(
    'select enabled, configuration from ensayo_webhooks where sandbox = ? order by position, id',
  )
  const put = database.prepare(
    `insert into ensayo_webhooks(sandbox, id, enabled, in_order, failures, configuration, position)
     values (:sandbox, :id, :enabled, :inOrder, 0, :configuration,
       (select coalesce(max(position), 0) + 1 from ensayo_webhooks where sandbox = :sandbox))
     on conflict(sandbox, id) do update set enabled = excluded.enabled, in_order = excluded.in_order, failures = 0,
       configuration = excluded.configuration`,
  )
  const isInOrder = database.prepare('select in_order from ensayo_webhooks where sandbox = ? and id = ?')
  const takeTurns = database.prepare(
    'update ensayo_deliveries set turn = iif(?, record, null) where sandbox = ? and webhook = ? and open = 1',
  )
  const remove = database.prepare('delete from ensayo_webhooks where sandbox = ? and id = ?')
  const known = new WeakMap<Sandbox, readonly Webhook[]>()

  function read(sandbox: number): readonly Webhook[] {
    return Object.freeze(select.all(sandbox).map(row => webhookOf<Webhook>(row)))
  }

  return {
    of(sandbox) {
      const before = known.get(sandbox)
      if (before !== undefined) return before
      const found = read(sandbox.key)
      known.set(sandbox, found)
      return found
    },
    read,
    put(sandbox, webhook) {
      const { id, enabled, retries } = webhook
      const inOrder = Number(retries.inOrder)
      const before = isInOrder.get(sandbox, id)
      const wasInOrder = before === undefined ? 0 : numberIn(before, 'in_order')
      if (wasInOrder !== inOrder) takeTurns.run(inOrder, sandbox, id)
      put.run({ sandbox, id, enabled: Number(enabled), inOrder, configuration: JSON.stringify(webhook) })
    },
    remove: (sandbox, id) => remove.run(sandbox, id).changes === 1,
  }
}

/** A failure may have switched it off since it was put. */
function webhookOf<Webhook extends StoredWebhook>(row: OwnRow): Webhook {
  const webhook = jsonIn<Webhook>(row, 'configuration')
  webhook.enabled = numberIn(row, 'enabled') === 1
  return Object.freeze(webhook)
}
