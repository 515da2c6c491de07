import { expect, test } from 'vitest'
import type { Store } from '../port.ts'
import type { StoredKey } from '../sandbox.ts'
import { attemptOf, clerk, createdAt, entity, eventOf, invoice, pageOf, seedOf, startWith, webhook } from './sample.ts'
import type { OpenStore, SampleStore } from './sample.ts'

const file = { section: 'invoices', recordId: 1, name: 'a.txt', mediaType: 'text/plain', content: new Uint8Array([7]) }
const frozen = { clock: { kind: 'frozen', at: createdAt }, matching: {} } as const
const freshKey: StoredKey = { hash: 'fresh', userId: clerk.id, createdAt }

/** The sandbox `main` with something of everything. */
async function startFull(open: OpenStore): Promise<SampleStore> {
  const store = await startWith(open, {
    users: [{ user: clerk, keyHashes: ['key'] }],
    records: [entity(1, { name: 'Ana' }), entity(2, {}, { eliminado: 1 }), invoice(1, { lines: [{ item: 'a' }] })],
    files: [file],
    counters: { F: 7 },
    webhooks: [webhook('w1')],
  })
  await store.transaction('main', async tx => {
    await tx.putSettings(frozen)
    await tx.putDefinition({ kind: 'report', id: 'mine', value: {} })
    await tx.appendDeliveries([1, 2].map(id => (
      { webhook: 'w1', messageId: `msg_${id}`, event: eventOf(id), dueAt: createdAt }
    )))
  })
  return store
}

/** Everything that can be seen of a sandbox. */
async function contentsOf(store: Store, sandbox: string, { shared = false } = {}): Promise<unknown> {
  const inside = await store.transaction(sandbox, async tx => ({
    users: (await tx.users()).map(({ user, keys }) => (shared ? { user } : { user, keys })),
    webhooks: await tx.webhooks(),
    settings: await tx.settings(),
  }))
  return {
    ...inside,
    records: await Promise.all(['entities', 'invoices'].map(id => store.records(sandbox, id, { after: 0, limit: 99 }))),
    lines: (await pageOf(store, 'select record_id as id, item from invoices_lines', {}, sandbox)).rows,
    files: await store.files(sandbox, 'invoices', [1]),
    definitions: await store.definitions(sandbox),
    deliveries: shared ? [] : await store.deliveries(sandbox, { limit: 99 }),
  }
}

/** Changes something of everything. */
async function change(store: Store, sandbox: string): Promise<void> {
  await store.transaction(sandbox, async tx => {
    await tx.putRecord(entity(1, { name: 'Eva' }))
    await tx.putRecord(entity(3, {}))
    await tx.putRecord(invoice(1, { lines: [{ item: 'b' }, { item: 'c' }] }))
    await tx.nextNumber('F')
    await tx.putUser({ ...clerk, disabled: true })
    await tx.putKey({ hash: `late in ${sandbox}`, userId: clerk.id, createdAt })
    await tx.putSettings({ clock: { kind: 'real' }, matching: { unchangedEditsNotify: true } })
    await tx.deleteDefinition('report', 'mine')
    await tx.deleteWebhook('w1')
  })
}

