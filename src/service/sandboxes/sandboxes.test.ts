import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RecordChange } from '../changes.ts'
import { loadCatalogue } from '../fixtures/index.ts'
import { createWorld, problemOf, start, valueOf } from './test-world.ts'

test('a restore makes the whole sandbox what it was', async () => {
  await using world = await createWorld()
  const created = await world.create({ kind: 'fixtures' })
  const { id } = created.sandbox
  const before = (await world.report(created, 'customers')).totalRows
  valueOf(await world.sandboxes.takeSnapshot(id, 'start'))
  const result = await world.write(created, 'entities', { name: 'Nadal' })
  await world.clocks.set(id, { kind: 'frozen', at: start })
  const late = valueOf(await world.sandboxes.issueKey(id, 1))
  expect(result?.outcome).toBe('created')

  const restored = valueOf(await world.sandboxes.restoreSnapshot(id, 'start'))
  expect(restored.settings.clock).toEqual({ kind: 'real' })
  expect((await world.report(created, 'customers')).totalRows).toBe(before)
  expect(problemOf(await world.service.authenticate(late.key))).toBe('unauthenticated')
  expect((await world.write(created, 'entities', { name: 'Nadal' }))?.recordId).toBe(result?.recordId)

  expect(valueOf(await world.sandboxes.snapshots(id))).toEqual([{ name: 'start', takenAt: start }])
  valueOf(await world.sandboxes.removeSnapshot(id, 'start'))
  expect(problemOf(await world.sandboxes.removeSnapshot(id, 'start'))).toBe('notFound')
  expect(problemOf(await world.sandboxes.restoreSnapshot(id, 'start'))).toBe('notFound')
  expect(problemOf(await world.sandboxes.takeSnapshot(id, ''))).toBe('invalid /name')
  expect(problemOf(await world.sandboxes.takeSnapshot('nowhere', 'start'))).toBe('notFound')
})

test('each sandbox has its version of the service', async () => {
  await using world = await createWorld()
  const [old, current] = await Promise.all([world.create({ kind: 'fixtures' }), world.create({ kind: 'fixtures' })])
  valueOf(await world.sandboxes.changeSettings(old.sandbox.id, { serviceVersion: '2024.2' }))
  const labels = await Promise.all([old, current].map(async each => {
    const page = valueOf(await world.service.runReport(await world.callerOf(each), { id: 'customers' }))
    return page.columns.slice(0, 2).map(({ name }) => name)
  }))
  expect(labels).toEqual([['Código', 'Razón social'], ['Id. entidad', 'Nombre fiscal']])
  const refused = await world.sandboxes.changeSettings(old.sandbox.id, { serviceVersion: '1999' })
  expect(problemOf(refused)).toBe('invalid /serviceVersion')
})

test('switches are changed one by one', async () => {
  await using world = await createWorld()
  const { sandbox: { id } } = await world.create({ kind: 'empty' })
  valueOf(await world.sandboxes.changeSettings(id, { matching: { apiWritesNotify: false } }))
  valueOf(await world.sandboxes.changeSettings(id, { matching: { unchangedEditsNotify: true } }))
  expect(valueOf(await world.sandboxes.get(id)).settings).toEqual({
    clock: { kind: 'real' },
    matching: { apiWritesNotify: false, unchangedEditsNotify: true },
  })
})

