/**
 * What becomes of changes: webhooks and the deliveries of their notifications. To a store, a webhook and an attempt
 * are plain data of somebody else's; it gives back what it was given. There are two kinds of time: `now`, `dueAt` and
 * whatever an attempt says are the sandbox's; a lease is the machine's, since no clock that a test moves may end it.
 */
import type { Instant, RecordChanged, RecordId, Violation } from '../core/index.ts'
import type { SandboxId } from './sandbox.ts'

/** An event for one webhook, to be delivered. */
export interface NewDelivery {
  /** The webhook's id. */
  webhook: string
  /** What a receiver may tell repetitions by: letters, digits, `_` and `-`. */
  messageId: string
  event: RecordChanged
  /** When the event happened, and so when it is delivered first. */
  dueAt: Instant
}

export const deliveryStates = [
  'waiting', 'claimed', 'delivered', 'exhausted', 'unsendable',
  /** Its webhook was deleted before it was over. */
  'cancelled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface StoredDelivery<Attempt> {
  id: string
  webhook: string
  messageId: string
  event: RecordChanged
  state: DeliveryState
  /** When it was appended. */
  createdAt: Instant
  /** When it is, or last was, ready. */
  dueAt: Instant
  /** All there ever were, the oldest first. */
  attempts: Attempt[]
  /** Why it is unsendable. */
  violations?: Violation[]
}

export interface DeliveryFilter {
  ids?: readonly string[]
  webhook?: string
  states?: readonly DeliveryState[]
  section?: string
  recordId?: RecordId
  /** Appended at this instant or later. */
  since?: Instant
  /** Appended before this instant. */
  until?: Instant
  newestFirst?: boolean
  /** Those that come after this one in the order asked for. */
  after?: string
  limit: number
}

export interface ClaimedDelivery {
  id: string
  /** The webhook's id. */
  webhook: string
  messageId: string
  event: RecordChanged
  /** How many there were since it was appended or sent again. */
  attempts: number
  /** The end of the lease; it also tells this claim from earlier ones of the same delivery. */
  leaseUntil: Instant
}

/** What becomes of a claimed delivery. */
export type Settlement<Attempt> =
  | { state: 'delivered'; attempt: Attempt }
  | { state: 'waiting'; attempt: Attempt; dueAt: Instant; switchOff?: SwitchOff }
  | { state: 'exhausted'; attempt: Attempt; switchOff?: SwitchOff }
  | { state: 'unsendable'; violations: Violation[] }
  /** It was not tried. */
  | { state: 'handedBack' }

/** When a failure switches its webhook off: at once, or after so many failed attempts in a row, this one included. */
export type SwitchOff = { kind: 'now' } | { kind: 'afterFailures'; failures: number }

export interface Settled<Attempt> {
  delivery: ClaimedDelivery
  settlement: Settlement<Attempt>
}

export interface Backlog<Webhook> {
  /** The webhooks that have a delivery ready. */
  due: Webhook[]
  /** How many deliveries are claimed under a lease that has not ended. */
  claimed: number
  /** When the next delivery becomes ready, always later than `now`. */
  nextDueAt?: Instant
}

export interface Claim {
  sandbox: SandboxId
  webhook: string
  now: Instant
  limit: number
  machineNow: Instant
  leaseUntil: Instant
}

/**
 * The deliveries of all sandboxes. One is *ready* when its webhook is on, it waits or its lease has ended, its `dueAt`
 * is not after `now`, and, for a webhook with `inOrder`, no earlier one of the same webhook and record is waiting or
 * claimed.
 */
export interface Outbox<Webhook, Attempt> {
  /** The sandboxes with a delivery that waits or is claimed. */
  sandboxesWithDeliveries(): Promise<SandboxId[]>
  /** How many deliveries wait or are claimed, in all sandboxes. */
  queued(): Promise<number>
  /** Nothing for a sandbox that does not exist. */
  backlog(sandbox: SandboxId, now: Instant, machineNow: Instant): Promise<Backlog<Webhook>>
  /** Claims ready deliveries, those due earliest first and of those the oldest; two at once never get the same. */
  claim(claim: Claim): Promise<ClaimedDelivery[]>
  /**
   * In one transaction: appends each attempt, and when the delivery is still under that very claim, sets its state. A
   * success after the lease had ended counts as well, unless the delivery is over. A success sets the webhook's
   * failures in a row to 0. What no longer exists, or was put back by a restore, is passed over.
   */
  settle(sandbox: SandboxId, settled: readonly Settled<Attempt>[]): Promise<void>
  /** In the order in which they were appended, unless asked for otherwise. */
  deliveries(sandbox: SandboxId, filter: DeliveryFilter): Promise<StoredDelivery<Attempt>[]>
  /**
   * Of the deliveries that are over, drops all but the `keep` newest, with their attempts, and gives how many. One that
   * waits or is claimed stays. 0 for a sandbox that does not exist.
   */
  forgetSettled(sandbox: SandboxId, keep: number): Promise<number>
  /** Calls the listener at each commit that is news, before whoever committed knows. Gives the way to stop that. */
  watch(listener: (sandbox: SandboxId, news: StoreNews) => void): () => void
}

export type StoreNews =
  /** Deliveries may be ready that were not: of a write, sent again, of a webhook that was put, or by another clock. */
  | 'ready'
  /** The sandbox is what it was once: claims from before mean nothing any more. */
  | 'restored'
  | 'deleted'
  /** Another process has changed what is defined: reports, documents, faults. */
  | 'defined'
