/** HOOK-1 … HOOK-7 and what is assumed of webhooks: every way to be wrong. */
import type { Mutant } from './mutant.ts'
import { notificationMutants } from './notification-mutants.ts'
import { webhookCallMutants } from './webhook-call-mutants.ts'
import { webhookEventMutants } from './webhook-event-mutants.ts'
import { webhookRetryMutants } from './webhook-retry-mutants.ts'

export const webhookMutants: readonly Mutant[] = [
  ...webhookEventMutants,
  ...webhookCallMutants,
  ...webhookRetryMutants,
  ...notificationMutants,
]
