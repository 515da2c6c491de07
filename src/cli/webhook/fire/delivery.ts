/** One notification on its way: attempts, and the waits between them, in real time. */
import type { Clock, Instant, RecordChanged } from '../../../core/index.ts'
import { composeNotification, nextAttemptAt, targetOf } from '../../../webhooks/index.ts'
import type { Attempt, NotificationFormat, Outgoing, Sender, Webhook } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import { pauseUntil } from './pause.ts'

export interface Try {
  /** 1 for the first. */
  number: number
  at: Instant
  attempt: Attempt
  /** From the start of connecting to the end of the answer: milliseconds with their fractions. */
  tookMs: number
  /** When the next one is due; undefined when there is none. */
  nextAt: Instant | undefined
}

export type DeliveryEnd = 'accepted' | 'notAccepted' | 'interrupted'

export interface DeliveryDeps {
  webhook: Webhook
  format: NotificationFormat
  sender: Pick<Sender, 'send'>
  clock: Clock
  stop: AbortSignal
  /** Lets an attempt begin; resolves with the way to end it. */
  enter: () => Promise<() => void>
}

/** Resolves when it is accepted, given up by the policy, or interrupted. Each attempt is told when it is over. */
export async function deliver(
  event: RecordChanged,
  id: string,
  onTry: (tried: Try) => void,
  { webhook, format, sender, clock, stop, enter }: DeliveryDeps,
): Promise<DeliveryEnd> {
  const target = targetOf(webhook.url)
  for (let number = 1; ; number += 1) {
    const leave = await enter()
    let started = performance.now()
    let at = clock.now()
    const attempt = await sender
      .send(target, async () => {
        started = performance.now()
        at = clock.now()
        return outgoing(format, { webhook, event, messageId: id, at })
      })
      .finally(leave)
    if (attempt === undefined) throw new Error('the sender sent nothing')
    const tookMs = performance.now() - started
    if (stop.aborted && attempt.outcome !== 'delivered') return 'interrupted'
    const nextAt = nextAttemptAt(webhook.retries, { deliveryId: id, number, endedAt: clock.now(), outcome: attempt })
    onTry({ number, at, attempt, tookMs, nextAt })
    if (attempt.outcome === 'delivered') return 'accepted'
    if (nextAt === undefined) return 'notAccepted'
    await pauseUntil(nextAt, { clock, stop })
    if (stop.aborted) return 'interrupted'
  }
}

/** @throws UsageError when the contract in use has no room for what was asked for */
export function outgoing(format: NotificationFormat, notification: Parameters<typeof composeNotification>[1]): Outgoing {
  const composed = composeNotification(format, notification)
  if (!composed.ok) throw new UsageError(composed.problem.message)
  return composed.value
}
