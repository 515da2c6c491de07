import { jsonIn, numberIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { StoredWebhook } from '../sandbox.ts'
import type { Client } from './connections.ts'

export const selectWebhooks =
  'select enabled, configuration from ensayo_webhooks where sandbox = $1 order by position, id'

/** Frozen. A failure may have switched one off since it was put. */
export function webhooksIn<Webhook extends StoredWebhook>(rows: readonly OwnRow[]): readonly Webhook[] {
  return Object.freeze(rows.map(row => {
    const webhook = jsonIn<Webhook>(row, 'configuration')
    webhook.enabled = numberIn(row, 'enabled') === 1
    return Object.freeze(webhook)
  }))
}

export async function putWebhook(client: Client, sandbox: number, webhook: StoredWebhook): Promise<void> {
  const { id, enabled, retries: { inOrder } } = webhook
  await client.query(
    `insert into ensayo_webhooks(sandbox, id, enabled, in_order, failures, configuration, position)
     values ($1, $2, $3, $4, 0, $5, (select coalesce(max(position), 0) + 1 from ensayo_webhooks where sandbox = $1))
     on conflict(sandbox, id) do update set enabled = excluded.enabled, in_order = excluded.in_order, failures = 0,
       configuration = excluded.configuration`,
    [sandbox, id, Number(enabled), Number(inOrder), JSON.stringify(webhook)],
  )
}

/** Its deliveries that are not over are cancelled. Whether there was one. */
export async function removeWebhook(client: Client, sandbox: number, id: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from ensayo_webhooks where sandbox = $1 and id = $2', [sandbox, id])
  if (rowCount === 0) return false
  await client.query(
    `update ensayo_deliveries set state = 'cancelled', open = 0 where sandbox = $1 and webhook = $2 and open = 1`,
    [sandbox, id],
  )
  return true
}
