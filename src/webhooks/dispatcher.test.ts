import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryStore } from './delivery-store.ts'
import { createDispatcher } from './dispatcher.ts'
import { fractionOf } from './fraction.ts'
import type { Happened } from './happened.ts'
import { nextAttemptAt } from './retry-policy.ts'
import { assumedRetries, retryPresets } from './retry-presets.ts'
import { createDispatchWorld, eventOf, plainFormat, start, webhookTo } from './testing/dispatch-world.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const assumed = assumedRetries.policy
const stepwise = { ...assumed, delays: [second, minute, hour] }
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 })

test('what is due is sent, and settling tells what happened', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen()
  world.events(2, webhookTo(`${receiver.url}/hooks`, { token: 'tok-1' }))
  const { happened, ...rest } = await world.dispatcher.settle('one')
  expect(rest).toEqual({ dropped: 0 })
  expect(happened.toSorted((a, b) => Number(a.delivery) - Number(b.delivery))).toMatchObject([1, 2].map(id => ({
    sandbox: 'one',
    delivery: String(id),
    webhook: 'w1',
    state: 'delivered',
    event: { kind: 'created', section: 'entities', recordId: id },
    attempt: { number: 1, at: start, endedAt: start, outcome: { outcome: 'delivered', status: 204 } },
  })))
  expect(receiver.received.map(({ path, body }) => [path, body]).toSorted()).toEqual([
    ['/hooks', '{"event":"created","section":"entities","id":1}'],
    ['/hooks', '{"event":"created","section":"entities","id":2}'],
  ])
  const headers = { authorization: 'Bearer tok-1', 'content-type': 'application/json' }
  expect(receiver.received[0]?.headers).toMatchObject(headers)
  expect(await world.dispatcher.settle('one')).toEqual({ happened: [], dropped: 0 })
})

test('a webhook without a token sends no authorization, and no header of its own', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen()
  world.events(1, webhookTo(receiver.url))
  await world.dispatcher.settle('one')
  expect(Object.keys(receiver.received[0]?.headers ?? {}).toSorted())
    .toEqual(['connection', 'content-length', 'content-type', 'host'])
})

test('Standard Webhooks signs each attempt with the sandbox’s time and the same id', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen((response, _, count) => response.writeHead(count === 1 ? 500 : 200).end())
  const secret = Buffer.alloc(24, 1).toString('base64')
  world.events(1, webhookTo(receiver.url, { retries: stepwise, standardWebhooks: { secret } }))
  await world.dispatcher.advance('one', start + second)
  expect(receiver.received.map(({ headers }) => [headers['webhook-id'], headers['webhook-timestamp']])).toEqual([
    ['msg_1', String(start / second)],
    ['msg_1', String(start / second + 1)],
  ])
  const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']))
  expect(new Set(signatures).size).toBe(2)
  expect(signatures.every(signature => /^v1,[\w+/]{43}=$/.test(signature))).toBe(true)
})

test('retries come at exactly the policy’s instants, and no further one after the last', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => response.writeHead(500).end())
  world.events(1, webhookTo(receiver.url, { retries: stepwise }))
  const before = await world.dispatcher.settle('one')
  expect(before).toMatchObject({ happened: [{ state: 'waiting', dueAt: start + second }], nextDueAt: start + second })
  await world.dispatcher.advance('one', start + second - 1)
  expect(receiver.received.length).toBe(1)
  const summary = await world.dispatcher.advance('one', start + 2 * hour)
  expect(world.tries()).toEqual([{
    state: 'exhausted',
    at: [0, second, second + minute, second + minute + hour],
    outcomes: ['rejected', 'rejected', 'rejected', 'rejected'],
  }])
  expect(summary.happened.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'exhausted'])
  expect(await world.clocks.read('one')).toEqual({ now: start + 2 * hour, runs: false })
  expect(world.faults).toEqual([])
})

test('a schedule of 75 hours is over at once, and its instants are those of the specification', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => response.writeHead(503).end())
  world.events(1, webhookTo(receiver.url, { retries: assumed }))
  await world.dispatcher.advance('one', start + 76 * hour)
  const instants = [
    '00:00:00', '00:00:05', '00:05:05', '00:35:05', '02:35:05', '07:35:05', '17:35:05', '31:35:05', '51:35:05', '75:35:05',
  ].map(text => {
    const [h = 0, m = 0, s = 0] = text.split(':').map(Number)
    return h * hour + m * minute + s * second
  })
  expect(world.tries()).toMatchObject([{ state: 'exhausted', at: instants }])
})

