import type { Backlog, Claim, ClaimedDelivery, Settled, Settlement } from '../delivery.ts'
import type { StoredWebhook } from '../sandbox.ts'
import { numberOf } from '../delivery-row.ts'
import type { Database } from './database.ts'
import { jsonIn, numberIn, optionalIn, textIn } from '../row.ts'
import type { Sandbox } from './sandboxes.ts'
import type { Webhooks } from './webhooks.ts'

/** Who is to be notified, and what came of it. Nothing here opens a transaction. */
export interface Dispatch<Webhook, Attempt> {
  sandboxes(): string[]
  queued(): number
  backlog(sandbox: Sandbox, now: number, machineNow: number): Backlog<Webhook>
  claim(sandbox: number, claim: Claim): ClaimedDelivery[]
  /** Whether that switched a webhook off. */
  settle(sandbox: number, settled: readonly Settled<Attempt>[]): boolean
}

/** Of a delivery `d` of the webhook `w`: nobody has it. */
const free = `d.open = 1 and (d.state = 'waiting' or d.lease_until <= :machineNow)`

/** None of its record is to be made first. */
const unblocked = `(w.in_order = 0 or not exists (
  select 1 from ensayo_deliveries e where e.sandbox = d.sandbox and e.webhook = d.webhook and e.record = d.record
    and e.open = 1 and e.number < d.number))`

/** Those of `w`. */
const own = 'd.sandbox = w.sandbox and d.webhook = w.id'

