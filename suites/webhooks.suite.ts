/** HOOK-1 … HOOK-7: the service calls whom it was told to, when it was told to. */
import type { Suite } from '../src/conformance/index.ts'
import { notificationCases } from './notification.cases.ts'
import { deliveryCases } from './webhook-delivery.cases.ts'
import { eventCases } from './webhook-events.cases.ts'
import { retryCases } from './webhook-retries.cases.ts'

export const webhooksSuite: Suite = {
  area: 'webhooks',
  title: 'Outbound webhooks',
  cases: [...eventCases, ...deliveryCases, ...retryCases, ...notificationCases],
}
