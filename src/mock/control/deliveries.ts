/** The deliveries of a sandbox: what became of each notification. */
import type { Instant, RecordChanged, Violation } from '../../core/index.ts'
import type { DeliveryFilter, DeliveryState, SandboxId, Store, StoredDelivery } from '../../store/index.ts'
import type { AttemptRecord, Webhook } from '../../webhooks/index.ts'

/** A delivery in words: instants are ISO 8601 on the sandbox's clock. */
export interface ShownDelivery {
  id: string
  webhook: string
  messageId: string
  state: DeliveryState
  event: RecordChanged
  createdAt: string
  /** When it is tried next, while it waits. */
  dueAt?: string
  attempts: ShownAttempt[]
  violations?: Violation[]
}

export interface ShownAttempt {
  number: number
  at: string
  outcome: AttemptRecord['attempt']['outcome']
  status?: number
  cause?: string
  durationMs: number
  /** As it was sent, the token taken out. */
  request: AttemptRecord['attempt']['request']
  answer?: AttemptRecord['attempt']['answer']
}

export interface Deliveries {
  list(sandbox: SandboxId, filter?: Partial<DeliveryFilter>): Promise<ShownDelivery[]>
  /** Puts them at the beginning of their schedule; gives the ids of those that could be. */
  redeliver(sandbox: SandboxId, filter: Partial<DeliveryFilter>): Promise<string[]>
}

export interface DeliveriesDeps {
  store: Pick<Store<Webhook, AttemptRecord>, 'deliveries' | 'transaction'>
  now(sandbox: SandboxId): Promise<Instant>
}

const mostAtOnce = 1000

export function createDeliveries({ store, now }: DeliveriesDeps): Deliveries {
  return {
    async list(sandbox, filter = {}) {
      return (await store.deliveries(sandbox, { limit: mostAtOnce, ...filter })).map(showDelivery)
    },
    async redeliver(sandbox, filter) {
      const instant = await now(sandbox)
      return store.transaction(sandbox, (tx) => tx.redeliver({ limit: mostAtOnce, ...filter }, instant))
    },
  }
}

function showDelivery(delivery: StoredDelivery<AttemptRecord>): ShownDelivery {
  const { id, webhook, messageId, state, event, createdAt, dueAt, attempts, violations } = delivery
  return {
    id,
    webhook,
    messageId,
    state,
    event,
    createdAt: iso(createdAt),
    ...(state === 'waiting' ? { dueAt: iso(dueAt) } : {}),
    attempts: attempts.map(showAttempt),
    ...(violations === undefined ? {} : { violations }),
  }
}

function showAttempt({ number, at, attempt }: AttemptRecord): ShownAttempt {
  const { outcome, durationMs, request, answer } = attempt
  return {
    number,
    at: iso(at),
    outcome,
    ...('status' in attempt ? { status: attempt.status } : {}),
    ...('cause' in attempt ? { cause: attempt.cause } : {}),
    durationMs,
    request,
    ...(answer === undefined ? {} : { answer }),
  }
}

function iso(instant: Instant): string {
  return new Date(instant).toISOString()
}

