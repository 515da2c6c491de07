import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type {
  AttemptRecord, ClaimedDelivery, DeliveryStore, Settlement, SwitchOff, Webhook,
} from '../webhooks/index.ts'
import { createMemoryDeliveryStore } from '../webhooks/testing/memory-delivery-store.ts'
import { eventOf, webhookTo } from '../webhooks/testing/dispatch-world.ts'
import { startPostgres } from '../../test/postgres-server.ts'
import type { Store } from './port.ts'
import { createPostgresStore } from './postgres/index.ts'
import { createSqliteStore } from './sqlite/index.ts'

const sandbox = 'one'
const ids = ['w1', 'w2', 'w3']

const webhooks = ids.map((id, index): Webhook => {
  const webhook = webhookTo('http://127.0.0.1:9/', { id })
  return { ...webhook, retries: { ...webhook.retries, inOrder: index === 1 } }
})

/** The store under test and the one that says what is right, side by side. */
async function openBoth(store: Store<Webhook, AttemptRecord>) {
  const tested: DeliveryStore = store
  const right = createMemoryDeliveryStore()
  await store.createSandbox(sandbox, { users: [], records: [], files: [], counters: {}, webhooks })
  for (const webhook of webhooks) right.putWebhook(sandbox, webhook)
  return {
    store,
    async append(webhook: string, recordId: number, dueAt: number) {
      const event = eventOf(recordId)
      const id = right.append(sandbox, webhook, event, dueAt)
      const messageId = `msg_${id}`
      await store.transaction(sandbox, tx => tx.appendDeliveries([{ webhook, messageId, event, dueAt }]))
    },
    async put(webhook: Webhook) {
      right.putWebhook(sandbox, webhook)
      await store.transaction(sandbox, tx => tx.putWebhook(webhook))
    },
    async remove(webhook: string) {
      right.removeWebhook(sandbox, webhook)
      await store.transaction(sandbox, tx => tx.deleteWebhook(webhook))
    },
    async redeliver(webhook: string, now: number) {
      const again = await store.transaction(sandbox, tx => tx.redeliver({ webhook, limit: 1000 }, now))
      expect(again).toEqual(right.redeliver(sandbox, webhook, now))
    },
    async both<T>(ask: (store: DeliveryStore) => Promise<T>): Promise<T> {
      const expected = await ask(right)
      expect(await ask(tested)).toEqual(expected)
      return expected
    },
    async compare() {
      const expected = right.deliveries().map(({ id, webhook, state, dueAt, attempts }) => (
        { id, webhook, state, dueAt, attempts }
      ))
      expect(await store.deliveries(sandbox, { limit: 1000 })).toMatchObject(expected)
      const list = await store.transaction(sandbox, tx => tx.webhooks())
      const known = ids.map(id => right.webhook(sandbox, id)).filter(one => one !== undefined)
      expect(list.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(known)
    },
  }
}

type Step =
  | { do: 'append'; webhook: number; record: number; after: number }
  | { do: 'claim'; webhook: number; limit: number }
  | { do: 'settle'; which: number; how: number; after: number }
  | { do: 'settleMany'; which: number[]; how: number; after: number }
  | { do: 'switchOn'; webhook: number }
  | { do: 'remove'; webhook: number }
  | { do: 'redeliver'; webhook: number }
  | { do: 'wait'; ms: number; machineMs: number }

const webhook = fc.nat(ids.length - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append'), webhook, record: fc.nat(2), after: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim'), webhook, limit: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('settle'), which: fc.nat(9), how: fc.nat(6), after: fc.nat(4) }),
  },
  {
    weight: 2,
    // Most of them successes, as they are; the same one twice as well.
    arbitrary: fc.record({
      do: fc.constant('settleMany'), which: fc.array(fc.nat(9), { maxLength: 8 }), how: fc.nat(6), after: fc.nat(4),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switchOn'), webhook }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('remove', 'redeliver'), webhook }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.nat(3), machineMs: fc.nat(12) }) },
)

function attemptAt(number: number, at: number, status: number): AttemptRecord {
  const request = { method: 'POST', url: 'http://127.0.0.1:9/', headers: {}, body: '{}' } as const
  const outcome = status === 200 ? 'delivered' as const : 'rejected' as const
  return { number, at, endedAt: at, attempt: { outcome, status, request, durationMs: 1 } }
}

function settlementOf({ attempts }: ClaimedDelivery, how: number, now: number, after: number): Settlement {
  const failed = attemptAt(attempts + 1, now, 500)
  const switchOff: SwitchOff = how === 5 ? { kind: 'now' } : { kind: 'afterFailures', failures: 3 }
  const settlements: Settlement[] = [
    { state: 'delivered', attempt: attemptAt(attempts + 1, now, 200) },
    { state: 'waiting', attempt: failed, dueAt: now + after },
    { state: 'waiting', attempt: failed, dueAt: now + after, switchOff },
    { state: 'exhausted', attempt: failed },
    { state: 'unsendable', violations: [{ pointer: '/body', message: 'must be text.' }] },
    { state: 'exhausted', attempt: failed, switchOff },
  ]
  return settlements[how] ?? { state: 'handedBack' }
}

async function expectRules(open: () => Promise<Store<Webhook, AttemptRecord>>, numRuns: number): Promise<void> {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 90, size: 'max' }), async steps => {
    const { store, append, put, remove, redeliver, both, compare } = await openBoth(await open())
    const claims: ClaimedDelivery[] = []
    let now = 1000
    let machineNow = 0
    for (const one of steps) {
      switch (one.do) {
        case 'append':
          await append(ids[one.webhook] ?? '', one.record, now + one.after)
          break
        case 'claim': {
          // Two claims at the same moment would have leases that cannot be told apart.
          machineNow += 1
          const leaseUntil = machineNow + 10
          const claim = { sandbox, webhook: ids[one.webhook] ?? '', now, limit: one.limit, machineNow, leaseUntil }
          claims.push(...(await both(tested => tested.claim(claim))))
          break
        }
        case 'settle': {
          const delivery = claims[one.which % Math.max(claims.length, 1)]
          if (delivery === undefined) break
          const settlement = settlementOf(delivery, one.how, now, one.after)
          await both(tested => tested.settle(sandbox, [{ delivery, settlement }]))
          break
        }
        case 'settleMany': {
          const settled = one.which.flatMap((which, index) => {
            const delivery = claims[which % Math.max(claims.length, 1)]
            const how = index === 2 ? one.how : 0
            return delivery === undefined ? [] : [{ delivery, settlement: settlementOf(delivery, how, now, one.after) }]
          })
          await both(tested => tested.settle(sandbox, settled))
          break
        }
        case 'switchOn': {
          const found = webhooks[one.webhook]
          if (found !== undefined) await put(found)
          break
        }
        case 'remove':
          await remove(ids[one.webhook] ?? '')
          break
        case 'redeliver':
          await redeliver(ids[one.webhook] ?? '', now)
          break
        case 'wait':
          now += one.ms
          machineNow += one.machineMs
      }
      const { due, ...rest } = await both(async tested => {
        const backlog = await tested.backlog(sandbox, now, machineNow)
        return { ...backlog, due: backlog.due.toSorted((a, b) => a.id.localeCompare(b.id)) }
      })
      expect(rest.nextDueAt ?? Infinity).toBeGreaterThan(now)
      expect(due.every(({ enabled }) => enabled)).toBe(true)
      await both(tested => tested.sandboxesWithDeliveries())
    }
    await compare()
    await store.deleteSandbox(sandbox)
    await store.close()
  }), { numRuns })
}

test('whatever is appended, claimed and settled, the rules of the dispatcher’s store hold in SQLite', async () => {
  await expectRules(async () => createSqliteStore({ location: ':memory:', sections: [] }), 60)
})

test('they hold in PostgreSQL', { timeout: 120_000 }, async () => {
  const { url, stop } = await startPostgres({ synchronous_commit: 'off' })
  onTestFinished(stop)
  await expectRules(() => createPostgresStore({ url, sections: [], connections: 2 }), 12)
})
