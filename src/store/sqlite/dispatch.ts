import type { Backlog, Claim, ClaimedDelivery, Settled, Settlement } from '../delivery.ts'
import type { StoredWebhook } from '../sandbox.ts'
import type { Claims } from './claims.ts'
import type { Database, NamedValues } from './database.ts'
import { numberAt, numberIn, optionalIn, textAt, textIn } from '../row.ts'
import type { Sandbox } from './sandboxes.ts'
import type { Webhooks } from './webhooks.ts'

/** Who is to be notified, and what came of it. Nothing here opens a transaction. */
export interface Dispatch<Webhook, Attempt> {
  sandboxes(): string[]
  queued(): number
  backlog(sandbox: Sandbox, now: number, machineNow: number): Backlog<Webhook>
  claim(sandbox: number, claim: Claim): ClaimedDelivery[]
  /** `unclaimed` are those whose claims are over once that is committed. */
  settle(sandbox: number, settled: readonly Settled<Attempt>[]): { hasSwitchedOff: boolean; unclaimed: Iterable<number> }
}

/** Of a delivery `d` of the webhook `w`: nobody has it. */
const free = `d.open = 1 and d.number not in (select value from json_each(:claimed))`

/** None of its record is to be made first. */
const unblocked = `(w.in_order = 0 or not exists (
  select 1 from ensayo_deliveries e where e.sandbox = d.sandbox and e.webhook = d.webhook and e.turn = d.turn
    and e.open = 1 and e.number < d.number))`

/** Those of `w`. */
const own = 'd.sandbox = w.sandbox and d.webhook = w.id'

