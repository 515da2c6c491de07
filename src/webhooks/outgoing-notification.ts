/** A notification as it is sent to one webhook. */
import { refusal, success } from '../core/index.ts'
import type { Instant, Outcome, RecordChanged, Violation } from '../core/index.ts'
import type { Outgoing } from './sender.ts'
import { standardHeaders } from './standard-webhooks.ts'
import type { Webhook } from './webhook.ts'

/** How the contract in use writes a notification (GAP-HOOK-BODY). */
export interface NotificationFormat {
  encode(meaning: RecordChanged): { headers: Record<string, string>; mediaType: string; body: unknown }
  /** Violations of the contract by a body. */
  check(body: unknown): Violation[]
}

export interface NotificationToSend {
  webhook: Webhook
  event: RecordChanged
  /** The same for each attempt of a delivery; travels only with Standard Webhooks. */
  messageId: string
  /** When this attempt is made, on the sandbox's clock. */
  at: Instant
}

/**
 * The body in the contract's shape, the bearer token when the webhook has one and no such header otherwise
 * (HOOK-3), and the headers of Standard Webhooks when they are switched on. Refused as `invalid` when the
 * body would break the contract: a receiver must not be shown what the contract does not have.
 */
export function composeNotification(format: NotificationFormat, notification: NotificationToSend): Outcome<Outgoing> {
  const { webhook, event, messageId, at } = notification
  const { headers, mediaType, body: value } = format.encode(event)
  const violations = format.check(value)
  const [first] = violations
  if (first !== undefined) {
    const message = `The notification breaks the contract at ${first.pointer}: ${first.message}`
    return refusal({ kind: 'invalid', message, violations })
  }
  const body = JSON.stringify(value)
  const signed = webhook.standardWebhooks
  return success({
    headers: {
      ...headers,
      'content-type': mediaType,
      ...(webhook.token === undefined ? {} : { authorization: `Bearer ${webhook.token}` }),
      ...(signed === undefined ? {} : standardHeaders({ secret: signed.secret, id: messageId, at, body })),
    },
    body,
  })
}
