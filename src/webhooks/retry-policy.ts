/** When a delivery that failed is tried again (HOOK-6; the numbers are GAP-HOOK-RETRIES). */
import type { Instant } from '../core/index.ts'
import type { AttemptOutcome } from './attempt.ts'
import type { Duration } from './duration.ts'
import { fractionOf } from './fraction.ts'

/** Plain data: it is stored with its webhook. */
export interface RetryPolicy {
  /** The named policy that the delays come from; absent for a list of one's own. */
  preset?: string
  /** The wait after each failed attempt; when they are used up, the delivery is given up. */
  delays: readonly Duration[]
  /** 0 … 1: each wait is longer or shorter by at most this part of it, by chance that `seed` fixes. */
  jitter: number
  seed: number
  /** Whether 4xx is treated like silence. 408, 425 and 429 ask for a repetition and always are. */
  retriesClientErrors: boolean
  /** Statuses after which the receiver does not want this notification again. */
  finalStatuses: readonly number[]
  /** 410 ends the delivery and switches the webhook off. */
  goneDisables: boolean
  /** Switches the webhook off after so many failed attempts in a row, of whichever deliveries. */
  disablesAfter?: number
  /** Waits at least as long as the receiver's `Retry-After` asks for, up to a day. */
  honoursRetryAfter: boolean
  /** Holds a record's later notifications back until its earlier ones are delivered or given up. */
  inOrder: boolean
}

/** A failed attempt with what decides about the next. */
export interface FailedAttempt {
  /** With the policy's seed, this and the number decide the jitter. */
  deliveryId: string
  /** 1 for the first attempt. */
  number: number
  /** When it failed: each wait begins at the failure of the attempt before. */
  endedAt: Instant
  outcome: AttemptOutcome
}

/** A receiver's `Retry-After` moves an attempt by no more than this. */
export const longestRetryAfter: Duration = 86_400_000

/** When to try again; undefined when the delivery is over: it arrived, or the policy gives up. */
export function nextAttemptAt(policy: RetryPolicy, failed: FailedAttempt): Instant | undefined {
  const { outcome, number, endedAt } = failed
  if (outcome.outcome === 'delivered' || isFinal(policy, outcome)) return undefined
  const delay = policy.delays[number - 1]
  if (delay === undefined) return undefined
  return endedAt + Math.max(withJitter(policy, delay, failed), askedFor(policy, outcome))
}

/** Whether this answer alone switches the webhook off. */
export function disablesWebhook(policy: RetryPolicy, outcome: AttemptOutcome): boolean {
  return policy.goneDisables && outcome.outcome === 'rejected' && outcome.status === 410
}

function isFinal(policy: RetryPolicy, outcome: AttemptOutcome): boolean {
  if (outcome.outcome !== 'rejected') return false
  if (disablesWebhook(policy, outcome) || policy.finalStatuses.includes(outcome.status)) return true
  return !policy.retriesClientErrors && isClientError(outcome.status)
}

/** RFC 9110 (408), RFC 8470 (425) and RFC 6585 (429) say of themselves that the request may be repeated. */
function isClientError(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429
}

function withJitter(policy: RetryPolicy, delay: Duration, { deliveryId, number }: FailedAttempt): Duration {
  if (policy.jitter === 0) return delay
  const chance = fractionOf(`${policy.seed}/${deliveryId}/${number}`)
  return Math.round(delay * (1 + policy.jitter * (2 * chance - 1)))
}

function askedFor(policy: RetryPolicy, outcome: AttemptOutcome): Duration {
  if (!policy.honoursRetryAfter || outcome.outcome !== 'rejected') return 0
  return Math.min(outcome.retryAfter ?? 0, longestRetryAfter)
}
