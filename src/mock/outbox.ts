/** Puts what a write causes beside it: its notifications are stored with it or not at all, and sent after the commit. */
import { randomUUID } from 'node:crypto'
import type { OnChanges } from '../service/index.ts'
import type { NewDelivery } from '../store/index.ts'
import { assumedRules, notificationsFor } from '../webhooks/index.ts'
import type { MatchedNotification, Webhook } from '../webhooks/index.ts'

/** Matches the changes of a write to the sandbox's webhooks, by the rules that its settings have (HOOK-1, HOOK-4). */
export const appendNotifications: OnChanges<Webhook> = async (tx, _sandbox, changes) => {
  const webhooks = await tx.webhooks()
  if (webhooks.length === 0) return
  const { matching } = await tx.settings()
  const rules = { ...assumedRules, ...matching }
  await tx.appendDeliveries(
    changes.flatMap((change) =>
      notificationsFor(change, webhooks, rules).map((matched) => deliveryOf(matched, change.at)),
    ),
  )
}

/** A notification to be delivered, first at `dueAt`. */
export function deliveryOf({ webhook, event }: MatchedNotification, dueAt: number): NewDelivery {
  return { webhook: webhook.id, messageId: `msg_${randomUUID()}`, event, dueAt }
}
