/** HOOK-1, HOOK-2, HOOK-7: which events call which webhook. */
import type { WebhookWish } from '../../src/conformance/index.ts'
import type { JsonObject, JsonValue } from '../../src/core/index.ts'
import { operationOf } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { passOn } from './mutated-place.ts'
import { noticed, operationsOf, placed, resultsOf } from './notice.ts'

/** Notifications of some events are not sent. */
function never(happens: (event: JsonObject) => boolean): Pick<Mutant, 'inPlace'> {
  return noticed(() => (notice, event) => (happens(event) ? 'dropped' : notice))
}

/** Webhooks are called for more than they were configured for. */
function configuredFor(widen: (wish: WebhookWish) => WebhookWish['on']): Pick<Mutant, 'console'> {
  return { console: (wish) => ({ ...wish, on: widen(wish) }) }
}

/** The service notifies of writes that are no events: those of which `isTold` says so. */
function alsoTold(isTold: (write: { operation: JsonObject; result: JsonObject | undefined; known: Map<string, JsonValue> }) => boolean) {
  return placed(() => {
    const webhooks: WebhookWish[] = []
    const known = new Map<string, JsonValue>()
    return {
      console: (clean) => ({
        ...clean,
        async configure(wish) {
          await clean.configure(wish)
          webhooks.push(wish)
        },
      }),
      carrier: (forward) => async (request, signal) => {
        if (operationOf(request) !== 'writeRecords') return forward(request, signal)
        const answer = await forward(request, signal)
        const results = resultsOf(answer)
        for (const [at, operation] of operationsOf(request).entries()) {
          const { section, id, fields = {} } = operation
          if (isTold({ operation, result: results[at], known })) {
            const body = JSON.stringify({ event: 'modified', section: section ?? '', id: id ?? 1, occurredAt: '2025-01-01T00:00:00.000Z' })
            const headers = { 'content-type': 'application/json' }
            const called = webhooks.filter((webhook) => webhook.section === section && !('fields' in webhook.on) && webhook.on.includes('modified'))
            await Promise.all(called.map(({ url }) => passOn({ method: 'POST', url, headers, body, left: signal })))
          }
          if (id !== undefined) known.set(`${String(section)} ${String(id)}`, fields)
        }
        return answer
      },
    }
  })
}

export const webhookEventMutants: readonly Mutant[] = [
  { name: 'hook-never', wrong: 'Nobody is ever notified.', ...never(() => true) },
  { name: 'hook-creations-never', wrong: 'Creations notify nobody.', ...never(({ event }) => event === 'created') },
  { name: 'hook-modifications-never', wrong: 'Modifications notify nobody.', ...never(({ event }) => event === 'modified') },
  {
    name: 'hook-deletions-never',
    wrong: 'Deletions notify nobody.',
    ...never(({ changedFields }) => Array.isArray(changedFields) && changedFields.includes('eliminado')),
  },
  {
    name: 'hook-any-kind',
    wrong: 'A webhook on creation or on modification is called for both.',
    ...configuredFor(({ on }) => ('fields' in on ? on : ['created', 'modified'])),
  },
  {
    name: 'hook-created-is-both',
    wrong: 'A webhook on creation is called for modifications too.',
    ...configuredFor(({ on }) => ('fields' in on || !on.includes('created') ? on : ['created', 'modified'])),
  },
  {
    name: 'hook-modified-is-both',
    wrong: 'A webhook on modification is called for creations too.',
    ...configuredFor(({ on }) => ('fields' in on || !on.includes('modified') ? on : ['created', 'modified'])),
  },
  {
    name: 'hook-any-section',
    wrong: 'Webhooks are called for events of every section.',
    ...placed(() => ({
      console: (clean) => ({
        ...clean,
        async configure(wish) {
          for (const section of new Set([wish.section, 'entities', 'invoices', 'sales', 'stock'])) await clean.configure({ ...wish, section })
        },
      }),
    })),
  },
  {
    name: 'hook-any-field',
    wrong: 'A webhook on one field is called when any changes.',
    ...configuredFor(({ on }) => ('fields' in on ? ['modified'] : on)),
  },
  {
    name: 'hook-fields-never',
    wrong: 'Webhooks on fields are never called.',
    ...noticed(({ on }) => (notice) => ('fields' in on ? 'dropped' : notice)),
  },
  {
    name: 'hook-one-per-event',
    wrong: 'Of several webhooks on an event only one is called.',
    ...placed(() => {
      const takers = new Map<string, WebhookWish>()
      return {
        relay: (wish) => async (notice, forward) => {
          const taker = takers.get(notice.body) ?? wish
          takers.set(notice.body, taker)
          return taker === wish ? forward(notice) : 200
        },
      }
    }),
  },
  {
    name: 'hook-two-a-record',
    wrong: 'Only the first two events of a record are notified of.',
    ...noticed(() => {
      const told = new Set<string>()
      return (notice) => {
        if (told.size < 2) told.add(notice.body)
        return told.has(notice.body) ? notice : 'dropped'
      }
    }),
  },
  {
    name: 'hook-refused-edits',
    wrong: 'Edits that are refused are notified of.',
    ...alsoTold(({ result }) => result?.['outcome'] === 'failed'),
  },
  {
    name: 'hook-unchanged',
    wrong: 'Edits that change nothing are notified of.',
    ...alsoTold(({ operation: { section, id, fields }, known }) => {
      const before = known.get(`${String(section)} ${String(id)}`)
      return before !== undefined && JSON.stringify(before) === JSON.stringify(fields)
    }),
  },
  { name: 'hook-invoices-never', wrong: 'Invoices notify nobody.', ...never(({ section }) => section === 'invoices') },
  {
    name: 'hook-customers-never',
    wrong: 'Modified customers notify nobody.',
    ...never(({ section, event }) => section === 'entities' && event === 'modified'),
  },
  { name: 'hook-stock-never', wrong: 'Changes of the stock notify nobody.', ...never(({ section }) => section === 'stock') },
  {
    name: 'hook-people-only',
    wrong: 'Only what people change is notified of.',
    ...placed(() => {
      let byPerson = false
      return {
        carrier: (forward) => (request, signal) => {
          if (operationOf(request) === 'writeRecords') byPerson = false
          return forward(request, signal)
        },
        console: (clean) => ({
          ...clean,
          edit: async (section, id, fields) => {
            byPerson = true
            await clean.edit?.(section, id, fields)
          },
        }),
        relay: () => async (notice, forward) => (byPerson ? forward(notice) : 200),
      }
    }),
  },
]
