import { expect, test } from 'vitest'
import type { DeliveryStore } from './delivery-store.ts'
import { createDispatcher } from './dispatcher.ts'
import { createDispatchWorld, webhookTo } from './testing/dispatch-world.ts'

const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 })

test('a webhook that is changed has what is not claimed yet sent as it is now', async () => {
  await using world = await createDispatchWorld()
  const after = await world.receivers.listen()
  const before = await world.receivers.listen((response, _, count) => {
    if (count === 10) {
      world.store.putWebhook('one', webhookTo(after.url))
      world.dispatcher.wake('one')
    }
    response.writeHead(204).end()
  })
  world.events(400, webhookTo(before.url))
  await world.dispatcher.settle('one')
  expect(before.received.length).toBeLessThan(200)
  const ids = [...before.received, ...after.received].map(({ body }) => Number(/\d+/.exec(body)?.[0]))
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1))
})

test('while there is more to do than there is room for, the store is not asked again what there is', async () => {
  await using world = await createDispatchWorld()
  const { store } = world
  let asked = 0
  const counting: DeliveryStore = {
    ...store,
    async backlog(...about) {
      asked += 1
      return store.backlog(...about)
    },
  }
  const receiver = await world.receivers.listen()
  world.events(500, webhookTo(receiver.url))
  const dispatcher = createDispatcher({ ...world.deps, store: counting })
  dispatcher.wake('one')
  await eventually(() => receiver.received.length).toBe(500)
  expect(asked).toBe(1)
  await dispatcher.close()
})

test.each([false, true])('webhooks of one sandbox at one target take turns, with writes beside them: %j', async writes => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => {
    if (writes) world.dispatcher.wake('one')
    response.writeHead(204).end()
  })
  world.events(600, webhookTo(`${receiver.url}/many`))
  world.events(5, webhookTo(`${receiver.url}/few`, { id: 'w2' }))
  await world.dispatcher.settle('one')
  const paths = receiver.received.map(({ path }) => path)
  expect(paths).toHaveLength(605)
  expect(paths.lastIndexOf('/few')).toBeLessThan(300)
})

test('while the store does not say what is due, nothing is sent as a webhook was before', async () => {
  let broken = false
  await using world = await createDispatchWorld()
  const { store } = world
  const flaky: DeliveryStore = {
    ...store,
    async backlog(...about) {
      if (broken) throw new Error('away')
      return store.backlog(...about)
    },
  }
  const dispatcher = createDispatcher({ ...world.deps, store: flaky })
  const after = await world.receivers.listen()
  const before = await world.receivers.listen((response, _, count) => {
    if (count === 10) {
      broken = true
      store.putWebhook('one', webhookTo(after.url))
      dispatcher.wake('one')
      setTimeout(() => void (broken = false), 200)
    }
    response.writeHead(204).end()
  })
  world.events(600, webhookTo(before.url))
  dispatcher.wake('one')
  await eventually(() => before.received.length + after.received.length).toBe(600)
  expect(before.received.length).toBeLessThan(200)
  await dispatcher.close()
})

test('what is claimed for a sandbox that is forgotten by then is handed back', async () => {
  await using world = await createDispatchWorld()
  const { store } = world
  let claims = 0
  const slow: DeliveryStore = {
    ...store,
    async claim(claim) {
      const claimed = await store.claim(claim)
      claims += 1
      if (claims === 1) dispatcher.forget('one')
      return claimed
    },
  }
  const receiver = await world.receivers.listen()
  world.events(3, webhookTo(receiver.url))
  const dispatcher = createDispatcher({ ...world.deps, store: slow })
  dispatcher.wake('one')
  await eventually(() => receiver.received.length).toBe(3)
  expect((await dispatcher.settle('one')).happened).toHaveLength(3)
  await dispatcher.close()
})