test('a delivery that arrives in the end is not tried again', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen((response, _, count) => response.writeHead(count < 3 ? 500 : 201).end())
  world.events(1, webhookTo(receiver.url, { retries: stepwise }))
  await world.dispatcher.advance('one', start + 10 * hour)
  expect(world.tries()).toEqual([
    { state: 'delivered', at: [0, second, second + minute], outcomes: ['rejected', 'rejected', 'delivered'] },
  ])
})

test('each attempt is recorded with what was sent and what came back', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => response.writeHead(500, { 'x-a': 'b' }).end('broken'))
  world.events(1, webhookTo(receiver.url, { token: 'tok-1', retries: stepwise }))
  await world.dispatcher.settle('one')
  expect(world.store.deliveries()[0]?.attempts).toMatchObject([{
    number: 1,
    at: start,
    endedAt: start,
    attempt: {
      outcome: 'rejected',
      status: 500,
      request: {
        method: 'POST',
        url: receiver.url,
        headers: { authorization: 'Bearer [redacted]' },
        body: expect.stringContaining('"id":1'),
      },
      answer: { status: 500, headers: { 'x-a': 'b' }, body: 'broken', truncated: false },
      durationMs: expect.any(Number),
    },
  }])
})

test('a thousand deliveries to a receiver that fails at random all arrive, at the policy’s instants', async () => {
  await using world = await createDispatchWorld({ sender: { limitMs: 250, perTarget: 32 } })
  const arrived = new Set<number>()
  const counts = new Map<string, number>()
  const receiver = await world.receivers.listen((response, { body }) => {
    const count = (counts.get(body) ?? 0) + 1
    counts.set(body, count)
    const chance = fractionOf(`bad/${body}/${count}`)
    if (chance < 0.2) response.writeHead(500).end()
    else if (chance < 0.3) response.socket?.resetAndDestroy()
    else if (chance < 0.32) return
    else {
      arrived.add(Number(/"id":(\d+)/.exec(body)?.[1]))
      response.writeHead(200).end()
    }
  })
  const retries = { ...assumed, delays: Array.from({ length: 15 }, () => minute), jitter: 0.5, seed: 11 }
  world.events(1000, webhookTo(receiver.url, { retries }))
  const { happened, dropped } = await world.dispatcher.advance('one', start + 24 * hour)
  expect(arrived.size).toBe(1000)
  expect(world.tries().every(({ state }) => state === 'delivered')).toBe(true)
  const outcomes = new Set(world.tries().flatMap(tried => tried.outcomes))
  expect([...outcomes].toSorted()).toEqual(['delivered', 'rejected', 'timedOut', 'unreachable'])
  for (const { id, attempts } of world.store.deliveries()) {
    attempts.forEach(({ at, number, attempt }, index) => {
      const next = nextAttemptAt(retries, { deliveryId: id, number, endedAt: at, outcome: attempt })
      expect(attempts[index + 1]?.at).toBe(next)
    })
  }
  const made = world.tries().reduce((sum, { at }) => sum + at.length, 0)
  expect(happened.length + dropped).toBe(made)
  expect(receiver.received.length).toBeLessThanOrEqual(made)
  expect(world.faults).toEqual([])
})

test('however short the delays are, each attempt has its own instant', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 8 }), fc.nat(20), async (delays, until) => {
    await using world = await createDispatchWorld()
    world.events(3, webhookTo(await world.receivers.nobody(), { retries: { ...assumed, delays } }))
    await world.dispatcher.advance('one', start + until)
    const instants = delays.reduce<number[]>((found, wait) => [...found, (found.at(-1) ?? 0) + wait], [0])
    const due = instants.filter(at => at <= until)
    expect(world.tries().map(({ at }) => at)).toEqual([due, due, due])
  }), { numRuns: 20 })
})

test('a dead receiver does not delay another one, nor the other’s sandbox', async () => {
  await using world = await createDispatchWorld({ sender: { perTarget: 4 } })
  const hanging = await world.receivers.listen(() => {})
  const quick = await world.receivers.listen()
  world.events(300, webhookTo(hanging.url, { id: 'hanging' }))
  world.events(300, webhookTo(quick.url, { id: 'quick' }))
  world.events(100, webhookTo(quick.url), 'two')
  world.dispatcher.wake('one')
  await world.dispatcher.settle('two')
  await eventually(() => quick.received.length).toBe(400)
  expect(hanging.received.length).toBeLessThanOrEqual(4)
  const held = world.store.deliveries().filter(({ webhook, state }) => webhook === 'hanging' && state === 'claimed')
  expect(held.length).toBeLessThanOrEqual(16)
})

