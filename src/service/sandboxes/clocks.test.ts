import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createWorld, problemOf, start, valueOf } from './test-world.ts'

const hour = 3_600_000

async function createClocked() {
  const world = await createWorld()
  const created = await world.create({ kind: 'fixtures' })
  const { id } = created.sandbox
  return { world, created, id, clocks: world.clocks, machine: world.machine }
}

test('a clock goes as the machine’s until it is set, and then as it was set', async () => {
  const { world, id, clocks, machine } = await createClocked()
  await using _ = world
  const shows = async () => {
    const before = await clocks.read(id)
    machine.at += 10
    const after = await clocks.read(id)
    return [(before?.now ?? 0) - start, (after?.now ?? 0) - (before?.now ?? 0), after?.runs]
  }
  expect(await shows()).toEqual([0, 10, true])
  await clocks.set(id, { kind: 'offset', by: hour })
  expect(await shows()).toEqual([10 + hour, 10, true])
  await clocks.set(id, { kind: 'frozen' })
  expect(await shows()).toEqual([20 + hour, 0, false])
  await clocks.set(id, { kind: 'running' })
  expect(await shows()).toEqual([20 + hour, 10, true])
  await clocks.set(id, { kind: 'frozen', at: start - hour })
  expect(await shows()).toEqual([-hour, 0, false])
  await clocks.set(id, { kind: 'running', at: start })
  expect(await shows()).toEqual([0, 10, true])
  await clocks.set(id, { kind: 'real' })
  expect(await shows()).toEqual([60, 10, true])
})

test('a clock is not set to what no timestamp can say, nor where there is no sandbox', async () => {
  const { world, id, clocks } = await createClocked()
  await using _ = world
  expect(problemOf(await clocks.set(id, { kind: 'frozen', at: Number.NaN }))).toBe('invalid /at')
  expect(problemOf(await clocks.set(id, { kind: 'running', at: 1e300 }))).toBe('invalid /at')
  expect(problemOf(await clocks.set(id, { kind: 'frozen', at: Date.UTC(10_000, 0) }))).toBe('invalid /at')
  expect(problemOf(await clocks.set(id, { kind: 'frozen', at: Date.parse('0000-12-31T23:59:59Z') }))).toBe('invalid /at')
  expect(problemOf(await clocks.set(id, { kind: 'offset', by: 0.5 }))).toBe('invalid /by')
  expect(problemOf(await clocks.set('nowhere', { kind: 'real' }))).toBe('notFound')
  expect(await clocks.read('nowhere')).toBeUndefined()
  await expect(clocks.now('nowhere')).rejects.toThrow('nowhere')
})

test('a clock that was set further than one can be set now is still read, and set back', async () => {
  const { world, id, clocks } = await createClocked()
  await using _ = world
  const beyond = Date.UTC(10_000, 0)
  await world.store.transaction(id, async tx => tx.putSettings({ ...(await tx.settings()), clock: { kind: 'frozen', at: beyond } }))
  expect(await clocks.read(id)).toMatchObject({ now: beyond, runs: false })
  expect(problemOf(await clocks.set(id, { kind: 'running' }))).toBe('invalid /at')
  await clocks.set(id, { kind: 'running', at: start })
  expect(await clocks.now(id)).toBe(start)
})

test('a clock that is held stands, is moved forward only, and then goes on as before', async () => {
  const { world, id, clocks, machine } = await createClocked()
  await using _ = world
  await expect(clocks.moveTo(id, start)).rejects.toThrow(RangeError)
  await clocks.hold(id)
  machine.at += 5
  expect(await clocks.read(id)).toMatchObject({ now: start, runs: false })
  expect(problemOf(await clocks.set(id, { kind: 'real' }))).toBe('invalid ')
  await clocks.moveTo(id, start + hour)
  await expect(clocks.moveTo(id, start + hour - 1)).rejects.toThrow(RangeError)
  machine.at += 5
  expect(await clocks.now(id)).toBe(start + hour)
  await clocks.release(id)
  machine.at += 7
  expect(await clocks.read(id)).toMatchObject({ now: start + hour + 7, runs: true })

  await clocks.set(id, { kind: 'frozen', at: start })
  await clocks.hold(id)
  await clocks.moveTo(id, start + 1)
  await clocks.release(id)
  expect(await clocks.read(id)).toMatchObject({ now: start + 1, runs: false })
})

test('nobody holds the clock of a sandbox that was restored or deleted', async () => {
  const { world, id, clocks } = await createClocked()
  await using _ = world
  await clocks.set(id, { kind: 'frozen', at: start })
  await world.sandboxes.takeSnapshot(id, 'start')
  await clocks.hold(id)
  await clocks.moveTo(id, start + hour)
  await world.sandboxes.restoreSnapshot(id, 'start')
  await expect(clocks.moveTo(id, start + 2 * hour)).rejects.toThrow(RangeError)
  await clocks.release(id)
  expect(await clocks.read(id)).toMatchObject({ now: start, runs: false })

  await clocks.hold(id)
  await world.sandboxes.remove(id)
  await clocks.release(id)
  expect(await clocks.read(id)).toBeUndefined()
})

test('a clock outlives the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-clocks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const location = join(folder, 'data.db')
  const first = await createWorld({ location })
  const { sandbox: { id } } = await first.create({ kind: 'empty' })
  await first.clocks.set(id, { kind: 'running', at: start + hour })
  await first.clocks.hold(id)
  await first.clocks.moveTo(id, start + 2 * hour)
  await first.store.close()

  await using second = await createWorld({ location })
  second.machine.at += 3
  expect(await second.clocks.read(id)).toMatchObject({ now: start + 2 * hour + 3, runs: true })
})

test('timestamps, documents and the end of keys are on the sandbox’s clock', async () => {
  const { world, created, id, clocks } = await createClocked()
  await using _ = world
  const other = await world.create({ kind: 'fixtures' })
  await clocks.set(id, { kind: 'frozen', at: start + 48 * hour })
  const expiresAt = start + hour
  const keys = await Promise.all([created, other].map(async each =>
    valueOf(await world.sandboxes.issueKey(each.sandbox.id, 1, { expiresAt }))))
  const [late, early] = await Promise.all(keys.map(({ key }) => world.service.authenticate(key)))
  expect(late).toMatchObject({ problem: { kind: 'unauthenticated', message: expect.stringContaining('expired') } })
  expect(early).toMatchObject({ ok: true })

  const result = await world.write(created, 'entities', { name: 'Nadal' })
  const record = valueOf(await world.sandboxes.record(id, 'entities', Number(result?.recordId)))
  expect([record.createdAt, record.updatedAt]).toEqual([start + 48 * hour, start + 48 * hour])

  const caller = await world.callerOf(created)
  const request = { id: 'invoice', format: 'json', parameters: { invoice_id: 1 } } as const
  expect(valueOf(await world.service.generateDocument(caller, request)).content).toMatchObject({
    document: { generated_at: '2026-11-04T09:00:00.000Z' },
  })
})
