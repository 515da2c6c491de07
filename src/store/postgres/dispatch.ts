import type { Backlog, Claim, ClaimedDelivery, Settled, Settlement } from '../delivery.ts'
import { numberOf } from '../delivery-row.ts'
import { numberIn, optionalIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { StoredWebhook } from '../sandbox.ts'
import { claimedIn } from './deliveries.ts'
import type { Client, Connections } from './connections.ts'
import { webhooksIn } from './webhooks.ts'

/** Of a delivery `d` of the webhook `w`: nobody has it. `$2` is the machine's time. */
const free = `d.open = 1 and (d.state = 'waiting' or d.lease_until <= $2)`

/** None of its record is to be made first. */
const unblocked = `(w.in_order = 0 or not exists (
  select 1 from ensayo_deliveries e where e.sandbox = d.sandbox and e.webhook = d.webhook and e.record = d.record
    and e.open = 1 and e.number < d.number))`

const own = 'd.sandbox = w.sandbox and d.webhook = w.id'

export const selectOpenSandboxes = `select s.id from ensayo_sandboxes s
  where exists (select 1 from ensayo_deliveries d where d.sandbox = s.key and d.open = 1) order by s.key`

export const countOpen = `select count(*)::int as n from ensayo_deliveries d
  join ensayo_sandboxes s on s.key = d.sandbox where d.open = 1`

export async function backlogOf<Webhook extends StoredWebhook>(
  { read }: Pick<Connections, 'read'>,
  sandbox: number,
  now: number,
  machineNow: number,
): Promise<Backlog<Webhook>> {
  const rows = await read({
    name: 'backlog',
    text: `select w.enabled, w.configuration,
        exists (select 1 from ensayo_deliveries d where ${own} and d.due_at <= $3 and ${free} and ${unblocked}) as due,
        (select d.due_at from ensayo_deliveries d where ${own} and d.due_at > $3 and ${free} and ${unblocked}
         order by d.due_at limit 1) as next_due_at
      from ensayo_webhooks w where w.sandbox = $1 and w.enabled = 1 order by w.position, w.id`,
    values: [sandbox, machineNow, now],
  })
  const [claimed] = await read({
    name: 'claimed',
    text: `select count(*) as claimed from ensayo_deliveries where sandbox = $1 and state = 'claimed' and lease_until > $2`,
    values: [sandbox, machineNow],
  })
  const next = rows.flatMap(row => optionalIn(row, 'next_due_at', 'at', numberIn).at ?? [])
  return {
    due: [...webhooksIn<Webhook>(rows.filter(row => numberIn(row, 'due') === 1))],
    claimed: claimed === undefined ? 0 : numberIn(claimed, 'claimed'),
    ...(next.length === 0 ? {} : { nextDueAt: Math.min(...next) }),
  }
}

/**
 * One statement: rows that another process is claiming are skipped, and those that it has claimed meanwhile are looked
 * at again before they are taken.
 */
export async function claimDeliveries(client: Client, sandbox: number, claim: Claim): Promise<ClaimedDelivery[]> {
  const { webhook, now, limit, machineNow, leaseUntil } = claim
  const { rows } = await client.query<OwnRow>({
    name: 'claim',
    text: `update ensayo_deliveries c set state = 'claimed', lease_until = $6
      from (
        select d.sandbox, d.number from ensayo_deliveries d join ensayo_webhooks w on ${own}
        where w.sandbox = $1 and w.id = $4 and w.enabled = 1 and d.due_at <= $3 and ${free} and ${unblocked}
        order by d.due_at, d.number limit $5 for update of d skip locked
      ) ready
      where c.sandbox = ready.sandbox and c.number = ready.number
      returning c.number, c.due_at, c.message_id, c.event, c.attempts`,
    values: [sandbox, machineNow, now, webhook, limit, leaseUntil],
  })
  return rows
    .map(row => ({ row, dueAt: numberIn(row, 'due_at'), number: numberIn(row, 'number') }))
    .sort((a, b) => a.dueAt - b.dueAt || a.number - b.number)
    .map(({ row }) => claimedIn<ClaimedDelivery['event']>(row, claim))
}

/**
 * Whether that switched a webhook off. Those of one delivery are settled one after the other, all others together.
 */
export async function settleDeliveries<Attempt>(
  client: Client,
  sandbox: number,
  settled: readonly Settled<Attempt>[],
): Promise<boolean> {
  let hasSwitched = false
  let rest = [...settled]
  while (rest.length > 0) {
    const ids = new Set<string>()
    const now = rest.filter(({ delivery: { id } }) => !ids.has(id) && ids.add(id))
    rest = rest.filter(one => !now.includes(one))
    hasSwitched = (await settleDistinct(client, sandbox, now)) || hasSwitched
  }
  return hasSwitched
}

const settleText = `with s as (
    select * from json_to_recordset($2::json) as s(number bigint, lease_until bigint, state text, open integer,
      due_at bigint, made integer, violations text, attempt text, webhook text)
  ), hit as (
    update ensayo_deliveries d set state = s.state, open = s.open, due_at = coalesce(s.due_at, d.due_at),
      attempts = d.attempts + s.made, violations = s.violations
    from s where d.sandbox = $1 and d.number = s.number and d.state = 'claimed' and d.lease_until = s.lease_until
    returning d.number
  ), late as (
    -- A lease that the delivery never had comes from before a restore.
    update ensayo_deliveries d set attempts = d.attempts + 1,
      state = case when s.state = 'delivered' and d.open = 1 then 'delivered' else d.state end,
      open = case when s.state = 'delivered' then 0 else d.open end
    from s where d.sandbox = $1 and d.number = s.number and d.webhook = s.webhook and s.made = 1
      and d.lease_until >= s.lease_until
      and not (d.state = 'claimed' and d.lease_until = s.lease_until)
    returning d.number
  ), known as (select * from hit union all select * from late), noted as (
    insert into ensayo_attempts(sandbox, delivery, position, attempt)
    select $1::bigint, s.number, (select coalesce(max(a.position), 0) + 1 from ensayo_attempts a
      where a.sandbox = $1 and a.delivery = s.number), s.attempt
    from s join known using (number) where s.made = 1
  ), calmed as (
    update ensayo_webhooks w set failures = 0 where $3::bigint = 1 and w.sandbox = $1 and w.failures <> 0
      and w.id in (select s.webhook from known join s using (number) where s.state = 'delivered')
  )
  select number from known`

async function settleDistinct<Attempt>(
  client: Client,
  sandbox: number,
  settled: readonly Settled<Attempt>[],
): Promise<boolean> {
  const rows = settled.flatMap(({ delivery: { id, webhook, leaseUntil }, settlement }) => {
    const number = numberOf(id)
    return number === undefined ? [] : [{ ...changeOf(settlement), number, webhook, lease_until: leaseUntil }]
  })
  // Only where one failed does it matter which came first.
  const isCalm = settled.every(({ settlement }) => !('attempt' in settlement) || settlement.state === 'delivered')
  const values = [sandbox, JSON.stringify(rows), Number(isCalm)]
  const found = await client.query<OwnRow>({ name: 'settle', text: settleText, values })
  if (isCalm) return false
  const known = new Set(found.rows.map(row => String(numberIn(row, 'number'))))

  let hasSwitched = false
  const calm = new Set<string>()
  for (const { delivery: { id, webhook }, settlement } of settled) {
    if (!known.has(id) || !('attempt' in settlement)) continue
    if (settlement.state === 'delivered') {
      // Its failures are 0 until the next one.
      if (!calm.has(webhook)) await client.query(
        'update ensayo_webhooks set failures = 0 where sandbox = $1 and id = $2 and failures <> 0', [sandbox, webhook],
      )
      calm.add(webhook)
      continue
    }
    calm.delete(webhook)
    await client.query(
      `update ensayo_webhooks set failures = failures + 1,
         enabled = case when failures + 1 >= $3::bigint then 0 else enabled end where sandbox = $1 and id = $2`,
      [sandbox, webhook, mostFailures(settlement)],
    )
    hasSwitched ||= settlement.switchOff !== undefined
  }
  return hasSwitched
}

function changeOf(settlement: Settlement<unknown>) {
  const { state } = settlement
  return {
    state: state === 'handedBack' ? 'waiting' : state,
    open: Number(state === 'waiting' || state === 'handedBack'),
    due_at: state === 'waiting' ? settlement.dueAt : null,
    made: Number('attempt' in settlement),
    violations: state === 'unsendable' ? JSON.stringify(settlement.violations) : null,
    attempt: 'attempt' in settlement ? JSON.stringify(settlement.attempt) : null,
  }
}

/** The failures in a row that switch the webhook off; null when none do. */
function mostFailures(settlement: Settlement<unknown>): number | null {
  const switchOff = 'switchOff' in settlement ? settlement.switchOff : undefined
  if (switchOff === undefined) return null
  return switchOff.kind === 'now' ? 0 : switchOff.failures
}
