/** What becomes of what the receiver has accepted: nothing lost, nothing done twice, whatever comes in whatever order. */
import type { CheckArea } from '../../src/conformance/receiver-check/index.ts'
import { failureChecks } from './delivery-failures.ts'
import { orderChecks } from './delivery-order.ts'
import { repetitionChecks } from './delivery-repetition.ts'

export const deliveryChecks: CheckArea = {
  area: 'delivery',
  title: 'Delivery and effects',
  checks: [...repetitionChecks, ...orderChecks, ...failureChecks],
}