test('many sandboxes share one target, and every one gets its turn', async () => {
  await using world = await createDispatchWorld({ sender: { perTarget: 3 } })
  const receiver = await world.receivers.listen(response => void setTimeout(() => response.end(), 1))
  const sandboxes = Array.from({ length: 60 }, (_, index) => `s${index}`)
  for (const sandbox of sandboxes) world.events(20, webhookTo(receiver.url), sandbox)
  const summaries = await Promise.all(sandboxes.map(sandbox => world.dispatcher.settle(sandbox)))
  expect(summaries.map(({ happened }) => happened.length)).toEqual(sandboxes.map(() => 20))
  const places = summaries.map(({ happened }) => [...new Set(happened.map(({ sandbox }) => sandbox))])
  expect(places).toEqual(sandboxes.map(sandbox => [sandbox]))
  expect([receiver.received.length, receiver.mostAtOnce()]).toEqual([1200, 3])
})

test('one call to wake up is enough for all that there is, though nobody waits for it', async () => {
  await using world = await createDispatchWorld({ sender: { perTarget: 2 } })
  const receiver = await world.receivers.listen()
  const sandboxes = Array.from({ length: 20 }, (_, index) => `s${index}`)
  for (const sandbox of sandboxes) world.events(15, webhookTo(receiver.url), sandbox)
  const ordered = webhookTo(receiver.url, { id: 'ordered', retries: { ...assumed, inOrder: true } })
  world.store.putWebhook('s0', ordered)
  for (let count = 0; count < 15; count += 1) world.store.append('s0', 'ordered', eventOf(1), start)
  for (const sandbox of sandboxes) world.dispatcher.wake(sandbox)
  await eventually(() => world.store.deliveries().filter(({ state }) => state === 'delivered').length).toBe(21 * 15)
  expect(receiver.received.length).toBe(21 * 15)
})

test('sandboxes have their own time', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => response.writeHead(500).end())
  for (const sandbox of ['one', 'two']) world.events(1, webhookTo(receiver.url, { retries: stepwise }), sandbox)
  await world.dispatcher.settle('two')
  await world.dispatcher.advance('one', start + hour)
  expect(world.tries('one')).toMatchObject([{ at: [0, second, second + minute] }])
  expect(world.tries('two')).toMatchObject([{ at: [0] }])
})

test('a clock that runs makes retries due by itself, and goes on after it was advanced', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => response.writeHead(500).end())
  world.clocks.run('one', start)
  world.events(1, webhookTo(receiver.url, { retries: { ...assumed, delays: [30, hour, hour] } }))
  world.dispatcher.wake('one')
  await eventually(() => receiver.received.length).toBe(2)
  const { nextDueAt = 0 } = await world.dispatcher.settle('one')
  await world.dispatcher.advance('one', start + 90 * minute)
  expect(receiver.received.length).toBe(3)
  const attempts = world.store.deliveries()[0]?.attempts
  expect(attempts?.[2]).toMatchObject({ at: nextDueAt, endedAt: nextDueAt })
  const reading = await world.clocks.read('one')
  expect(reading?.runs).toBe(true)
  expect(reading?.now).toBeGreaterThanOrEqual(start + 90 * minute)
  await eventually(async () => (await world.clocks.read('one'))?.now).toBeGreaterThan(reading?.now ?? 0)
})

test('a clock never goes back', async () => {
  await using world = await createDispatchWorld()
  await expect(world.dispatcher.advance('one', start - 1)).rejects.toThrow(RangeError)
  await world.dispatcher.advance('one', start)
  expect(await world.clocks.read('one')).toEqual({ now: start, runs: false })
})

test('two advances of one sandbox take their steps one after the other', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => response.writeHead(500).end())
  world.events(1, webhookTo(receiver.url, { retries: stepwise }))
  const { advance } = world.dispatcher
  await Promise.all([advance('one', start + minute), advance('one', start + 2 * hour)])
  expect(world.tries()).toMatchObject([{ at: [0, second, second + minute, second + minute + hour] }])
})

test('410 switches the webhook off, and what it still has waits until it is on again', async () => {
  await using world = await createDispatchWorld()
  const standard = retryPresets.find(({ name }) => name === 'standard-webhooks')?.policy ?? assumed
  const receiver = await world.receivers.listen((response, _, count) => response.writeHead(count === 1 ? 410 : 200).end())
  const webhook = webhookTo(receiver.url, { retries: standard })
  world.events(1, webhook)
  await world.dispatcher.settle('one')
  expect(world.store.webhook('one', 'w1')?.enabled).toBe(false)
  world.store.append('one', 'w1', eventOf(2), start)
  expect(await world.dispatcher.advance('one', start + hour)).toEqual({ happened: [], dropped: 0 })
  expect(world.tries().map(({ state }) => state)).toEqual(['exhausted', 'waiting'])
  world.store.putWebhook('one', webhook)
  await world.dispatcher.settle('one')
  expect(world.tries()).toMatchObject([{ state: 'exhausted', at: [0] }, { state: 'delivered', at: [hour] }])
})

