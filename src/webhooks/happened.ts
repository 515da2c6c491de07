/** What the dispatcher did, for those who wait for it. */
import type { Instant, RecordChanged, Violation } from '../core/index.ts'
import type { SandboxId } from '../store/index.ts'
import type { AttemptOutcome } from './attempt.ts'
import type { ClaimedDelivery, Settlement } from './delivery-store.ts'
import type { Duration } from './duration.ts'

/** One attempt that was made, or one delivery that could not be sent. */
export interface Happened {
  sandbox: SandboxId
  delivery: string
  webhook: string
  event: RecordChanged
  /** What the delivery is now. */
  state: 'delivered' | 'waiting' | 'exhausted' | 'unsendable'
  attempt?: { number: number; at: Instant; endedAt: Instant; durationMs: Duration; outcome: AttemptOutcome }
  /** When it is tried again, while it waits. */
  dueAt?: Instant
  violations?: Violation[]
}

export function happenedIn(
  sandbox: SandboxId,
  webhook: string,
  { id, event }: ClaimedDelivery,
  settlement: Exclude<Settlement, { state: 'handedBack' }>,
): Happened {
  const { state } = settlement
  const base: Happened = { sandbox, delivery: id, webhook, event, state }
  if (settlement.state === 'unsendable') return { ...base, violations: settlement.violations }
  const { number, at, endedAt, attempt } = settlement.attempt
  const { request: _, answer: __, durationMs, ...outcome } = attempt
  const made: Happened = { ...base, attempt: { number, at, endedAt, durationMs, outcome } }
  return settlement.state === 'waiting' ? { ...made, dueAt: settlement.dueAt } : made
}
