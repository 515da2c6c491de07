import { expect, test } from 'vitest'
import type { Claim, ClaimedDelivery, Settlement, SwitchOff } from '../delivery.ts'
import { attemptOf, createdAt, eventOf, seedOf, startWith, webhook } from './sample.ts'
import type { OpenStore, SampleAttempt, SampleStore } from './sample.ts'

const now = createdAt

/** Deliveries of these records, due so many milliseconds from now. */
async function due(store: SampleStore, deliveries: [recordId: number, after: number][], id = 'w1', sandbox = 'main') {
  await store.transaction(sandbox, tx => tx.appendDeliveries(deliveries.map(([recordId, after]) => (
    { webhook: id, messageId: `msg_${recordId}`, event: eventOf(recordId), dueAt: now + after }
  ))))
}

const claim = (store: SampleStore, more: Partial<Claim> = {}) =>
  store.claim({ sandbox: 'main', webhook: 'w1', now, limit: 99, machineNow: 0, leaseUntil: 1000, ...more })

async function claimOne(store: SampleStore, more: Partial<Claim> = {}): Promise<ClaimedDelivery> {
  const [claimed] = await claim(store, { limit: 1, ...more })
  if (claimed === undefined) throw new Error('nothing was claimed')
  return claimed
}

const settle = (store: SampleStore, delivery: ClaimedDelivery, settlement: Settlement<SampleAttempt>) =>
  store.settle('main', [{ delivery, settlement }])

const retry = (number: number, after: number): Settlement<SampleAttempt> =>
  ({ state: 'waiting', attempt: attemptOf(number, 500), dueAt: now + after })

const recordsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ event }) => event.recordId)

const statesIn = async (store: SampleStore) => (await store.deliveries('main', { limit: 99 })).map(({ state }) => state)