test('so many failures in a row switch the webhook off, a success in between counts from the start', async () => {
  await using world = await createDispatchWorld({ sender: { perTarget: 1 } })
  const receiver = await world.receivers.listen((response, _, count) => response.writeHead(count === 3 ? 200 : 500).end())
  world.events(1, webhookTo(receiver.url, { retries: { ...assumed, delays: Array(9).fill(minute), disablesAfter: 3 } }))
  world.store.append('one', 'w1', eventOf(2), start + 100 * second)
  await world.dispatcher.advance('one', start + hour)
  expect(world.tries()).toMatchObject([
    { state: 'waiting', at: [0, minute, 2 * minute, 3 * minute, 4 * minute] },
    { state: 'delivered', at: [100 * second] },
  ])
  expect(world.store.webhook('one', 'w1')?.enabled).toBe(false)
})

test('in order: a record’s later notifications wait for its earlier ones, other records’ do not', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen((response, { body }, count) => {
    response.writeHead(body.includes('"id":1') && count < 4 ? 500 : 200).end()
  })
  world.store.putWebhook('one', webhookTo(receiver.url, { retries: { ...stepwise, inOrder: true } }))
  for (const id of [1, 2, 1, 1]) world.store.append('one', 'w1', eventOf(id), start)
  await world.dispatcher.advance('one', start + 2 * hour)
  expect(world.tries().map(({ at }) => at)).toEqual([
    [0, second, second + minute],
    [0],
    [second + minute],
    [second + minute],
  ])
})

test('a notification that breaks the contract is not sent', async () => {
  const violations = [{ pointer: '/body/id', message: 'must be a string.' }]
  await using world = await createDispatchWorld({ dispatcher: { format: { ...plainFormat, check: () => violations } } })
  const receiver = await world.receivers.listen()
  world.events(1, webhookTo(receiver.url))
  expect((await world.dispatcher.settle('one')).happened).toMatchObject([{ state: 'unsendable', violations }])
  expect([receiver.received.length, world.tries()]).toEqual([0, [{ state: 'unsendable', at: [], outcomes: [] }]])
})

test('whoever listens is told of each attempt', async () => {
  const told: Happened[] = []
  await using world = await createDispatchWorld({ dispatcher: { onHappened: happened => void told.push(happened) } })
  const receiver = await world.receivers.listen((response, _, count) => response.writeHead(count === 1 ? 500 : 200).end())
  world.events(1, webhookTo(receiver.url, { retries: stepwise }))
  const summary = await world.dispatcher.advance('one', start + second)
  expect(told).toEqual(summary.happened)
  expect(told.map(({ state }) => state)).toEqual(['waiting', 'delivered'])
})

test('two dispatchers on one store make each attempt once, and wait for each other’s', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(response => void setTimeout(() => response.end(), 5))
  world.events(200, webhookTo(receiver.url))
  const other = createDispatcher(world.deps)
  const summaries = await Promise.all([world.dispatcher.settle('one'), other.settle('one')])
  await other.close()
  expect(summaries.map(({ happened }) => happened.length).reduce((sum, count) => sum + count)).toBe(200)
  expect(world.tries().every(({ state, at }) => state === 'delivered' && at.length === 1)).toBe(true)
  expect(receiver.received.length).toBe(200)
})

test('what a process that died had claimed is sent when its lease has ended', async () => {
  await using world = await createDispatchWorld({ dispatcher: { leaseMs: 100 } })
  const receiver = await world.receivers.listen()
  world.events(3, webhookTo(receiver.url))
  const machineNow = Date.now()
  const lost = { sandbox: 'one', webhook: 'w1', now: start, limit: 2, machineNow, leaseUntil: machineNow + 100 }
  expect((await world.store.claim(lost)).length).toBe(2)
  await world.dispatcher.start()
  await eventually(() => receiver.received.length).toBe(3)
  await world.dispatcher.settle('one')
  expect(world.tries().every(({ state }) => state === 'delivered')).toBe(true)
})

