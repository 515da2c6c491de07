/** The webhooks of a sandbox, as the service's console would hold them (HOOK-1). */
import { refusal, success } from '../../core/index.ts'
import type { Instant, JsonObject, JsonValue, Outcome, RecordChanged } from '../../core/index.ts'
import type { Catalogue } from '../../service/index.ts'
import type { SandboxId, Store } from '../../store/index.ts'
import { describeWebhook, parseWebhook } from '../../webhooks/index.ts'
import type { AttemptRecord, Webhook } from '../../webhooks/index.ts'
import { deliveryOf } from '../outbox.ts'

export interface WebhooksDeps {
  store: Pick<Store<Webhook, AttemptRecord>, 'transaction'>
  sections: Catalogue['sections']
  /** Of webhooks that do not say how they are retried; the assumed policy when absent. */
  retries?: JsonValue
  now(sandbox: SandboxId): Promise<Instant>
}

export interface Webhooks {
  /** The sections that exist, each with the names of its fields. */
  fields: ReadonlyMap<string, ReadonlySet<string>>
  /** A configuration as fixtures and the control API write it; `id` is used when it has none. Refuses as `invalid`. */
  parse(configuration: unknown, id: string, pointer?: string): Outcome<Webhook>
  list(sandbox: SandboxId): Promise<readonly Webhook[]>
  /** Adds a webhook, or replaces the one of the same id. */
  put(sandbox: SandboxId, configuration: unknown, id?: string): Promise<Outcome<Webhook>>
  /** Whether there was one. Its deliveries that are not over are cancelled. */
  remove(sandbox: SandboxId, id: string): Promise<boolean>
  /** Sends an event that no write has caused; gives the delivery's id. Refuses an unknown webhook as `notFound`. */
  fire(sandbox: SandboxId, id: string, event: FiredEvent): Promise<Outcome<string>>
}

/** What is not said of it is the webhook's section, a creation, and the sandbox's now. */
export type FiredEvent = Partial<RecordChanged> & Pick<RecordChanged, 'recordId'>

export function createWebhooks({ store, sections, retries, now }: WebhooksDeps): Webhooks {
  const fields = new Map([...sections].map(([id, { schema }]) => [id, new Set(Object.keys(objectIn(schema.properties)))]))

  function parse(configuration: unknown, id: string, pointer = ''): Outcome<Webhook> {
    return parseWebhook(withRetries(configuration), { sections: fields, id, pointer })
  }

  function withRetries(configuration: unknown): unknown {
    const isObject = typeof configuration === 'object' && configuration !== null && !Array.isArray(configuration)
    return retries === undefined || !isObject ? configuration : { retries, ...configuration }
  }

  const list = (sandbox: SandboxId) => store.transaction(sandbox, (tx) => tx.webhooks())

  return {
    fields,
    parse,
    list,
    put: (sandbox, configuration, id) =>
      store.transaction(sandbox, async (tx) => {
        const known = await tx.webhooks()
        const parsed = parse(configuration, id ?? freeId(known))
        if (parsed.ok && id !== undefined && parsed.value.id !== id) {
          const violation = { pointer: '/id', message: 'The id is another than that of the path.', expected: id }
          return refusal({ kind: 'invalid', message: violation.message, violations: [violation] })
        }
        if (parsed.ok) await tx.putWebhook(parsed.value)
        return parsed
      }),
    remove: (sandbox, id) => store.transaction(sandbox, (tx) => tx.deleteWebhook(id)),
    async fire(sandbox, id, given) {
      const instant = await now(sandbox)
      return store.transaction(sandbox, async (tx) => {
        const webhook = (await tx.webhooks()).find((known) => known.id === id)
        if (webhook === undefined) return refusal({ kind: 'notFound', message: `There is no webhook ${JSON.stringify(id)}.` })
        const occurredAt = new Date(instant).toISOString()
        const event: RecordChanged = {
          kind: 'created',
          section: webhook.section,
          changedFields: Object.keys(given.record ?? {}),
          occurredAt,
          ...given,
        }
        const [delivery = ''] = await tx.appendDeliveries([deliveryOf({ webhook, event }, instant)])
        return success(delivery)
      })
    },
  }
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function freeId(known: readonly Webhook[]): string {
  let number = known.length + 1
  while (known.some(({ id }) => id === `webhook-${number}`)) number += 1
  return `webhook-${number}`
}

/** A webhook as it is shown: whoever reads it learns that there is a token or a secret, and not which. */
export function showWebhook(webhook: Webhook): JsonObject {
  const { token, standardWebhooks, ...rest } = describeWebhook(webhook)
  return {
    ...rest,
    ...(token === undefined ? {} : { token: redacted }),
    ...(standardWebhooks === undefined ? {} : { standardWebhooks: { secret: redacted } }),
  }
}

const redacted = '[redacted]'
