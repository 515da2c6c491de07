/**
 * What the dispatcher needs of a store. Times are parameters always. There are two kinds: `now`, `dueAt` and
 * an attempt's instants are the sandbox's, whose clock may stand still or be moved; a lease is the machine's,
 * because it guards against a process that died, and no clock that a test moves may end it.
 */
import type { Instant, RecordChanged, Violation } from '../core/index.ts'
import type { SandboxId } from '../store/index.ts'
import type { AttemptRecord } from './attempt.ts'
import type { Webhook } from './webhook.ts'

/** One event on its way to one webhook. */
export interface ClaimedDelivery {
  id: string
  /** The webhook's id. */
  webhook: string
  /** The event's, the same for each attempt; letters, digits, `_` and `-`. */
  messageId: string
  event: RecordChanged
  /** Attempts since the delivery was put on its schedule: 0 for one that is new or to be sent again. */
  attempts: number
  /** The end of the lease. It also tells this claim from earlier ones of the same delivery. */
  leaseUntil: Instant
}

/** What becomes of a claimed delivery. */
export type Settlement =
  | { state: 'delivered'; attempt: AttemptRecord }
  | { state: 'waiting'; attempt: AttemptRecord; dueAt: Instant; switchOff?: SwitchOff }
  | { state: 'exhausted'; attempt: AttemptRecord; switchOff?: SwitchOff }
  /** The notification breaks the contract: it was not sent and never will be. */
  | { state: 'unsendable'; violations: Violation[] }
  /** It was not tried: as it was before it was claimed. */
  | { state: 'handedBack' }

export interface Settled {
  delivery: ClaimedDelivery
  settlement: Settlement
}

/**
 * Whether the failure switches the webhook off: at once, or when so many attempts in a row have failed, this
 * one included, of whichever of its deliveries.
 */
export type SwitchOff = { kind: 'now' } | { kind: 'afterFailures'; failures: number }

/** What there is to do in a sandbox. */
export interface Backlog {
  /** The webhooks that have a delivery ready. */
  due: Webhook[]
  /** Deliveries that are claimed, by whomever, under a lease that has not ended. */
  claimed: number
  /** When the next delivery becomes ready, always later than `now`. */
  nextDueAt?: Instant
}

export interface Claim {
  sandbox: SandboxId
  /** The webhook's id. */
  webhook: string
  now: Instant
  /** At most so many, those due earliest first, and of those the oldest. */
  limit: number
  machineNow: Instant
  leaseUntil: Instant
}

/**
 * A delivery is *ready* when its webhook is on, it waits or its lease has ended, its `dueAt` is not after
 * `now`, and, for a webhook whose policy says `inOrder`, no earlier delivery of the same webhook and record
 * is waiting or claimed. A webhook that is off holds its deliveries back until it is on again; those claimed
 * by then are made. In PostgreSQL, claiming is a select of ready rows `for update skip locked` and an update
 * of those rows in one statement.
 */
export interface DeliveryStore {
  /** The sandboxes with a delivery that waits or is claimed. */
  sandboxesWithDeliveries(): Promise<SandboxId[]>
  /** Nothing to do for a sandbox that does not exist. */
  backlog(sandbox: SandboxId, now: Instant, machineNow: Instant): Promise<Backlog>
  /** Claims ready deliveries: nobody else gets them until the lease ends. Two at once never get the same. */
  claim(claim: Claim): Promise<ClaimedDelivery[]>
  /**
   * All in one transaction: appends each attempt, and when the delivery is still under this very claim, its
   * state. A success that came after the lease had ended counts as well, unless the delivery is over already.
   * A success sets the webhook's failures in a row to 0, a failure adds one and may switch it off. A delivery
   * that no longer exists is passed over.
   */
  settle(sandbox: SandboxId, settled: readonly Settled[]): Promise<void>
}