test('a delivery under way is not made a second time when its lease ends', async () => {
  await using world = await createDispatchWorld({ dispatcher: { leaseMs: 20 } })
  const receiver = await world.receivers.listen(response => void setTimeout(() => response.end(), 200))
  world.events(1, webhookTo(receiver.url))
  const settled = world.dispatcher.settle('one')
  for (let count = 0; count < 10; count += 1) {
    await delay(10)
    world.dispatcher.wake('one')
  }
  await settled
  expect(receiver.received.length).toBe(1)
  expect(world.tries()).toEqual([{ state: 'delivered', at: [0], outcomes: ['delivered'] }])
})

test('errors of the store are told and outlived, and a delivery that arrived is not repeated', async () => {
  await using world = await createDispatchWorld()
  let failing = 5
  const fail = () => {
    failing -= 1
    if (failing >= 0) throw new Error('the disk is full')
  }
  const { store } = world
  const flaky: DeliveryStore = {
    ...store,
    async backlog(sandbox, now, machineNow) {
      if (failing > 2) fail()
      return store.backlog(sandbox, now, machineNow)
    },
    async claim(claim) {
      if (failing > 1) fail()
      return store.claim(claim)
    },
    async settle(sandbox, settled) {
      fail()
      return store.settle(sandbox, settled)
    },
  }
  const dispatcher = createDispatcher({ ...world.deps, store: flaky })
  const receiver = await world.receivers.listen()
  world.events(1, webhookTo(receiver.url))
  dispatcher.wake('one')
  await eventually(() => world.tries()[0]?.state).toBe('delivered')
  await dispatcher.close()
  expect(receiver.received.length).toBe(1)
  const fault = { during: 'looking', sandbox: 'one', error: { message: 'the disk is full' } }
  expect(world.faults).toMatchObject([fault, fault, fault, fault])
})

test('whoever waits is told that the store fails', async () => {
  await using world = await createDispatchWorld()
  const dispatcher = createDispatcher({
    ...world.deps,
    store: { ...world.store, backlog: () => Promise.reject(new Error('the disk is full')) },
  })
  await expect(dispatcher.settle('one')).rejects.toThrow('the disk is full')
  await expect(dispatcher.advance('one', start + hour)).rejects.toThrow('the disk is full')
  expect(await world.clocks.read('one')).toEqual({ now: start, runs: false })
  await dispatcher.close()
})

test('closing waits for what is under way and hands the rest back', async () => {
  await using world = await createDispatchWorld({ sender: { perTarget: 2 } })
  const receiver = await world.receivers.listen(response => void setTimeout(() => response.end(), 100))
  world.events(20, webhookTo(receiver.url))
  world.dispatcher.wake('one')
  const settled = world.dispatcher.settle('one')
  await eventually(() => receiver.received.length).toBe(2)
  await Promise.all([world.dispatcher.close(), expect(settled).rejects.toThrow('closed')])
  const states = world.tries().map(({ state }) => state).toSorted()
  expect(states).toEqual([...Array(2).fill('delivered'), ...Array(18).fill('waiting')])
  world.dispatcher.wake('one')
  await delay(20)
  expect(receiver.received.length).toBe(2)
})

test('closing does not wait for ever', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen(() => {})
  world.events(1, webhookTo(receiver.url))
  world.dispatcher.wake('one')
  await eventually(() => receiver.received.length).toBe(1)
  await world.dispatcher.close(20)
  expect(world.tries()).toMatchObject([{ state: 'claimed' }])
})

test('a sandbox that is forgotten leaves no trace, and one of the same name begins anew', async () => {
  await using world = await createDispatchWorld()
  const receiver = await world.receivers.listen((response, _, count) => {
    setTimeout(() => response.end(), count === 1 ? 100 : 0)
  })
  world.events(1, webhookTo(receiver.url))
  const settled = world.dispatcher.settle('one')
  await eventually(() => receiver.received.length).toBe(1)
  world.store.drop('one')
  world.dispatcher.forget('one')
  await expect(settled).rejects.toThrow('no sandbox')
  world.events(1, webhookTo(receiver.url))
  const { happened } = await world.dispatcher.settle('one')
  expect(happened.length).toBe(1)
  await delay(120)
  expect(world.tries()).toMatchObject([{ state: 'delivered', at: [0] }])
  expect(world.faults).toEqual([])
})

test('a sandbox that does not exist has nothing to do and no clock', async () => {
  await using world = await createDispatchWorld()
  world.clocks.remove('one')
  world.dispatcher.wake('one')
  await expect(world.dispatcher.settle('one')).rejects.toThrow('no sandbox')
  expect(world.faults).toEqual([])
})
