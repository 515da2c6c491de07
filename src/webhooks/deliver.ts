/** Takes one claimed delivery to its receiver and settles it. */
import type { Instant } from '../core/index.ts'
import type { SandboxId } from '../store/index.ts'
import type { ClaimedDelivery, Settlement } from './delivery-store.ts'
import { composeNotification } from './outgoing-notification.ts'
import type { NotificationFormat } from './outgoing-notification.ts'
import type { ClockReading, SandboxClocks } from './sandbox-clocks.ts'
import type { Outgoing, Sender } from './sender.ts'
import { settlementAfter } from './settlement.ts'
import type { Settler } from './settler.ts'
import type { Target } from './target.ts'
import type { Webhook } from './webhook.ts'

export interface DeliverDeps {
  settler: Settler
  clocks: Pick<SandboxClocks, 'read'>
  sender: Pick<Sender, 'send'>
  format: NotificationFormat
}

export interface Delivering {
  sandbox: SandboxId
  webhook: Webhook
  target: Target
  delivery: ClaimedDelivery
  /** Asked when it is the target's turn: whether the delivery is still to be sent. */
  wanted: () => boolean
  /** Asked when its outcome is known: whether there is no sandbox any more that it belongs to. */
  forgotten: () => boolean
}

/**
 * Gives what the delivery became, undefined when it was forgotten. Rejects when the clock cannot be read or
 * the store does not take the settlement; then the delivery is made again, which at-least-once allows.
 */
export async function deliver(deps: DeliverDeps, delivering: Delivering): Promise<Settlement | undefined> {
  const { settler, clocks, sender, format } = deps
  const { sandbox, webhook, target, delivery, wanted, forgotten } = delivering
  const { messageId, event } = delivery
  let settlement: Settlement = { state: 'handedBack' }
  let at: Instant = 0

  const compose = (reading: ClockReading | undefined): Outgoing | undefined => {
    if (reading === undefined) return undefined
    at = reading.now
    const composed = composeNotification(format, { webhook, messageId, event, at })
    if (composed.ok) return composed.value
    const violations = composed.problem.kind === 'invalid' ? composed.problem.violations : []
    settlement = { state: 'unsendable', violations }
    return undefined
  }

  try {
    const attempt = await sender.send(target, () => {
      const reading = wanted() ? clocks.read(sandbox) : undefined
      return reading instanceof Promise ? reading.then(compose) : compose(reading)
    })
    if (attempt !== undefined) {
      const endedAt = (await clocks.read(sandbox))?.now ?? at
      settlement = settlementAfter(webhook, delivery.id, { number: delivery.attempts + 1, at, endedAt, attempt })
    }
  } finally {
    if (!forgotten()) await settler.settle(sandbox, { delivery, settlement })
  }
  return forgotten() ? undefined : settlement
}