export function createDispatch<Webhook extends StoredWebhook, Attempt>({
  database,
  webhooks,
}: {
  database: Database
  webhooks: Webhooks<Webhook>
}): Dispatch<Webhook, Attempt> {
  const selectSandboxes = database.prepare(
    `select s.id from ensayo_sandboxes s
     where exists (select 1 from ensayo_deliveries d where d.sandbox = s.key and d.open = 1) order by s.key`,
  )
  const countOpen = database.prepare(
    'select count(*) as n from ensayo_deliveries d join ensayo_sandboxes s on s.key = d.sandbox where d.open = 1',
  )
  const selectDue = database.prepare(
    `select w.id from ensayo_webhooks w where w.sandbox = :sandbox and w.enabled = 1 and exists (
       select 1 from ensayo_deliveries d where ${own} and d.due_at <= :now and ${free} and ${unblocked})`,
  )
  const countClaimed = database.prepare(
    `select count(*) as claimed from ensayo_deliveries
     where sandbox = :sandbox and state = 'claimed' and lease_until > :machineNow`,
  )
  const selectNext = database.prepare(
    `select min((
       select d.due_at from ensayo_deliveries d where ${own} and d.due_at > :now and ${free} and ${unblocked}
       order by d.due_at limit 1)) as due_at
     from ensayo_webhooks w where w.sandbox = :sandbox and w.enabled = 1`,
  )
  const claim = database.prepare(
    `update ensayo_deliveries set state = 'claimed', lease_until = :leaseUntil
     where sandbox = :sandbox and number in (
       select d.number from ensayo_webhooks w join ensayo_deliveries d on ${own}
       where w.sandbox = :sandbox and w.id = :webhook and w.enabled = 1 and d.due_at <= :now and ${free}
         and ${unblocked}
       order by d.due_at, d.number limit :limit + 0)
     returning number, due_at, message_id, event, attempts`,
  )
  // Done for each delivery: bound by place, which takes half of the time that names take, and counted instead of
  // returned, which would take as long as the update.
  const settleClaimed = database.prepare(
    `update ensayo_deliveries set state = ?, open = ?, due_at = coalesce(?, due_at), attempts = attempts + ?, violations = ?
     where sandbox = ? and number = ? and state = 'claimed' and lease_until = ?`,
  )
  // A lease that the delivery never had comes from before a restore.
  const settleLate = database.prepare(
    `update ensayo_deliveries set attempts = attempts + 1, state = iif(:delivered and open = 1, 'delivered', state),
       open = iif(:delivered, 0, open)
     where sandbox = :sandbox and number = :number and webhook = :webhook and lease_until >= :leaseUntil`,
  )
  const addAttempt = database.prepare(
    `insert into ensayo_attempts(sandbox, delivery, position, attempt) values (?1, ?2,
       (select coalesce(max(position), 0) + 1 from ensayo_attempts where sandbox = ?1 and delivery = ?2), ?3)`,
  )
  const noteSuccess = database.prepare(
    'update ensayo_webhooks set failures = 0 where sandbox = ? and id = ? and failures <> 0',
  )
  const noteFailure = database.prepare(
    `update ensayo_webhooks set failures = failures + 1, enabled = iif(failures + 1 >= :most, 0, enabled)
     where sandbox = :sandbox and id = :webhook`,
  )

  /** Whether the settlement is to be taken notice of. */
  function change(sandbox: number, number: number, { delivery, settlement }: Settled<Attempt>): boolean {
    const { leaseUntil, webhook } = delivery
    const { state } = settlement
    const isMade = 'attempt' in settlement
    const isOpen = state === 'waiting' || state === 'handedBack'
    const { changes } = settleClaimed.run(
      state === 'handedBack' ? 'waiting' : state,
      Number(isOpen),
      state === 'waiting' ? settlement.dueAt : null,
      Number(isMade),
      state === 'unsendable' ? JSON.stringify(settlement.violations) : null,
      sandbox,
      number,
      leaseUntil,
    )
    if (changes === 1) return true
    if (!isMade) return false
    return settleLate.run({ sandbox, number, webhook, leaseUntil, delivered: Number(state === 'delivered') }).changes === 1
  }

  /** `sound` are webhooks of the sandbox that are known to have no failures; it is kept up to date. */
  function settleOne(sandbox: number, settled: Settled<Attempt>, sound: Set<string>): boolean {
    const { delivery: { id, webhook }, settlement } = settled
    const number = numberOf(id)
    if (number === undefined || !change(sandbox, number, settled) || !('attempt' in settlement)) return false
    addAttempt.run(sandbox, number, JSON.stringify(settlement.attempt))
    if (settlement.state === 'delivered') {
      if (!sound.has(webhook)) noteSuccess.run(sandbox, webhook)
      sound.add(webhook)
      return false
    }
    sound.delete(webhook)
    noteFailure.run({ sandbox, webhook, most: mostFailures(settlement) })
    return settlement.switchOff !== undefined
  }

  return {
    sandboxes: () => selectSandboxes.all().map(row => textIn(row, 'id')),

    queued() {
      const counted = countOpen.get()
      return counted === undefined ? 0 : numberIn(counted, 'n')
    },

    backlog(sandbox, now, machineNow) {
      const named = { sandbox: sandbox.key, machineNow }
      const due = new Set(selectDue.all({ ...named, now }).map(row => textIn(row, 'id')))
      const claimed = countClaimed.get(named)
      const next = selectNext.get({ ...named, now })
      return {
        due: due.size === 0 ? [] : webhooks.of(sandbox).filter(({ id }) => due.has(id)),
        claimed: claimed === undefined ? 0 : numberIn(claimed, 'claimed'),
        ...(next === undefined ? {} : optionalIn(next, 'due_at', 'nextDueAt', numberIn)),
      }
    },

    claim(sandbox, { webhook, now, limit, machineNow, leaseUntil }) {
      const rows = claim.all({ sandbox, webhook, now, limit, machineNow, leaseUntil })
      // `returning` promises no order.
      return rows
        .map(row => ({ row, dueAt: numberIn(row, 'due_at'), number: numberIn(row, 'number') }))
        .sort((a, b) => a.dueAt - b.dueAt || a.number - b.number)
        .map(({ row, number }) => ({
          id: String(number),
          webhook,
          messageId: textIn(row, 'message_id'),
          event: jsonIn<ClaimedDelivery['event']>(row, 'event'),
          attempts: numberIn(row, 'attempts'),
          leaseUntil,
        }))
    },

    settle(sandbox, settled) {
      let switchedOff = false
      const sound = new Set<string>()
      for (const one of settled) switchedOff = settleOne(sandbox, one, sound) || switchedOff
      return switchedOff
    },
  }
}

/** The failures in a row that switch the webhook off; null when none do. */
function mostFailures(settlement: Settlement<unknown>): number | null {
  const switchOff = 'switchOff' in settlement ? settlement.switchOff : undefined
  if (switchOff === undefined) return null
  return switchOff.kind === 'now' ? 0 : switchOff.failures
}