test('records are listed and put as they are, and a put is a change in the console', async () => {
  const told: RecordChange[] = []
  await using world = await createWorld({ onChanges: async (_, __, changes) => void told.push(...changes) })
  const { sandbox: { id } } = await world.create({ kind: 'empty' })
  const put = async (record: Parameters<typeof world.sandboxes.putRecord>[2]) =>
    valueOf(await world.sandboxes.putRecord(id, 'entities', record))
  const first = await put({ fields: { anything: [1] } })
  expect(first).toEqual({
    section: 'entities', id: 1, fields: { anything: [1] }, eliminado: 0, createdAt: start, updatedAt: start,
  })
  world.machine.at += 5
  await put({ id: 1, fields: {}, eliminado: 1 })
  await put({ id: 7, fields: { name: 'Ana' }, createdAt: start - 10, updatedAt: start - 5 })
  expect(told).toEqual([
    { section: 'entities', id: 1, after: { fields: { anything: [1] }, eliminado: 0 }, at: start, by: 'console' },
    {
      section: 'entities', id: 1, before: { fields: { anything: [1] }, eliminado: 0 },
      after: { fields: {}, eliminado: 1 }, at: start + 5, by: 'console',
    },
    { section: 'entities', id: 7, after: { fields: { name: 'Ana' }, eliminado: 0 }, at: start + 5, by: 'console' },
  ])
  const list = valueOf(await world.sandboxes.records(id, 'entities', { limit: 1 }))
  expect(list).toMatchObject({ records: [{ id: 1, eliminado: 1, createdAt: start, updatedAt: start + 5 }], next: 1 })
  const rest = valueOf(await world.sandboxes.records(id, 'entities', { after: 1 }))
  expect(rest).toMatchObject({ records: [{ id: 7, createdAt: start - 10, updatedAt: start - 5 }] })
  expect(rest).not.toHaveProperty('next')

  const refusals = [
    await world.sandboxes.records('nowhere', 'entities'),
    await world.sandboxes.records(id, 'nothing'),
    await world.sandboxes.records(id, 'entities', { limit: 1001 }),
    await world.sandboxes.record(id, 'entities', 2),
    await world.sandboxes.putRecord(id, 'nothing', { fields: {} }),
    await world.sandboxes.putRecord(id, 'entities', { id: 0, fields: {} }),
    await world.sandboxes.putRecord(id, 'entities', { fields: {}, updatedAt: 1e300 }),
  ]
  expect(refusals.map(problemOf)).toEqual([
    'notFound', 'notFound', 'invalid /limit', 'notFound', 'notFound', 'invalid /id', 'invalid /updatedAt',
  ])
})

test('an export is a fixture folder from which the same world is born', async () => {
  await using world = await createWorld()
  const created = await world.create({ kind: 'fixtures' })
  const { id } = created.sandbox
  await world.write(created, 'entities', { name: 'Nadal' })
  await world.write(created, 'entities', { eliminado: 1 }, 2)
  await world.store.transaction(id, tx => tx.putWebhook({ id: 'w1', enabled: true, retries: { inOrder: false } }))
  valueOf(await world.sandboxes.changeSettings(id, { serviceVersion: '2024.2' }))
  valueOf(await world.sandboxes.defineReport(id, 'names', {
    title: 'Names', sql: 'select id, name from entities', order: [{ column: 'id' }], key: ['id'],
    columns: [{ name: 'id', type: 'integer' }, { name: 'name', type: 'text' }],
  }))

  const directory = mkdtempSync(join(tmpdir(), 'ensayo-export-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const [path, content] of valueOf(await world.sandboxes.exportFixtures(id))) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  const catalogue = await loadCatalogue({ directory })
  const { seed, sections, reports, documents, registry } = world.catalogue
  expect(catalogue.sections).toEqual(sections)
  expect([...catalogue.reports.keys()].toSorted()).toEqual([...reports.keys(), 'names'].toSorted())
  expect(catalogue.reports.get('customers')).toEqual(reports.get('customers'))
  expect(catalogue.documents).toEqual(documents)
  expect(catalogue.registry).toEqual(registry)
  expect(catalogue.defaultServiceVersion).toBe('2024.2')
  expect(catalogue.seed.users.map(({ user }) => user)).toEqual(seed.users.map(({ user }) => user))
  expect(catalogue.webhooks?.given).toEqual([{ id: 'w1', enabled: true }])
  expect(catalogue.seed.counters).toEqual(seed.counters)
  expect(catalogue.seed.files.map(({ name }) => name).toSorted()).toEqual(seed.files.map(({ name }) => name).toSorted())
  const stored = await Promise.all([...sections.keys()].map(section =>
    world.store.records(id, section, { after: 0, limit: 5000 })))
  const inOrder = (records: typeof seed.records) =>
    records.toSorted((a, b) => a.section.localeCompare(b.section) || a.id - b.id)
  expect(inOrder(catalogue.seed.records)).toEqual(inOrder(stored.flat()))
  expect(problemOf(await world.sandboxes.exportFixtures('nowhere'))).toBe('notFound')
})