export function testBehaviourOfDispatch(open: OpenStore): void {
  test('what is due is claimed once, the earliest first and of those the oldest', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1'), webhook('w2')] })
    await due(store, [[1, 0], [2, -5], [3, 0], [4, 1]])
    await due(store, [[5, 0]], 'w2')
    await store.createSandbox('other', seedOf({ webhooks: [webhook('w1')] }))
    await due(store, [[6, 0]], 'w1', 'other')
    expect(await store.backlog('main', now, 0)).toEqual({
      due: [webhook('w1'), webhook('w2')], claimed: 0, nextDueAt: now + 1,
    })
    expect(recordsOf(await claim(store, { limit: 2 }))).toEqual([2, 1])
    expect(recordsOf(await claim(store))).toEqual([3])
    expect(recordsOf(await claim(store))).toEqual([])
    expect(await store.backlog('main', now, 0)).toEqual({ due: [webhook('w2')], claimed: 3, nextDueAt: now + 1 })
    expect(await store.sandboxesWithDeliveries()).toEqual(['main', 'other'])
    expect(await store.queued()).toBeGreaterThanOrEqual(2)
  })

  test('two who claim at once never get the same', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await due(store, Array.from({ length: 50 }, (_, index) => [index, 0]))
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(store, { limit: 8 })))
    expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(50)
    expect(claims.flat().length).toBe(50)
  })

  test('a lease keeps others away until it ends', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await due(store, [[1, 0]])
    const first = await claimOne(store)
    expect(await claim(store, { machineNow: 999, leaseUntil: 2000 })).toEqual([])
    expect(await store.backlog('main', now, 999)).toEqual({ due: [], claimed: 1 })
    expect(await store.backlog('main', now, 1000)).toEqual({ due: [webhook('w1')], claimed: 0 })
    const second = await claimOne(store, { machineNow: 1000, leaseUntil: 2000 })
    expect(second).toEqual({ ...first, leaseUntil: 2000 })
  })

  test('a failure waits for its next time and counts its attempts', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await due(store, [[1, 0]])
    await settle(store, await claimOne(store), retry(1, 10))
    expect(await store.backlog('main', now, 0)).toEqual({ due: [], claimed: 0, nextDueAt: now + 10 })
    const again = await claimOne(store, { now: now + 10, leaseUntil: 1001 })
    expect(again.attempts).toBe(1)
    await settle(store, again, { state: 'delivered', attempt: attemptOf(2) })
    expect(await store.deliveries('main', { limit: 9 })).toMatchObject([
      { state: 'delivered', attempts: [attemptOf(1, 500), attemptOf(2)] },
    ])
    expect(await store.backlog('main', now + 10, 5000)).toEqual({ due: [], claimed: 0 })
    expect(await store.sandboxesWithDeliveries()).toEqual([])
    expect(await store.queued()).toBe(0)
  })

  test('what was handed back is as it was, and what cannot be sent says why', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await due(store, [[1, 0], [2, 0]])
    const [one, two] = await claim(store)
    if (one === undefined || two === undefined) throw new Error('too few were claimed')
    const violations = [{ pointer: '/body/id', message: 'must be text.' }]
    await store.settle('main', [
      { delivery: one, settlement: { state: 'handedBack' } },
      { delivery: two, settlement: { state: 'unsendable', violations } },
    ])
    const [first, second] = await store.deliveries('main', { limit: 9 })
    expect(first).toMatchObject({ state: 'waiting', dueAt: now, attempts: [] })
    expect(first).not.toHaveProperty('violations')
    expect(second).toMatchObject({ state: 'unsendable', violations, attempts: [] })
    expect(recordsOf(await claim(store))).toEqual([1])
  })

  test('after the lease a success still counts, a failure only as an attempt', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await due(store, [[1, 0], [2, 0]])
    const [one, two] = await claim(store)
    const later = { machineNow: 1000, leaseUntil: 2000 }
    const [, twoAgain] = await claim(store, later)
    if (one === undefined || two === undefined || twoAgain === undefined) throw new Error('too few were claimed')
    await settle(store, one, { state: 'delivered', attempt: attemptOf(1) })
    await settle(store, two, { state: 'exhausted', attempt: attemptOf(1, 500) })
    expect(await statesIn(store)).toEqual(['delivered', 'claimed'])
    await settle(store, twoAgain, { state: 'exhausted', attempt: attemptOf(2, 500) })
    await settle(store, two, { state: 'delivered', attempt: attemptOf(1) })
    expect(await statesIn(store)).toEqual(['delivered', 'exhausted'])
    const found = await store.deliveries('main', { limit: 9 })
    expect(found.map(({ attempts }) => attempts.length)).toEqual([1, 3])
  })

  test('a webhook that is off holds its deliveries back', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await due(store, [[1, 0], [2, 5]])
    await store.transaction('main', tx => tx.putWebhook(webhook('w1', { enabled: false })))
    expect(await claim(store)).toEqual([])
    expect(await store.backlog('main', now, 0)).toEqual({ due: [], claimed: 0 })
    await store.transaction('main', tx => tx.putWebhook(webhook('w1')))
    expect(recordsOf(await claim(store))).toEqual([1])
  })

  test('a failure switches its webhook off when it is to, at once or after so many in a row', async () => {
    const store = await startWith(open, { webhooks: [webhook('now'), webhook('third')] })
    await due(store, [[1, 0]], 'now')
    await due(store, [[1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0]], 'third')
    const fail = async (id: string, switchOff: SwitchOff) => {
      const attempt = attemptOf(1, 410)
      await settle(store, await claimOne(store, { webhook: id }), { state: 'exhausted', attempt, switchOff })
    }
    const enabled = async () =>
      (await store.transaction('main', tx => tx.webhooks())).map(each => each.enabled)

    await fail('now', { kind: 'now' })
    expect(await enabled()).toEqual([false, true])
    const third = { kind: 'afterFailures', failures: 3 } as const
    await fail('third', third)
    await fail('third', third)
    await settle(store, await claimOne(store, { webhook: 'third' }), { state: 'delivered', attempt: attemptOf(1) })
    await fail('third', third)
    await fail('third', third)
    expect(await enabled()).toEqual([false, true])
    await fail('third', third)
    expect(await enabled()).toEqual([false, false])
  })

  test('in order, a record’s later deliveries wait for its earlier ones', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1', { inOrder: true }), webhook('w2')] })
    await due(store, [[1, 0], [1, 0], [2, 0], [1, 3]])
    await due(store, [[1, 0]], 'w2')
    const [one, two] = await claim(store)
    expect(recordsOf(await claim(store))).toEqual([])
    expect([one?.event.recordId, two?.event.recordId]).toEqual([1, 2])
    if (one === undefined) throw new Error('nothing was claimed')
    await settle(store, one, retry(1, 10))
    expect(await store.backlog('main', now + 5, 0)).toMatchObject({ due: [{ id: 'w2' }], nextDueAt: now + 10 })
    const again = await claimOne(store, { now: now + 10, leaseUntil: 1001 })
    expect(again.id).toBe(one.id)
    await settle(store, again, { state: 'delivered', attempt: attemptOf(2) })
    const next = await claim(store, { now: now + 10, leaseUntil: 1002 })
    expect(next.map(({ event, attempts }) => [event.recordId, attempts])).toEqual([[1, 0]])
  })

  test('deliveries keep their order also when they were there before their webhook', async () => {
    const store = await startWith(open)
    await due(store, [[1, 0], [1, 0]])
    await store.transaction('main', tx => tx.putWebhook(webhook('w1', { inOrder: true })))
    expect(await claim(store)).toHaveLength(1)
  })

  test('deliveries that wait, and those sent again, follow what their webhook says of their order now', async () => {
    const inOrder = webhook('w1', { inOrder: true })
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    const put = (one: typeof inOrder) => store.transaction('main', tx => tx.putWebhook(one))
    await due(store, [[1, 0], [1, 0], [1, 0]])
    await put(inOrder)
    expect(await store.backlog('main', now, 0)).toMatchObject({ due: [{ id: 'w1' }] })
    const first = await claimOne(store, { limit: 9 })
    expect(await claim(store)).toEqual([])
    await settle(store, first, { state: 'delivered', attempt: attemptOf(1) })
    await put(webhook('w1'))
    const [second, third] = await claim(store, { leaseUntil: 1001 })
    if (second === undefined || third === undefined) throw new Error('too few were claimed')
    for (const one of [second, third]) await settle(store, one, { state: 'delivered', attempt: attemptOf(1) })

    await put(inOrder)
    await store.transaction('main', tx => tx.redeliver({ limit: 9 }, now))
    expect((await claim(store, { leaseUntil: 1002 })).map(({ id }) => id)).toEqual([first.id])
  })

  test('a sandbox that does not exist has nothing to do', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await due(store, [[1, 0]])
    const claimed = await claimOne(store)
    await store.deleteSandbox('main')
    expect(await store.backlog('main', now, 0)).toEqual({ due: [], claimed: 0 })
    expect(await claim(store)).toEqual([])
    await settle(store, claimed, { state: 'delivered', attempt: attemptOf(1) })
    await store.createSandbox('main', seedOf())
    await settle(store, claimed, { state: 'delivered', attempt: attemptOf(1) })
    expect(await store.deliveries('main', { limit: 9 })).toEqual([])
  })
}
