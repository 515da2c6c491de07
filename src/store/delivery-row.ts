import { deliveryStates } from './delivery.ts'
import type { DeliveryState, StoredDelivery } from './delivery.ts'
import { jsonIn, numberIn, optionalIn, textIn } from './row.ts'
import type { OwnRow } from './row.ts'

/** The number that an id stands for; undefined for text that is no id. */
export function numberOf(id: string): number | undefined {
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined
}

/** The delivery that a row of an adapter's table holds. */
export function deliveryOf<Attempt>(row: OwnRow, attempts: Attempt[]): StoredDelivery<Attempt> {
  return {
    id: String(numberIn(row, 'number')),
    webhook: textIn(row, 'webhook'),
    messageId: textIn(row, 'message_id'),
    event: jsonIn(row, 'event'),
    state: stateOf(textIn(row, 'state')),
    createdAt: numberIn(row, 'created_at'),
    dueAt: numberIn(row, 'due_at'),
    attempts,
    ...optionalIn(row, 'violations', 'violations', jsonIn<NonNullable<StoredDelivery<Attempt>['violations']>>),
  }
}

function stateOf(text: string): DeliveryState {
  const found = deliveryStates.find(state => state === text)
  if (found === undefined) throw new TypeError(`"${text}" is no state of a delivery.`)
  return found
}