export function testBehaviourOfWorlds(open: OpenStore): void {
  test('a copy has everything but keys and deliveries, and neither sees what the other does then', async () => {
    const store = await startFull(open)
    await store.copySandbox('main', 'copy', [freshKey], { name: 'Copy', createdAt })
    const before = await contentsOf(store, 'main')
    expect(await contentsOf(store, 'copy', { shared: true })).toEqual(await contentsOf(store, 'main', { shared: true }))
    expect(await store.sandbox('copy')).toEqual({ id: 'copy', name: 'Copy', createdAt, settings: frozen })
    expect(await store.deliveries('copy', { limit: 9 })).toEqual([])
    expect(await store.principal('key')).toEqual({ sandbox: 'main', user: clerk })
    expect(await store.principal('fresh')).toEqual({ sandbox: 'copy', user: clerk })
    expect(await store.transaction('copy', tx => tx.nextNumber('F'))).toBe(8)

    await change(store, 'copy')
    expect(await contentsOf(store, 'main')).toEqual(before)
    expect(await store.transaction('main', tx => tx.nextNumber('F'))).toBe(8)
  })

  test('a copy that cannot be made leaves nothing behind', async () => {
    const store = await startFull(open)
    await expect(store.copySandbox('main', 'main', [])).rejects.toThrow('main')
    await expect(store.copySandbox('nowhere', 'copy', [])).rejects.toThrow('nowhere')
    await expect(store.copySandbox('main', 'copy', [{ ...freshKey, hash: 'key' }])).rejects.toThrow('in use')
    expect(await store.sandbox('copy')).toBeUndefined()
    await store.createSandbox('copy', seedOf())
    expect(await store.records('copy', 'entities', { after: 0, limit: 9 })).toEqual([])
  })

  test('a restore makes a sandbox what it was, as often as it is asked for', async () => {
    const store = await startFull(open)
    const before = await contentsOf(store, 'main')
    await store.takeSnapshot('main', 'start', createdAt)
    for (let round = 0; round < 2; round += 1) {
      await change(store, 'main')
      expect((await store.principal('late in main'))?.user.disabled).toBe(true)
      expect(await store.restoreSnapshot('main', 'start')).toBe(true)
      expect(await contentsOf(store, 'main')).toEqual(before)
      expect(await store.principal('late in main')).toBeUndefined()
      expect(await store.principal('key')).toEqual({ sandbox: 'main', user: clerk })
      expect(await store.transaction('main', tx => tx.nextRecordId('entities'))).toBe(3)
    }
    expect(await store.transaction('main', tx => tx.nextNumber('F'))).toBe(8)
  })

  test('a restore gives new pages', async () => {
    const store = await startFull(open)
    const sql = 'select id, name from entities'
    await store.takeSnapshot('main', 'start', createdAt)
    await pageOf(store, sql)
    await store.transaction('main', tx => tx.putRecord(entity(9, {})))
    expect((await pageOf(store, sql)).totalRows).toBe(2)
    await store.restoreSnapshot('main', 'start')
    expect((await pageOf(store, sql)).rows).toEqual([{ id: 1, name: 'Ana' }])
  })

  test('what is in a snapshot is in no sandbox', async () => {
    const store = await startFull(open)
    await store.takeSnapshot('main', 'start', createdAt)
    expect((await store.sandboxes()).map(({ id }) => id)).toEqual(['main'])
    expect(await store.sandboxesWithDeliveries()).toEqual(['main'])
    await store.transaction('main', tx => tx.deleteKey('key'))
    expect(await store.principal('key')).toBeUndefined()
  })

  test('snapshots have names, are replaced by a later one of the same name, and are deleted', async () => {
    const store = await startFull(open)
    await store.takeSnapshot('main', 'one', createdAt)
    await store.takeSnapshot('main', 'two', createdAt + 1)
    await change(store, 'main')
    const changed = await contentsOf(store, 'main')
    await store.takeSnapshot('main', 'one', createdAt + 2)
    expect(await store.snapshots('main')).toEqual([
      { name: 'two', takenAt: createdAt + 1 },
      { name: 'one', takenAt: createdAt + 2 },
    ])
    expect(await store.deleteSnapshot('main', 'two')).toBe(true)
    expect(await store.deleteSnapshot('main', 'two')).toBe(false)
    expect(await store.restoreSnapshot('main', 'two')).toBe(false)
    expect(await store.restoreSnapshot('main', 'one')).toBe(true)
    expect(await contentsOf(store, 'main')).toEqual(changed)
    await expect(store.takeSnapshot('nowhere', 'x', createdAt)).rejects.toThrow('nowhere')
  })

  test('a delivery that was claimed waits in the snapshot, and its claim means nothing any more', async () => {
    const store = await startFull(open)
    const [claimed] = await store.claim({
      sandbox: 'main', webhook: 'w1', now: createdAt, limit: 1, machineNow: 5, leaseUntil: 500,
    })
    await store.takeSnapshot('main', 'start', createdAt)
    await store.restoreSnapshot('main', 'start')
    if (claimed === undefined) throw new Error('nothing was claimed')
    const attempt = attemptOf(1)
    await store.settle('main', [{ delivery: claimed, settlement: { state: 'delivered', attempt } }])
    expect(await store.deliveries('main', { limit: 9 })).toMatchObject([
      { id: claimed.id, state: 'waiting', attempts: [] },
      { state: 'waiting', attempts: [] },
    ])
    expect(await store.backlog('main', createdAt, 6)).toMatchObject({ due: [{ id: 'w1' }], claimed: 0 })
  })

  test('a deleted sandbox is gone with everything, and another may have its name', async () => {
    const store = await startFull(open)
    await store.createSandbox('other', seedOf({ records: [entity(1, { name: 'Other' })] }))
    await store.takeSnapshot('main', 'start', createdAt)
    await store.principal('key')
    const sql = 'select id, name from entities'
    await pageOf(store, sql)
    expect(await store.deleteSandbox('main')).toBe(true)
    expect(await store.deleteSandbox('main')).toBe(false)
    expect(await store.sandbox('main')).toBeUndefined()
    expect(await store.principal('key')).toBeUndefined()
    expect(await store.sandboxesWithDeliveries()).toEqual([])
    await expect(pageOf(store, sql)).rejects.toThrow('main')
    expect((await pageOf(store, sql, {}, 'other')).rows).toEqual([{ id: 1, name: 'Other' }])

    await store.createSandbox('main', seedOf({ users: [{ user: clerk, keyHashes: ['key'] }] }))
    expect((await pageOf(store, sql)).rows).toEqual([])
    expect(await store.snapshots('main')).toEqual([])
    expect(await store.deliveries('main', { limit: 9 })).toEqual([])
    expect(await store.transaction('main', tx => tx.nextNumber('F'))).toBe(1)
  })
}
