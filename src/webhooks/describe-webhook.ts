import type { JsonObject } from '../core/index.ts'
import { formatDuration } from './duration.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { assumedRetries, retryPresets } from './retry-presets.ts'
import type { Webhook } from './webhook.ts'

/**
 * A webhook as its configuration would be written: `parseWebhook` reads it as the same webhook. The token and
 * the secret are in it; whoever shows it to others takes them out.
 */
export function describeWebhook(webhook: Webhook): JsonObject {
  const { retries, on, standardWebhooks, ...rest } = webhook
  return {
    ...rest,
    on: { creation: on.creation, modification: on.modification, fields: [...on.fields] },
    retries: describeRetries(retries),
    ...(standardWebhooks === undefined ? {} : { standardWebhooks: { secret: standardWebhooks.secret } }),
  }
}

const switches = [
  'jitter', 'seed', 'retriesClientErrors', 'goneDisables', 'disablesAfter', 'honoursRetryAfter', 'inOrder',
] as const

/** The preset or the delays, and of the switches those that differ from what they would be. */
function describeRetries(retries: RetryPolicy): JsonObject {
  const preset = retryPresets.find(({ name }) => name === retries.preset)
  const { policy } = preset ?? assumedRetries
  const described: JsonObject = preset === undefined
    ? { delays: retries.delays.map(formatDuration) }
    : { preset: preset.name }
  for (const name of switches) {
    if (retries[name] !== policy[name]) described[name] = retries[name]
  }
  const { finalStatuses } = retries
  if (finalStatuses.join() !== policy.finalStatuses.join()) described['finalStatuses'] = [...finalStatuses]
  return described
}
