import type { JsonValue } from '../../core/index.ts'
import { deliveryOf, numberOf } from '../delivery-row.ts'
import type { DeliveryFilter, NewDelivery, StoredDelivery } from '../delivery.ts'
import { jsonIn, numberIn, textIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { Client, Connections } from './connections.ts'

/** Gives their ids in the same order. The caller holds the sandbox, so that nobody else numbers deliveries meanwhile. */
export async function appendDeliveries(
  client: Client,
  sandbox: number,
  deliveries: readonly NewDelivery[],
): Promise<string[]> {
  const rows = deliveries.map(({ webhook, messageId, event, dueAt }, index) => ({
    index: index + 1,
    webhook,
    record: `${event.section}/${event.recordId}`,
    due_at: dueAt,
    message_id: messageId,
    event: JSON.stringify(event),
  }))
  const { rows: added } = await client.query<OwnRow>({
    name: 'append',
    text: `with last as (select coalesce(max(number), 0) as number from ensayo_deliveries where sandbox = $1)
      insert into ensayo_deliveries(sandbox, number, webhook, record, created_at, due_at, open, state, lease_until,
        attempts, message_id, event)
      select $1::bigint, last.number + d.index, d.webhook, d.record, d.due_at, d.due_at, 1, 'waiting', 0, 0, d.message_id,
        d.event
      from last, json_to_recordset($2::json)
        as d(index bigint, webhook text, record text, due_at bigint, message_id text, event text)
      returning number`,
    values: [sandbox, JSON.stringify(rows)],
  })
  // `returning` promises no order.
  return added.map(row => numberIn(row, 'number')).toSorted((a, b) => a - b).map(String)
}

/** Gives the ids of those that start again. */
export async function redeliver(
  client: Client,
  sandbox: number,
  filter: DeliveryFilter,
  dueAt: number,
): Promise<string[]> {
  const { text, values } = queryFor(sandbox, filter, ['number'])
  const { rows } = await client.query<OwnRow>(
    `update ensayo_deliveries d set state = 'waiting', open = 1, attempts = 0, due_at = $${values.length + 1}, violations = null
     where d.sandbox = $1 and d.number in (${text}) and d.state <> 'claimed'
       and exists (select 1 from ensayo_webhooks w where w.sandbox = d.sandbox and w.id = d.webhook)
     returning d.number`,
    [...values, dueAt],
  )
  // `returning` promises no order.
  const again = rows.map(row => numberIn(row, 'number')).toSorted((a, b) => a - b)
  return (filter.newestFirst === true ? again.toReversed() : again).map(String)
}

/** At least one is kept, so that the number of a delivery is never given to another. */
export async function forgetSettled(client: Client, sandbox: number, keep: number): Promise<number> {
  const { rowCount } = await client.query(
    `with dropped as (
       delete from ensayo_deliveries where sandbox = $1 and open = 0 and number <= (
         select number from ensayo_deliveries where sandbox = $1 and open = 0 order by number desc limit 1 offset $2)
       returning number
     ), attempts as (delete from ensayo_attempts where sandbox = $1 and delivery in (select number from dropped))
     select number from dropped`,
    [sandbox, Math.max(1, keep)],
  )
  return rowCount ?? 0
}

export async function listDeliveries<Attempt>(
  { read }: Pick<Connections, 'read'>,
  sandbox: number,
  filter: DeliveryFilter,
): Promise<StoredDelivery<Attempt>[]> {
  const rows = await read(queryFor(sandbox, filter, shownColumns))
  const made = await read({
    text: `select delivery, attempt from ensayo_attempts where sandbox = $1 and delivery = any($2::bigint[])
      order by delivery, position`,
    values: [sandbox, rows.map(row => numberIn(row, 'number'))],
  })
  const attempts = Map.groupBy(made, row => numberIn(row, 'delivery'))
  return rows.map(row => {
    const own = attempts.get(numberIn(row, 'number')) ?? []
    return deliveryOf<Attempt>(row, own.map(attempt => jsonIn<Attempt>(attempt, 'attempt')))
  })
}

const shownColumns = ['number', 'webhook', 'message_id', 'event', 'state', 'created_at', 'due_at', 'violations']

/** Only the conditions that are asked for stand in the SQL, so that the one delivery of an id is found at once. */
function queryFor(
  sandbox: number,
  filter: DeliveryFilter,
  columns: readonly string[],
): { text: string; values: unknown[] } {
  const { ids, webhook, states, section, recordId, since, until, newestFirst = false, after, limit } = filter
  const values: unknown[] = [sandbox, limit]
  const conditions = ['sandbox = $1']
  function add(value: JsonValue | undefined, condition: (parameter: string) => string): void {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add(ids?.map(id => numberOf(id) ?? 0), ids => `number = any(${ids}::bigint[])`)
  add(webhook, webhook => `webhook = ${webhook}`)
  add(states === undefined ? undefined : [...states], states => `state = any(${states}::text[])`)
  add(section, section => `split_part(record, '/', 1) = ${section}`)
  add(recordId?.toString(), id => `substr(record, strpos(record, '/') + 1) = ${id}`)
  add(since, since => `created_at >= ${since}`)
  add(until, until => `created_at < ${until}`)
  if (after !== undefined) add(numberOf(after) ?? 0, after => `number ${newestFirst ? '<' : '>'} ${after}`)
  const text = `select ${columns.join(', ')} from ensayo_deliveries
    where ${conditions.join(' and ')} order by number ${newestFirst ? 'desc' : 'asc'} limit $2`
  return { text, values }
}

/** What of a claimed row its receiver is told. */
export function claimedIn<Event>(row: OwnRow, { webhook, leaseUntil }: { webhook: string; leaseUntil: number }) {
  return {
    id: String(numberIn(row, 'number')),
    webhook,
    messageId: textIn(row, 'message_id'),
    event: jsonIn<Event>(row, 'event'),
    attempts: numberIn(row, 'attempts'),
    leaseUntil,
  }
}
