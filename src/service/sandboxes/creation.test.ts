import { expect, test } from 'vitest'
import { createWorld, problemOf, start, valueOf } from './test-world.ts'

test('a sandbox is born empty, from the fixtures, or as a copy, each with keys of its own', async () => {
  await using world = await createWorld()
  const empty = await world.create({ kind: 'empty' }, { name: 'Nothing in it' })
  const full = await world.create({ kind: 'fixtures' })
  await world.write(full, 'entities', { name: 'Nadal' })
  const copy = await world.create({ kind: 'copy', of: full.sandbox.id })

  expect(empty.sandbox).toMatchObject({ name: 'Nothing in it', createdAt: start })
  const customersIn = async (each: typeof empty) => (await world.report(each, 'customers')).totalRows
  const counts = await Promise.all([empty, full, copy].map(customersIn))
  const [none = 0, some = 0, same = 0] = counts
  expect([none, some > 50, same === some]).toEqual([0, true, true])
  expect(empty.keys.map(({ login }) => login)).toEqual(['admin'])
  const logins = world.catalogue.seed.users.map(({ user }) => user.login)
  expect([full.keys, copy.keys].map(keys => keys.map(({ login }) => login))).toEqual([logins, logins])

  const keys = [empty, full, copy].flatMap(each => each.keys.map(({ key }) => key))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter(key => !/^ensayo-key-[a-z2-7]{26}$/.test(key))).toEqual([])
  const found = await Promise.all(full.keys.map(({ key }) => world.service.authenticate(key)))
  expect(found.filter(({ ok }) => ok).length).toBe(logins.length - 1)
  expect(found.filter(outcome => outcome.ok && outcome.value.sandbox !== full.sandbox.id)).toEqual([])
})

test('the default sandbox is born once, with the keys that the fixtures publish', async () => {
  await using world = await createWorld()
  expect(await world.sandboxes.ensure('default')).toBe(true)
  expect(await world.sandboxes.ensure('default')).toBe(false)
  const caller = valueOf(await world.service.authenticate(world.catalogue.demoKeys[0]?.key ?? ''))
  expect(caller.sandbox).toBe('default')
})

test('what cannot be created is refused', async () => {
  await using world = await createWorld()
  const refusals = await Promise.all([
    world.sandboxes.create({ from: { kind: 'copy', of: 'nowhere' } }),
    world.sandboxes.create({ from: { kind: 'empty' }, name: '' }),
    world.sandboxes.create({ from: { kind: 'empty' }, expiresIn: 0.5 }),
    world.sandboxes.create({ from: { kind: 'empty' }, expiresIn: Infinity }),
  ])
  expect(refusals.map(problemOf)).toEqual(['notFound', 'invalid /name', 'invalid /expiresIn', 'invalid /expiresIn'])
  expect(await world.sandboxes.list()).toEqual([])
})

test('a sandbox expires in the machine’s time, whatever its own clock shows', async () => {
  await using world = await createWorld()
  const short = await world.create({ kind: 'empty' }, { expiresIn: 1000 })
  const long = await world.create({ kind: 'empty' })
  await world.clocks.set(short.sandbox.id, { kind: 'frozen' })
  world.machine.at += 999
  expect(await world.sandboxes.removeExpired()).toEqual([])
  expect((await world.callerOf(short)).sandbox).toBe(short.sandbox.id)
  world.machine.at += 1
  const refused = await world.service.authenticate(short.keys[0]?.key ?? '')
  expect(refused).toMatchObject({ problem: { kind: 'unauthenticated', message: expect.stringContaining('sandbox') } })
  expect(await world.sandboxes.removeExpired()).toEqual([short.sandbox.id])
  expect((await world.sandboxes.list()).map(({ id }) => id)).toEqual([long.sandbox.id])
  expect(problemOf(await world.service.authenticate(short.keys[0]?.key ?? ''))).toBe('unauthenticated')
})

test('two hundred sandboxes in parallel do not see one another', async () => {
  await using world = await createWorld()
  const numbers = Array.from({ length: 200 }, (_, index) => index)
  const created = await Promise.all(numbers.map(() => world.create({ kind: 'empty' })))

  await Promise.all(created.map(async (each, number) => {
    const { id } = each.sandbox
    await world.clocks.set(id, { kind: 'frozen', at: start + number * 1000 })
    for (let count = 0; count <= number % 3; count += 1) await world.write(each, 'entities', { name: `Of ${number}` })
    if (number % 2 === 0) await world.sandboxes.takeSnapshot(id, 'start')
    await world.write(each, 'entities', { name: `Edited ${number}` }, 1)
    if (number % 2 === 0) await world.sandboxes.restoreSnapshot(id, 'start')
    if (number % 5 === 0) await world.sandboxes.remove(id)
  }))

  await Promise.all(created.map(async (each, number) => {
    if (number % 5 === 0) {
      expect(problemOf(await world.service.authenticate(each.keys[0]?.key ?? ''))).toBe('unauthenticated')
      return
    }
    const { records } = valueOf(await world.sandboxes.records(each.sandbox.id, 'entities'))
    const first = number % 2 === 0 ? `Of ${number}` : `Edited ${number}`
    const rest = Array.from({ length: number % 3 }, () => `Of ${number}`)
    expect(records.map(({ fields }) => fields['name'])).toEqual([first, ...rest])
    expect(records.filter(({ createdAt }) => createdAt !== start + number * 1000)).toEqual([])
    const shown = await world.rows(each, 'customers')
    expect(shown.map(({ name }) => name)).toEqual([first, ...rest])
  }))
  expect((await world.sandboxes.list()).length).toBe(160)
})
