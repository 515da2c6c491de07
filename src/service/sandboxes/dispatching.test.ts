import { expect, test } from 'vitest'
import type { StoredDelivery } from '../../store/index.ts'
import { createSqliteStore } from '../../store/sqlite/index.ts'
import { createDispatcher, createSender, notificationsFor, retryPresets } from '../../webhooks/index.ts'
import type { AttemptRecord, Webhook } from '../../webhooks/index.ts'
import { plainFormat, webhookTo } from '../../webhooks/testing/dispatch-world.ts'
import { createReceivers } from '../../webhooks/testing/receivers.ts'
import { systemClock } from '../../core/index.ts'
import { createService } from '../create-service.ts'
import { loadCatalogue, sectionShapes } from '../fixtures/index.ts'
import { createClocks, createSandboxes } from './index.ts'
import { valueOf } from './test-world.ts'

const second = 1000
const hour = 3600 * second

/** Service, sandboxes, store and dispatcher as a mock puts them together, with receivers on real sockets. */
async function createWhole() {
  const catalogue = await loadCatalogue()
  const sections = sectionShapes(catalogue.sections)
  const store = createSqliteStore<Webhook, AttemptRecord>({ location: ':memory:', sections })
  const clocks = createClocks({ store, clock: systemClock })
  const service = createService({
    store, catalogue, clock: systemClock, clocks,
    serviceVersion: catalogue.defaultServiceVersion,
    limits: { defaultPageSize: 50, maximumPageSize: 500 },
    async onChanges(tx, _, changes) {
      const webhooks = await tx.webhooks()
      await tx.appendDeliveries(changes.flatMap(change => notificationsFor(change, webhooks).map(
        ({ webhook: { id }, event }) => ({ webhook: id, messageId: `msg_${change.id}`, event, dueAt: change.at }),
      )))
    },
  })
  const sandboxes = createSandboxes({ store, catalogue, clock: systemClock, clocks })
  const sender = createSender({ clock: systemClock, limitMs: 5000 })
  await sender.prepare()
  const faults: unknown[] = []
  const dispatcher = createDispatcher({
    store, clocks, sender, format: plainFormat, clock: systemClock, onFault: fault => void faults.push(fault),
  })
  store.watch((sandbox, news) => {
    if (news !== 'ready') dispatcher.forget(sandbox)
    if (news !== 'deleted') dispatcher.wake(sandbox)
  })
  const receivers = createReceivers()

  async function create(webhook?: Webhook) {
    const { sandbox, keys: [key] } = valueOf(await sandboxes.create({ from: { kind: 'empty' } }))
    const caller = valueOf(await service.authenticate(key?.key ?? ''))
    if (webhook !== undefined) await store.transaction(sandbox.id, tx => tx.putWebhook(webhook))
    const write = async (name: string) =>
      valueOf(await service.writeRecords(caller, { operations: [{ section: 'entities', fields: { name } }] }))
    return { id: sandbox.id, write }
  }

  return {
    store, clocks, sandboxes, dispatcher, receivers, faults, create,
    async [Symbol.asyncDispose]() {
      await dispatcher.close(0)
      await sender.close()
      await receivers[Symbol.asyncDispose]()
      await store.close()
    },
  }
}

/** When a delivery was tried, counted from when it was appended. */
const triesOf = ({ attempts, createdAt }: StoredDelivery<AttemptRecord>) => attempts.map(({ at }) => at - createdAt)

test('a write is delivered, and nothing of it is lost when its receiver fails at first', async () => {
  await using whole = await createWhole()
  const receiver = await whole.receivers.listen((response, _, count) => {
    response.writeHead(count === 1 ? 500 : 200).end()
  })
  const retries = { ...webhookTo('').retries, delays: [second, hour] }
  const { id, write } = await whole.create(webhookTo(receiver.url, { retries }))
  await write('Nadal')
  expect(await whole.dispatcher.settle(id)).toMatchObject({ happened: [{ state: 'waiting' }] })
  const now = await whole.clocks.now(id)
  await whole.dispatcher.advance(id, now + hour)
  const [delivery] = await whole.store.deliveries(id, { limit: 9 })
  expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ number: 1 }, { number: 2 }] })
  expect((await whole.clocks.read(id))?.runs).toBe(true)
  expect(await whole.clocks.now(id)).toBeGreaterThanOrEqual(now + hour)
  expect(whole.faults).toEqual([])
})

