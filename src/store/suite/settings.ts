import { expect, test } from 'vitest'
import type { SandboxSettings, StoredDefinition } from '../sandbox.ts'
import { createdAt, seedOf, startWith } from './sample.ts'
import type { OpenStore } from './sample.ts'

const settings: SandboxSettings = {
  clock: { kind: 'frozen', at: createdAt },
  serviceVersion: '2024.2',
  matching: { apiWritesNotify: false },
}

const value = { sql: 'select 1 as id', columns: [{ a: null }] }
const report: StoredDefinition = { kind: 'report', id: 'mine', value }

export function testBehaviourOfSettings(open: OpenStore): void {
  test('a sandbox says what it was created with', async () => {
    const store = await startWith(open)
    await store.createSandbox('other', seedOf(), { name: 'Two', createdAt, expiresAt: createdAt + 1, settings })
    const main = { id: 'main', createdAt: 0, settings: { clock: { kind: 'real' }, matching: {} } }
    const other = { id: 'other', name: 'Two', createdAt, expiresAt: createdAt + 1, settings }
    expect(await store.sandbox('main')).toEqual(main)
    expect(await store.sandbox('other')).toEqual(other)
    expect(await store.sandboxes()).toEqual([main, other])
  })

  test('settings are the sandbox’s own and change with a transaction', async () => {
    const store = await startWith(open)
    await store.createSandbox('other', seedOf())
    await store.sandbox('main')
    await store.transaction('main', async tx => {
      expect((await tx.settings()).clock).toEqual({ kind: 'real' })
      await tx.putSettings(settings)
      expect(await tx.settings()).toEqual(settings)
      expect((await store.sandbox('main'))?.settings.clock).toEqual({ kind: 'real' })
    })
    expect((await store.sandbox('main'))?.settings).toEqual(settings)
    expect((await store.sandbox('other'))?.settings.clock).toEqual({ kind: 'real' })
    const undone = store.transaction('main', async tx => {
      await tx.putSettings({ ...settings, serviceVersion: 'never' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await store.sandbox('main'))?.settings).toEqual(settings)
  })

  test('definitions are put, replaced and deleted, in the order in which they came', async () => {
    const store = await startWith(open)
    await store.createSandbox('other', seedOf())
    expect(await store.definitions('main')).toEqual([])
    const fault: StoredDefinition = { kind: 'fault', id: 'mine', value: { status: 503 } }
    await store.transaction('main', async tx => {
      await tx.putDefinition(report)
      await tx.putDefinition(fault)
    })
    await store.transaction('main', tx => tx.putDefinition({ ...report, value: { sql: 'select 2 as id' } }))
    const list = await store.definitions('main')
    expect(list).toEqual([{ ...report, value: { sql: 'select 2 as id' } }, fault])
    expect(await store.definitions('main')).toBe(list)
    expect(await store.definitions('other')).toEqual([])

    expect(await store.transaction('main', tx => tx.deleteDefinition('document', 'mine'))).toBe(false)
    expect(await store.transaction('main', tx => tx.deleteDefinition('report', 'mine'))).toBe(true)
    expect(await store.definitions('main')).toEqual([fault])
  })
}
