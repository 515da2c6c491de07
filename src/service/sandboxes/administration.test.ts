import { expect, test } from 'vitest'
import { createWorld, problemOf, start, valueOf } from './test-world.ts'

async function createEmpty() {
  const world = await createWorld()
  const created = await world.create({ kind: 'empty' })
  const entered = async (key: string) => problemOf(await world.service.authenticate(key))
  return { world, created, id: created.sandbox.id, sandboxes: world.sandboxes, entered }
}

test('a user is added, gets keys, and what they may do changes at once', async () => {
  const { world, id, sandboxes, entered } = await createEmpty()
  await using _ = world
  const user = valueOf(await sandboxes.addUser(id, { login: 'eva', permissions: ['report:*'] }))
  expect(user).toEqual({
    id: 2, login: 'eva', name: 'eva', email: 'nobody@ensayo.example', disabled: false, permissions: ['report:*'], keys: [],
  })
  const { key, ...rest } = valueOf(await sandboxes.issueKey(id, user.id))
  expect(rest).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), userId: 2, login: 'eva' })
  const caller = valueOf(await world.service.authenticate(key))
  expect(valueOf(await world.service.whoami(caller))).toMatchObject({ login: 'eva', permissions: ['report:*'] })

  valueOf(await sandboxes.changeUser(id, user.id, { permissions: ['section:*:write'] }))
  expect(valueOf(await world.service.authenticate(key)).user.permissions).toEqual(['section:*:write'])
  valueOf(await sandboxes.changeUser(id, user.id, { disabled: true }))
  expect(await entered(key)).toBe('unauthenticated')
  valueOf(await sandboxes.changeUser(id, user.id, { disabled: false }))
  expect(await entered(key)).toBe('none')
})

test('keys are listed without what opens, and are revoked or expire one by one', async () => {
  const { world, created, id, sandboxes, entered } = await createEmpty()
  await using _ = world
  const first = created.keys[0]
  const second = valueOf(await sandboxes.issueKey(id, 1))
  const third = valueOf(await sandboxes.issueKey(id, 1, { expiresAt: start + 1000 }))
  const [admin] = valueOf(await sandboxes.users(id))
  expect(admin?.keys.map(each => each.id).toSorted()).toEqual([first?.id, second.id, third.id].toSorted())
  expect(JSON.stringify(admin)).not.toContain('ensayo-key')

  expect(await entered(third.key)).toBe('none')
  world.machine.at += 1000
  expect(await entered(third.key)).toBe('unauthenticated')
  expect(valueOf(await sandboxes.expireKey(id, third.id, start + 5000)).expiresAt).toBe(start + 5000)
  expect(await entered(third.key)).toBe('none')

  valueOf(await sandboxes.expireKey(id, second.id))
  expect(await entered(second.key)).toBe('unauthenticated')
  valueOf(await sandboxes.revokeKey(id, third.id))
  expect(await entered(third.key)).toBe('unauthenticated')
  expect(await entered(first?.key ?? '')).toBe('none')
  const ids = valueOf(await sandboxes.users(id))[0]?.keys.map(each => each.id).toSorted()
  expect(ids).toEqual([first?.id, second.id].toSorted())
})

test('what is not there or cannot be is refused, and nothing changes', async () => {
  const { world, id, sandboxes } = await createEmpty()
  await using _ = world
  const before = await sandboxes.users(id)
  const long = 'x'.repeat(300)
  const refusals = [
    await sandboxes.users('nowhere'),
    await sandboxes.issueKey(id, 9),
    await sandboxes.issueKey(id, 1, { expiresAt: 0.5 }),
    await sandboxes.revokeKey(id, '0123456789abcdef'),
    await sandboxes.expireKey(id, '0123456789abcdef'),
    await sandboxes.changeUser(id, 9, { name: 'x' }),
    await sandboxes.addUser(id, { login: ' ' }),
    await sandboxes.addUser(id, { login: 'admin' }),
    await sandboxes.addUser(id, { login: 'eva', name: long }),
    await sandboxes.addUser(id, { login: 'eva', email: long }),
    await sandboxes.changeUser(id, 1, { permissions: ['report:*', 'section:all'] }),
  ]
  expect(refusals.map(problemOf)).toEqual([
    'notFound', 'notFound', 'invalid /expiresAt', 'notFound', 'notFound', 'notFound', 'invalid /login',
    'invalid /login', 'invalid /name', 'invalid /email', 'invalid /permissions/1',
  ])
  expect(await sandboxes.users(id)).toEqual(before)
})

test('two users who are added at once have ids and logins of their own', async () => {
  const { world, id, sandboxes } = await createEmpty()
  await using _ = world
  const added = await Promise.all(['a', 'b', 'a'].map(login => sandboxes.addUser(id, { login })))
  expect(added.map(problemOf)).toEqual(['none', 'none', 'invalid /login'])
  const users = valueOf(await sandboxes.users(id)).map(user => [user.id, user.login])
  expect(users).toEqual([[1, 'admin'], [2, 'a'], [3, 'b']])
})