export function createDispatch<Webhook extends StoredWebhook, Attempt>({
  database,
  webhooks,
  claims,
}: {
  database: Database
  webhooks: Webhooks<Webhook>
  claims: Claims
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
  const selectNext = database.prepare(
    `select min((
       select d.due_at from ensayo_deliveries d where ${own} and d.due_at > :now and ${free} and ${unblocked}
       order by d.due_at limit 1)) as due_at
     from ensayo_webhooks w where w.sandbox = :sandbox and w.enabled = 1`,
  )
  const selectReady = database.prepareTuples(
    `select d.number, d.message_id, d.event, d.attempts from ensayo_webhooks w join ensayo_deliveries d on ${own}
     where w.sandbox = :sandbox and w.id = :webhook and w.enabled = 1 and d.due_at <= :now and ${free} and ${unblocked}
     order by d.due_at, d.number limit :limit + 0`,
  )
  // Successes are most of what is settled: neighbours in one statement.
  const setDelivered = database.prepare(
    `update ensayo_deliveries set state = 'delivered', open = 0, attempts = attempts + 1, lease_until = ?
     where sandbox = ? and number between ? and ? and open = 1`,
  )
  const setState = database.prepare(
    `update ensayo_deliveries set state = :state, open = :open, due_at = coalesce(:dueAt, due_at),
       attempts = attempts + :made, violations = :violations, lease_until = :leaseUntil
     where sandbox = :sandbox and number = :number and open = 1`,
  )
  // A lease that the delivery never had comes from before a restore.
  const settleLate = database.prepare(
    `update ensayo_deliveries set attempts = attempts + 1, state = iif(:delivered and open = 1, 'delivered', state),
       open = iif(:delivered, 0, open), lease_until = max(lease_until, :held)
     where sandbox = :sandbox and number = :number and webhook = :webhook and max(lease_until, :held) >= :leaseUntil`,
  )
  const addAttempt = database.prepare('insert into ensayo_attempts(sandbox, delivery, attempt) values (?, ?, ?)')
  const noteSuccess = database.prepare(
    'update ensayo_webhooks set failures = 0 where sandbox = ? and id = ? and failures <> 0',
  )
  const noteFailure = database.prepare(
    `update ensayo_webhooks set failures = failures + 1, enabled = iif(failures + 1 >= :most, 0, enabled)
     where sandbox = :sandbox and id = :webhook`,
  )

  function writeDelivered({ sandbox, delivered }: Settling): void {
    for (const { first, last, leaseUntil } of runsOf(delivered.splice(0))) {
      ensureAll(last - first + 1, setDelivered.run(leaseUntil, sandbox, first, last))
    }
  }

  /** Whether the settlement is to be taken notice of. */
  function change(settling: Settling, { delivery, settlement }: Settled<Attempt>, { number, held }: Claimed): boolean {
    const { sandbox } = settling
    const { leaseUntil, webhook } = delivery
    const isDelivered = settlement.state === 'delivered'
    if (held === leaseUntil) {
      if (isDelivered) settling.delivered.push({ number, leaseUntil })
      else ensureAll(1, setState.run({ sandbox, number, leaseUntil, ...changeOf(settlement) }))
      return true
    }
    if (!('attempt' in settlement)) return false
    writeDelivered(settling)
    const delivered = Number(isDelivered)
    return settleLate.run({ sandbox, number, webhook, leaseUntil, held, delivered }).changes === 1
  }

  /** Whether that switches the webhook off. */
  function settleOne(settling: Settling, settled: Settled<Attempt>): boolean {
    const { sandbox, over, sound, made } = settling
    const { delivery: { id, webhook, leaseUntil }, settlement } = settled
    const number = Number(id)
    const held = over.has(number) ? 0 : claims.leaseOf(sandbox, number)
    if (held === leaseUntil) over.add(number)
    if (!change(settling, settled, { number, held }) || !('attempt' in settlement)) return false
    made.push([number, settlement.attempt])
    if (settlement.state === 'delivered') {
      // However late it came: a later claim's own settlement finds that it is late.
      over.add(number)
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
      const { key } = sandbox
      const named = { sandbox: key, now, claimed: claims.list(key, machineNow) }
      const due = new Set(selectDue.all(named).map(row => textIn(row, 'id')))
      const next = selectNext.get(named)
      return {
        due: due.size === 0 ? [] : webhooks.of(sandbox).filter(({ id }) => due.has(id)),
        claimed: claims.count(key, machineNow),
        ...(next === undefined ? {} : optionalIn(next, 'due_at', 'nextDueAt', numberIn)),
      }
    },

    claim(sandbox, { webhook, now, limit, machineNow, leaseUntil }) {
      const claimed = claims.list(sandbox, machineNow)
      return selectReady({ sandbox, webhook, now, limit, claimed }).map(row => {
        const number = numberAt(row, 0)
        claims.add(sandbox, number, leaseUntil)
        const event: ClaimedDelivery['event'] = JSON.parse(textAt(row, 2))
        return { id: String(number), webhook, messageId: textAt(row, 1), event, attempts: numberAt(row, 3), leaseUntil }
      })
    },

    settle(sandbox, settled) {
      const settling: Settling = { sandbox, over: new Set(), sound: new Set(), delivered: [], made: [] }
      let hasSwitchedOff = false
      for (const one of settled) hasSwitchedOff = settleOne(settling, one) || hasSwitchedOff
      writeDelivered(settling)
      for (const [number, attempt] of settling.made) addAttempt.run(sandbox, number, JSON.stringify(attempt))
      return { hasSwitchedOff, unclaimed: settling.over }
    },
  }
}

/** A delivery under a claim is open: whatever else ends it ends its claim as well. */
function ensureAll(expected: number, { changes }: { changes: number | bigint }): void {
  if (changes !== expected) throw new Error('A delivery is over, but its claim is not.')
}

/** What is known while several are settled in one transaction. */
interface Settling {
  sandbox: number
  /** The deliveries whose claims are over. */
  over: Set<number>
  /** The webhooks that have no failures in a row. */
  sound: Set<string>
  /** Successes that are not written yet. */
  delivered: { number: number; leaseUntil: number }[]
  /** Attempts to be added, by the numbers of their deliveries. */
  made: [number, unknown][]
}

/** A delivery, and the end of the lease under which it is held; 0 for none. */
interface Claimed {
  number: number
  held: number
}

interface Run {
  first: number
  last: number
  leaseUntil: number
}

/** Neighbouring numbers under one lease together. */
function runsOf(delivered: readonly { number: number; leaseUntil: number }[]): Run[] {
  const runs: Run[] = []
  for (const { number, leaseUntil } of delivered.toSorted((a, b) => a.number - b.number)) {
    const run = runs.at(-1)
    if (run !== undefined && run.last === number - 1 && run.leaseUntil === leaseUntil) run.last = number
    else runs.push({ first: number, last: number, leaseUntil })
  }
  return runs
}

/** What a settlement other than a success changes in its row, in which the lease is noted as well. */
function changeOf(settlement: Settlement<unknown>): NamedValues {
  const { state } = settlement
  const isOpen = state === 'waiting' || state === 'handedBack'
  return {
    state: isOpen ? 'waiting' : state,
    open: Number(isOpen),
    dueAt: state === 'waiting' ? settlement.dueAt : null,
    made: Number('attempt' in settlement),
    violations: state === 'unsendable' ? JSON.stringify(settlement.violations) : null,
  }
}

/** The failures in a row that switch the webhook off; null when none do. */
function mostFailures(settlement: Settlement<unknown>): number | null {
  const switchOff = 'switchOff' in settlement ? settlement.switchOff : undefined
  if (switchOff === undefined) return null
  return switchOff.kind === 'now' ? 0 : switchOff.failures
}
