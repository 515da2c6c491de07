import { expect, test } from 'vitest'
import type { StoredKey } from '../sandbox.ts'
import { clerk, createdAt, seedOf, startWith } from './sample.ts'
import type { OpenStore } from './sample.ts'

const key = (hash: string, more: Partial<StoredKey> = {}): StoredKey =>
  ({ hash, userId: clerk.id, createdAt, ...more })

export function testBehaviourOfUsers(open: OpenStore): void {
  test('a key that is issued opens, with what it says of its end, until it is deleted', async () => {
    const store = await startWith(open, { users: [{ user: clerk, keyHashes: ['first'] }] })
    expect(await store.principal('second')).toBeUndefined()
    await store.transaction('main', tx => tx.putKey(key('second', { expiresAt: createdAt + 1 })))
    const user = clerk
    expect(await store.principal('second')).toEqual({ sandbox: 'main', user, keyExpiresAt: createdAt + 1 })
    await store.transaction('main', tx => tx.putKey(key('second')))
    expect(await store.principal('second')).toEqual({ sandbox: 'main', user })

    expect(await store.transaction('main', tx => tx.deleteKey('second'))).toBe(true)
    expect(await store.transaction('main', tx => tx.deleteKey('second'))).toBe(false)
    expect(await store.principal('second')).toBeUndefined()
    expect(await store.principal('first')).toEqual({ sandbox: 'main', user })
  })

  test('a change of a user is true for each of their keys at once', async () => {
    const store = await startWith(open, { users: [{ user: clerk, keyHashes: ['first', 'second'] }] })
    await store.principal('first')
    const changed = { ...clerk, disabled: true, permissions: ['report:*'] }
    await store.transaction('main', tx => tx.putUser(changed))
    expect((await store.principal('first'))?.user).toEqual(changed)
    expect((await store.principal('second'))?.user).toEqual(changed)
  })

  test('what is undone was never true for any key', async () => {
    const store = await startWith(open, { users: [{ user: clerk, keyHashes: ['first'] }] })
    const undone = store.transaction('main', async tx => {
      await tx.putUser({ ...clerk, disabled: true })
      await tx.putKey(key('second'))
      await tx.deleteKey('first')
      expect((await tx.users()).map(({ keys }) => keys.map(({ hash }) => hash))).toEqual([['second']])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await store.principal('first')).toEqual({ sandbox: 'main', user: clerk })
    expect(await store.principal('second')).toBeUndefined()
  })

  test('users are listed with their keys, which say when they end', async () => {
    const store = await startWith(open, { users: [{ user: clerk, keyHashes: ['first'] }] })
    const another = { ...clerk, id: 3, login: 'another' }
    const users = await store.transaction('main', async tx => {
      await tx.putUser(another)
      await tx.putKey(key('second', { createdAt: createdAt + 5, expiresAt: createdAt + 9 }))
      return tx.users()
    })
    expect(users).toEqual([
      { user: another, keys: [] },
      {
        user: clerk,
        keys: [key('first', { createdAt: 0 }), key('second', { createdAt: createdAt + 5, expiresAt: createdAt + 9 })],
      },
    ])
  })

  test('a key belongs to one sandbox', async () => {
    const store = await startWith(open, { users: [{ user: clerk, keyHashes: ['first'] }] })
    await store.createSandbox('other', seedOf({ users: [{ user: clerk, keyHashes: ['other'] }] }))
    await expect(store.transaction('main', tx => tx.putKey(key('other')))).rejects.toThrow('in use')
    expect((await store.principal('other'))?.sandbox).toBe('other')
    expect(await store.transaction('main', tx => tx.deleteKey('other'))).toBe(false)
    expect((await store.principal('other'))?.sandbox).toBe('other')
  })
}
