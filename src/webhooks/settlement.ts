import type { AttemptRecord } from './attempt.ts'
import type { Settlement, SwitchOff } from './delivery-store.ts'
import { disablesWebhook, nextAttemptAt } from './retry-policy.ts'
import type { Webhook } from './webhook.ts'

/** What an attempt makes of its delivery, and perhaps of its webhook. Pure. */
export function settlementAfter({ retries }: Webhook, deliveryId: string, record: AttemptRecord): Settlement {
  const { attempt, number, endedAt } = record
  if (attempt.outcome === 'delivered') return { state: 'delivered', attempt: record }
  const dueAt = nextAttemptAt(retries, { deliveryId, number, endedAt, outcome: attempt })
  const settlement: Settlement = dueAt === undefined
    ? { state: 'exhausted', attempt: record }
    : { state: 'waiting', attempt: record, dueAt }
  const switchOff: SwitchOff | undefined = disablesWebhook(retries, attempt)
    ? { kind: 'now' }
    : retries.disablesAfter === undefined
      ? undefined
      : { kind: 'afterFailures', failures: retries.disablesAfter }
  return switchOff === undefined ? settlement : { ...settlement, switchOff }
}
