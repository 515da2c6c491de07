/** The webhooks of a sandbox, as the service's console would hold them (HOOK-1). */
import { refusal, success } from '../../core/index.ts'
import type { Instant, JsonObject, JsonValue, Outcome, RecordChanged } from '../../core/index.ts'
import type { Catalogue } from '../../service/index.ts'
import type { SandboxId, Store } from '../../store/index.ts'
import { describeWebhook, parseWebhook, parseWebhookText } from '../../webhooks/index.ts'
import type { AttemptRecord, TargetPolicy, Webhook } from '../../webhooks/index.ts'
import { deliveryOf } from '../outbox.ts'

export interface WebhooksDeps {
  store: Pick<Store<Webhook, AttemptRecord>, 'transaction'>
  sections: Catalogue['sections']
  /** Of webhooks that do not say how they are retried; the assumed policy when absent. */
  retries?: JsonValue
  /** Where webhooks may point; one that is switched off may point anywhere. */
  targets: Pick<TargetPolicy, 'refusalOf'>
  now(sandbox: SandboxId): Promise<Instant>
}

export interface Webhooks {
  /** A configuration as fixtures and the control API write it; `id` is used when it has none. Refuses as `invalid`. */
  parse(configuration: unknown, id: string, pointer?: string): Outcome<Webhook>
  /** The same from one line, as `parseWebhookText` reads it. */
  parseText(text: string, id: string): Outcome<Webhook>
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

export function createWebhooks({ store, sections, retries, targets, now }: WebhooksDeps): Webhooks {
  const fields = new Map([...sections].map(([id, { schema }]) => [id, new Set(Object.keys(objectIn(schema.properties)))]))

  const context = { sections: fields, ...(retries === undefined ? {} : { retries }) }

  function parse(configuration: unknown, id: string, pointer = ''): Outcome<Webhook> {
    return allowed(parseWebhook(configuration, { ...context, id, pointer }), pointer)
  }

  function allowed(parsed: Outcome<Webhook>, pointer = ''): Outcome<Webhook> {
    const reason = parsed.ok && parsed.value.enabled ? targets.refusalOf(parsed.value.url) : undefined
    if (reason === undefined) return parsed
    const message = `The webhook cannot be sent there: ${reason}.`
    const expected = 'this machine, or a host that the mock was started to allow, by --allow-webhook-host or webhookHosts'
    return refusal({ kind: 'invalid', message, violations: [{ pointer: `${pointer}/url`, message, expected }] })
  }

  const list = (sandbox: SandboxId) => store.transaction(sandbox, (tx) => tx.webhooks())

  return {
    parse,
    parseText: (text, id) => allowed(parseWebhookText(text, { ...context, id })),
    list,
    put: (sandbox, configuration, id) =>
      store.transaction(sandbox, async (tx) => {
        const known = await tx.webhooks()
        const parsed = parse(configuration, id ?? freeId(known.map((webhook) => webhook.id)))
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

/** The id of a webhook that has none: `webhook-1` and so on. */
export function freeId(known: readonly string[]): string {
  let number = 1
  while (known.includes(`webhook-${number}`)) number += 1
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