test('three days of retries take place at exactly their instants of a clock that stands', async () => {
  await using whole = await createWhole()
  const policy = retryPresets.find(({ name }) => name === 'standard-webhooks')?.policy
  if (policy === undefined) throw new Error('there is no such policy')
  const retries = { ...policy, jitter: 0 }
  const { id, write } = await whole.create(webhookTo(await whole.receivers.nobody(), { retries }))
  const start = Date.UTC(2026, 10, 2, 9)
  valueOf(await whole.clocks.set(id, { kind: 'frozen', at: start }))
  for (const name of ['a', 'b', 'c']) await write(name)
  await whole.dispatcher.advance(id, start + 100 * hour)
  const instants = policy.delays.reduce<number[]>((found, delay) => [...found, (found.at(-1) ?? 0) + delay], [0])
  const deliveries = await whole.store.deliveries(id, { limit: 9 })
  expect(deliveries.map(triesOf)).toEqual([instants, instants, instants])
  expect(deliveries.every(({ state, createdAt }) => state === 'exhausted' && createdAt === start)).toBe(true)
  expect(await whole.clocks.read(id)).toMatchObject({ now: start + 100 * hour, runs: false })
})

test('a restore brings back what was not delivered then, and forgets what was under way', async () => {
  await using whole = await createWhole()
  let isOpen = false
  const receiver = await whole.receivers.listen(response => {
    if (isOpen) response.end()
  })
  const { id, write } = await whole.create()
  await write('before there is a webhook')
  valueOf(await whole.clocks.set(id, { kind: 'frozen' }))
  await whole.store.transaction(id, tx => tx.putWebhook(webhookTo(receiver.url)))
  await write('Nadal')
  await expect.poll(() => receiver.received.length).toBe(1)
  valueOf(await whole.sandboxes.takeSnapshot(id, 'under way'))
  await write('after the snapshot')
  await expect.poll(() => receiver.received.length).toBe(2)
  isOpen = true
  valueOf(await whole.sandboxes.restoreSnapshot(id, 'under way'))
  const { happened } = await whole.dispatcher.settle(id)
  expect(happened.map(({ event, state }) => [event.recordId, state])).toEqual([[2, 'delivered']])
  expect(receiver.received.length).toBe(3)
  const left = await whole.store.deliveries(id, { limit: 9 })
  expect(left.map(({ state, attempts }) => [state, attempts.length])).toEqual([['delivered', 1]])
  expect(whole.faults).toEqual([])
})

test('a sandbox is deleted under what is being delivered, and leaves no trace', async () => {
  await using whole = await createWhole()
  const receiver = await whole.receivers.listen(response => void setTimeout(() => response.end(), 50))
  const { id, write } = await whole.create(webhookTo(receiver.url))
  const other = await whole.create(webhookTo(receiver.url))
  await write('Nadal')
  await expect.poll(() => receiver.received.length).toBe(1)
  valueOf(await whole.sandboxes.remove(id))
  await other.write('Soler')
  await whole.dispatcher.settle(other.id)
  expect((await whole.store.deliveries(other.id, { limit: 9 })).map(({ state }) => state)).toEqual(['delivered'])
  expect(await whole.store.sandboxesWithDeliveries()).toEqual([])
  expect(whole.faults).toEqual([])
})

test('a thousand deliveries to a receiver that often fails are made, at the instants of the policy', async () => {
  await using whole = await createWhole()
  const receiver = await whole.receivers.listen((response, _, count) => {
    response.writeHead(count % 3 === 0 ? 200 : 500).end()
  })
  const retries = { ...webhookTo('').retries, delays: Array<number>(30).fill(second) }
  const { id } = await whole.create(webhookTo(receiver.url, { retries }))
  const start = Date.UTC(2026, 10, 2, 9)
  valueOf(await whole.clocks.set(id, { kind: 'frozen', at: start }))
  await whole.store.transaction(id, tx => tx.appendDeliveries(Array.from({ length: 1000 }, (_, recordId) => {
    const event = { kind: 'created', section: 'entities', recordId } as const
    return { webhook: 'w1', messageId: `msg_${recordId}`, event, dueAt: start }
  })))
  await whole.dispatcher.advance(id, start + 30 * second)
  const deliveries = await whole.store.deliveries(id, { limit: 2000 })
  expect(deliveries.length).toBe(1000)
  expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([])
  const wrong = deliveries.filter(each => triesOf(each).some((at, index) => at !== index * second))
  expect(wrong).toEqual([])
  expect(deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0)).toBe(receiver.received.length)
})
