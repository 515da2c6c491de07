/** Retry policies by name: what a provider publishes with its source, and what it does not as ours. */
import type { Duration } from './duration.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** What the delays of a preset rest on. */
export type PresetBasis =
  /** The simulated service's documentation leaves them open. */
  | { kind: 'assumed'; gap: 'GAP-HOOK-RETRIES' }
  /** Made for tests; nobody's. */
  | { kind: 'own' }
  /** Every delay is published at `url`. */
  | { kind: 'published'; url: string }
  /** Only what `url` tells is published: how often, or for how long. The delays between are ours. */
  | { kind: 'partlyPublished'; url: string; published: string }

export interface RetryPreset {
  name: string
  policy: RetryPolicy
  basis: PresetBasis
  /** What of the provider's behaviour this leaves out or reads into it. */
  note?: string
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * The delays that `openapi/webhooks/record-changed.yaml` gives as assumed: the example schedule of Standard
 * Webhooks, without its first entry, which is the attempt at once.
 */
const standardDelays = [
  5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour,
]

/** `retries` delays that double and together last `span`. */
function doubling(retries: number, span: Duration): Duration[] {
  const first = span / (2 ** retries - 1)
  const delays = Array.from({ length: retries - 1 }, (_, index) => Math.round(first * 2 ** index))
  return [...delays, span - delays.reduce((sum, delay) => sum + delay, 0)]
}

interface PresetGiven {
  delays: readonly Duration[]
  basis: PresetBasis
  note?: string
  switches?: Partial<RetryPolicy>
}

function preset(name: string, { delays, basis, note, switches }: PresetGiven): RetryPreset {
  const policy: RetryPolicy = {
    preset: name,
    delays,
    jitter: 0,
    seed: 1,
    retriesClientErrors: true,
    finalStatuses: [],
    goneDisables: false,
    honoursRetryAfter: false,
    inOrder: false,
    ...switches,
  }
  return note === undefined ? { name, policy, basis } : { name, policy, basis, note }
}

/** The policy of a webhook that names none: any answer but 2xx is treated like silence (GAP-HOOK-RETRIES). */
export const assumedRetries = preset('default', {
  delays: standardDelays,
  basis: { kind: 'assumed', gap: 'GAP-HOOK-RETRIES' },
})

export const retryPresets: readonly RetryPreset[] = [
  assumedRetries,
  preset('none', { delays: [], basis: { kind: 'own' } }),
  preset('quick', { delays: [second, 5 * second, 30 * second], basis: { kind: 'own' } }),
  preset('standard-webhooks', {
    delays: standardDelays,
    basis: {
      kind: 'published',
      url: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
    },
    note: 'The specification’s example schedule; it also recommends jitter, without a number.',
    switches: { goneDisables: true, honoursRetryAfter: true },
  }),
  preset('svix', {
    delays: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour],
    basis: { kind: 'published', url: 'https://docs.svix.com/retries' },
    note: 'Svix also disables an endpoint that has failed for five days; here count failures instead.',
  }),
  preset('shopify', {
    delays: doubling(8, 4 * hour),
    basis: {
      kind: 'partlyPublished',
      url: 'https://shopify.dev/changelog/updates-to-webhook-retry-mechanism',
      published: '8 retries over 4 hours, exponential',
    },
  }),
  preset('adyen', {
    delays: [
      9 * second, 9 * second, 9 * second,
      2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour,
      // Published: these intervals, for up to 30 days. So the last one goes on until then.
      ...Array.from({ length: 88 }, () => 8 * hour),
    ],
    basis: { kind: 'published', url: 'https://docs.adyen.com/development-resources/webhooks/troubleshoot' },
    note: 'Adyen retries only the earliest message of an endpoint; here each delivery is retried.',
  }),
  preset('slack', {
    delays: [0, minute, 5 * minute],
    basis: { kind: 'published', url: 'https://docs.slack.dev/apis/events-api/' },
    note: 'Slack waits 3 seconds, follows two redirects and obeys x-slack-no-retry; none of it here.',
  }),
  preset('stripe', {
    delays: doubling(10, 3 * day),
    basis: {
      kind: 'partlyPublished',
      url: 'https://docs.stripe.com/webhooks',
      published: 'up to 3 days, exponential',
    },
  }),
  preset('github', {
    delays: [],
    basis: {
      kind: 'published',
      url: 'https://docs.github.com/en/webhooks/using-webhooks/handling-failed-webhook-deliveries',
    },
    note: 'A failed delivery is repeated only by hand.',
  }),
  preset('mailgun', {
    delays: [5 * minute, 10 * minute, 15 * minute, hour, 2 * hour, 4 * hour],
    basis: {
      kind: 'published',
      url: 'https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-retries',
    },
    note: 'Mailgun takes only 200 for a success; here any 2xx is one.',
    switches: { finalStatuses: [406] },
  }),
  preset('postmark', {
    delays: [
      minute, 5 * minute, 10 * minute, 10 * minute, 10 * minute, 15 * minute, 30 * minute, hour, 2 * hour,
      6 * hour,
    ],
    basis: {
      kind: 'published',
      url: 'https://postmarkapp.com/support/article/understanding-inbound-webhook-retries-in-postmark',
    },
    note: 'Postmark takes only 200 for a success; here any 2xx is one.',
    switches: { finalStatuses: [403] },
  }),
  preset('wix', {
    delays: [
      minute, 10 * minute, hour, 2 * hour, 2 * hour, 2 * hour, 4 * hour, 4 * hour, 4 * hour, 8 * hour, 8 * hour,
      12 * hour,
    ],
    basis: {
      kind: 'published',
      url: 'https://dev.wix.com/docs/rest/articles/getting-started/webhook-resend-policy',
    },
    note: 'Wix waits 1.25 seconds for an answer and takes only 200 for a success; neither is so here.',
  }),
  preset('circle', {
    delays: [
      second, 10 * second, 30 * second, minute, 15 * minute, hour, 3 * hour, 5 * hour, 6 * hour, 10 * hour,
      11 * hour,
    ],
    basis: { kind: 'published', url: 'https://developers.circle.com/cpn/references/webhook-retries' },
  }),
]
