import { expect, test } from 'vitest'
import type { NewDelivery } from '../delivery.ts'
import { attemptOf, createdAt, eventOf, seedOf, startWith, webhook } from './sample.ts'
import type { OpenStore, SampleStore } from './sample.ts'

const now = createdAt

function delivery(recordId: number, more: Partial<NewDelivery> = {}): NewDelivery {
  return { webhook: 'w1', messageId: `msg_${recordId}`, event: eventOf(recordId), dueAt: now, ...more }
}

async function append(store: SampleStore, deliveries: readonly NewDelivery[], sandbox = 'main'): Promise<string[]> {
  return store.transaction(sandbox, tx => tx.appendDeliveries(deliveries))
}

async function claimAll(store: SampleStore, id = 'w1', machineNow = 0) {
  return store.claim({ sandbox: 'main', webhook: id, now, limit: 99, machineNow, leaseUntil: machineNow + 1000 })
}

export function testBehaviourOfDeliveries(open: OpenStore): void {
  test('webhooks come back as they were put, in the order in which they were put first', async () => {
    const store = await startWith(open, { webhooks: [webhook('w2'), webhook('w1')] })
    await store.transaction('main', tx => tx.putWebhook(webhook('w3', { enabled: false, inOrder: true })))
    await store.transaction('main', tx => tx.putWebhook(webhook('w2', { url: 'http://127.0.0.1/other' })))
    const list = await store.transaction('main', tx => tx.webhooks())
    expect(list).toEqual([
      webhook('w2', { url: 'http://127.0.0.1/other' }),
      webhook('w1'),
      webhook('w3', { enabled: false, inOrder: true }),
    ])
    expect(await store.transaction('main', tx => tx.webhooks())).toBe(list)
    await store.createSandbox('other', seedOf())
    expect(await store.transaction('other', tx => tx.webhooks())).toEqual([])
  })

  test('a transaction sees the webhooks that it puts; nobody sees those that are undone', async () => {
    const store = await startWith(open)
    const undone = store.transaction('main', async tx => {
      await tx.putWebhook(webhook('w1'))
      expect(await tx.webhooks()).toEqual([webhook('w1')])
      await tx.appendDeliveries([delivery(1)])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await store.transaction('main', tx => tx.webhooks())).toEqual([])
    expect(await store.deliveries('main', { limit: 9 })).toEqual([])
    expect(await store.sandboxesWithDeliveries()).toEqual([])
  })

  test('deliveries are appended with the write that caused them', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    const event = { ...eventOf(1), changedFields: ['name'], record: { name: 'Ñandú', list: [{ a: null }] } }
    const ids = await append(store, [delivery(1, { event }), delivery(2, { dueAt: now + 5 })])
    expect(new Set(ids).size).toBe(2)
    const found = await store.deliveries('main', { limit: 9 })
    expect(found).toEqual([
      {
        id: ids[0], webhook: 'w1', messageId: 'msg_1', event, state: 'waiting',
        createdAt: now, dueAt: now, attempts: [],
      },
      {
        id: ids[1], webhook: 'w1', messageId: 'msg_2', event: eventOf(2), state: 'waiting',
        createdAt: now + 5, dueAt: now + 5, attempts: [],
      },
    ])
    expect(await append(store, [])).toEqual([])
  })

  test('deliveries are found by what they are, in either order, and part by part', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1'), webhook('w2')] })
    await append(store, [
      delivery(1),
      delivery(2, { webhook: 'w2', dueAt: now + 1 }),
      delivery(12, { dueAt: now + 2 }),
      delivery(2, { event: { ...eventOf(2), section: 'invoices' }, dueAt: now + 3 }),
    ])
    await claimAll(store)
    const found = async (filter: object) => {
      const deliveries = await store.deliveries('main', { limit: 9, ...filter })
      return deliveries.map(({ messageId, event }) => `${event.section} ${messageId}`)
    }
    const all = ['entities msg_1', 'entities msg_2', 'entities msg_12', 'invoices msg_2']
    expect(await found({})).toEqual(all)
    expect(await found({ newestFirst: true })).toEqual(all.toReversed())
    expect(await found({ webhook: 'w2' })).toEqual(all.slice(1, 2))
    expect(await found({ states: ['claimed', 'delivered'] })).toEqual(all.slice(0, 1))
    expect(await found({ section: 'entities', recordId: 2 })).toEqual(all.slice(1, 2))
    expect(await found({ section: 'invoice' })).toEqual([])
    expect(await found({ recordId: '2' })).toEqual([all[1], all[3]])
    expect(await found({ since: now + 1, until: now + 3 })).toEqual(all.slice(1, 3))
    const ids = (await store.deliveries('main', { limit: 9 })).map(({ id }) => id)
    expect(await found({ ids: [ids[2], ids[0], 'nonsense'] })).toEqual([all[0], all[2]])
    expect(await found({ limit: 2 })).toEqual(all.slice(0, 2))
    expect(await found({ limit: 2, after: ids[1] })).toEqual(all.slice(2))
    expect(await found({ newestFirst: true, limit: 2, after: ids[2] })).toEqual([all[1], all[0]])
    await expect(store.deliveries('nowhere', { limit: 9 })).rejects.toThrow('nowhere')
  })

  test('a delivery that is over can be sent again from the beginning of its schedule', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    const [id = ''] = await append(store, [delivery(1)])
    const [claimed] = await claimAll(store)
    if (claimed === undefined) throw new Error('nothing was claimed')
    const redeliver = (ids: readonly string[], dueAt = now) =>
      store.transaction('main', tx => tx.redeliver({ ids, limit: 9 }, dueAt))
    expect(await redeliver([id], now + 7)).toEqual([])
    await store.settle('main', [{ delivery: claimed, settlement: { state: 'exhausted', attempt: attemptOf(1, 500) } }])

    expect(await redeliver([id], now + 7)).toEqual([id])
    expect(await store.deliveries('main', { limit: 9 })).toMatchObject([
      { id, state: 'waiting', dueAt: now + 7, createdAt: now, attempts: [attemptOf(1, 500)] },
    ])
    const claim = { sandbox: 'main', webhook: 'w1', now: now + 7, limit: 9, machineNow: 5000, leaseUntil: 6000 }
    const [again] = await store.claim(claim)
    expect(again).toMatchObject({ id, messageId: 'msg_1', attempts: 0 })

    expect(await redeliver(['99', 'nonsense'])).toEqual([])
  })

  test('of the deliveries that are asked for, those that are not claimed are sent again', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1'), webhook('w2')] })
    const ids = await append(store, [delivery(1), delivery(2), delivery(3), delivery(4, { webhook: 'w2' })])
    const claimed = await store.claim({ sandbox: 'main', webhook: 'w1', now, limit: 2, machineNow: 0, leaseUntil: 1000 })
    const [first] = claimed
    if (first === undefined) throw new Error('nothing was claimed')
    await store.settle('main', [{ delivery: first, settlement: { state: 'delivered', attempt: attemptOf(1) } }])
    const again = (filter: object) => store.transaction('main', tx => tx.redeliver({ limit: 9, ...filter }, now + 1))
    expect(await again({ states: ['claimed', 'exhausted'] })).toEqual([])
    expect(await again({ states: ['delivered'] })).toEqual([ids[0]])
    expect(await again({ webhook: 'w1', newestFirst: true })).toEqual([ids[2], ids[0]])
    expect(await again({ limit: 1 })).toEqual([ids[0]])
    expect(await again({ recordId: 4 })).toEqual([ids[3]])
    expect((await store.deliveries('main', { limit: 9 })).map(({ state, dueAt }) => [state, dueAt])).toEqual([
      ['waiting', now + 1], ['claimed', now], ['waiting', now + 1], ['waiting', now + 1],
    ])
  })

  test('deleting a webhook cancels what it has not delivered, for good', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1'), webhook('w2')] })
    const [id = ''] = await append(store, [delivery(1), delivery(2), delivery(3, { webhook: 'w2' })])
    const [claimed] = await store.claim({
      sandbox: 'main', webhook: 'w1', now, limit: 1, machineNow: 0, leaseUntil: 1000,
    })
    expect(await store.transaction('main', tx => tx.deleteWebhook('w1'))).toBe(true)
    expect(await store.transaction('main', tx => tx.deleteWebhook('w1'))).toBe(false)
    if (claimed === undefined) throw new Error('nothing was claimed')
    await store.settle('main', [{ delivery: claimed, settlement: { state: 'delivered', attempt: attemptOf(1) } }])
    expect(await store.deliveries('main', { limit: 9 })).toMatchObject([
      { state: 'cancelled', attempts: [attemptOf(1)] },
      { state: 'cancelled', attempts: [] },
      { state: 'waiting' },
    ])
    expect(await store.transaction('main', tx => tx.redeliver({ ids: [id], limit: 9 }, now))).toEqual([])
    expect(await store.backlog('main', now, 1)).toEqual({ due: [webhook('w2')], claimed: 0 })
  })

  test('a delivery that was cancelled while it was claimed can be sent again as if nobody had it', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    const [id = ''] = await append(store, [delivery(1)])
    const [claimed] = await claimAll(store)
    if (claimed === undefined) throw new Error('nothing was claimed')
    await store.transaction('main', tx => tx.deleteWebhook('w1'))
    expect(await store.backlog('main', now, 1)).toEqual({ due: [], claimed: 0 })
    await store.transaction('main', tx => tx.putWebhook(webhook('w1')))
    expect(await store.transaction('main', tx => tx.redeliver({ limit: 9 }, now))).toEqual([id])
    // What was under way then is one more attempt, and changes nothing else.
    await store.settle('main', [{ delivery: claimed, settlement: { state: 'exhausted', attempt: attemptOf(1, 500) } }])
    expect(await store.deliveries('main', { limit: 9 })).toMatchObject([{ state: 'waiting', attempts: [attemptOf(1, 500)] }])
    expect((await claimAll(store, 'w1', 5)).map(again => again.id)).toEqual([id])
  })

  test('a deletion of a webhook that is undone leaves its claims as they were', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await append(store, [delivery(1)])
    const [claimed] = await claimAll(store)
    if (claimed === undefined) throw new Error('nothing was claimed')
    const undone = store.transaction('main', async tx => {
      await tx.deleteWebhook('w1')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await store.backlog('main', now, 1)).toEqual({ due: [], claimed: 1 })
    await store.settle('main', [{ delivery: claimed, settlement: { state: 'delivered', attempt: attemptOf(1) } }])
    expect(await store.deliveries('main', { limit: 9 })).toMatchObject([{ state: 'delivered', attempts: [attemptOf(1)] }])
  })

  test('whoever is told may ask the store at once, and sees what was committed', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    const seen: Promise<number>[] = []
    store.watch(() => void seen.push(store.backlog('main', now, 0).then(({ due }) => due.length)))
    await append(store, [delivery(1)])
    expect(await Promise.all(seen)).toEqual([1])
  })

  test('whoever watches is told at each commit by which something may have become ready', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    const told: string[] = []
    const stop = store.watch((sandbox, news) => void told.push(`${sandbox} ${news}`))
    await store.transaction('main', async tx => {
      await tx.appendDeliveries([delivery(1)])
      expect(told).toEqual([])
    })
    expect(told).toEqual(['main ready'])
    await store.transaction('main', tx => tx.putWebhook(webhook('w1')))
    await store.transaction('main', async tx => tx.putSettings(await tx.settings()))
    expect(told.length).toBe(3)
    const undone = store.transaction('main', async tx => {
      await tx.appendDeliveries([delivery(2)])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await append(store, [])
    expect(told.length).toBe(3)

    await store.takeSnapshot('main', 'start', now)
    await store.restoreSnapshot('main', 'nothing')
    await store.restoreSnapshot('main', 'start')
    await store.deleteSandbox('main')
    expect(told.slice(3)).toEqual(['main restored', 'main deleted'])
    stop()
    await store.createSandbox('main', seedOf({ webhooks: [webhook('w1')] }))
    await append(store, [delivery(3)])
    expect(told.length).toBe(5)
  })

  test('of the deliveries that are over the oldest are dropped, and none that is not over', async () => {
    const store = await startWith(open, { webhooks: [webhook('w1')] })
    await store.createSandbox('other', seedOf({ webhooks: [webhook('w1')] }))
    await append(store, [delivery(99)], 'other')
    const ids = await append(store, [1, 2, 3, 4, 5, 6].map(id => delivery(id)))
    const claimed = await claimAll(store)
    const over = claimed.filter(({ event }) => event.recordId !== 2 && event.recordId !== 6)
    await store.settle('main', over.map(one => ({ delivery: one, settlement: { state: 'delivered', attempt: attemptOf(1, 204) } })))
    expect(await store.forgetSettled('main', 2)).toBe(2)
    const left = await store.deliveries('main', { limit: 9 })
    expect(left.map(({ id }) => id)).toEqual([ids[1], ids[3], ids[4], ids[5]])
    expect(left.map(({ attempts }) => attempts.length)).toEqual([0, 1, 1, 0])
    expect(await store.forgetSettled('main', 2)).toBe(0)
    const [again] = await append(store, [delivery(7)])
    expect(ids).not.toContain(again)
    expect(await store.deliveries('other', { limit: 9 })).toHaveLength(1)
    expect(await store.forgetSettled('nowhere', 0)).toBe(0)
  })
}
