import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/index.ts'
import { createWorld, problemOf, valueOf } from './test-world.ts'

const report: JsonObject = {
  title: 'Names',
  sql: 'select id, name from entities where (:city is null or city = :city)',
  columns: [{ name: 'id', type: 'integer' }, { name: 'name', type: 'text', labels: 'Nombre' }],
  parameters: [{ name: 'city', type: 'text' }],
  order: [{ column: 'id' }],
  key: ['id'],
}

const document: JsonObject = {
  title: 'Card',
  data: [{ name: 'who', single: true, sql: 'select name from entities where id = :id' }],
  parameters: [{ name: 'id', type: 'integer', required: true }],
  template: '<p>{{ who.name }}</p>',
}

async function createTwo() {
  const world = await createWorld()
  const [mine, other] = await Promise.all([world.create({ kind: 'empty' }), world.create({ kind: 'empty' })])
  await world.write(mine, 'entities', { name: 'Nadal', city: 'Palma' })
  return { world, mine, other, id: mine.sandbox.id, sandboxes: world.sandboxes }
}

test('a report that is defined runs, in its sandbox only', async () => {
  const { world, mine, other, id, sandboxes } = await createTwo()
  await using _ = world
  valueOf(await sandboxes.defineReport(id, 'names', report))
  const page = await world.report(mine, 'names')
  expect(page.rows).toEqual([{ id: 1, name: 'Nadal' }])
  expect(page.columns.map(({ label }) => label)).toEqual(['id', 'Nombre'])
  expect(await world.report(mine, 'names')).toBe(page)
  const refused = await world.service.runReport(await world.callerOf(other), { id: 'names' })
  expect(problemOf(refused)).toBe('notFound')
  expect((await world.report(mine, 'customers')).totalRows).toBe(1)

  const shouting = { ...report, sql: 'select id, upper(name) as name, :city as x from entities' }
  valueOf(await sandboxes.defineReport(id, 'names', shouting))
  expect((await world.rows(mine, 'names')).map(({ name }) => name)).toEqual(['NADAL'])
  expect(valueOf(await sandboxes.definitions(id))).toMatchObject([{ kind: 'report', id: 'names' }])
})

test('a definition takes the place of the fixtures’ own until it is removed', async () => {
  const { world, mine, id, sandboxes } = await createTwo()
  await using _ = world
  const before = await world.report(mine, 'customers')
  valueOf(await sandboxes.defineReport(id, 'customers', report))
  expect((await world.report(mine, 'customers')).columns.length).toBe(2)
  expect(problemOf(await sandboxes.removeDefinition(id, 'document', 'customers'))).toBe('notFound')
  valueOf(await sandboxes.removeDefinition(id, 'report', 'customers'))
  expect(await world.report(mine, 'customers')).toEqual(before)
})

test('a document that is defined is generated', async () => {
  const { world, mine, id, sandboxes } = await createTwo()
  await using _ = world
  valueOf(await sandboxes.defineDocument(id, 'card', document))
  const caller = await world.callerOf(mine)
  const { content } = valueOf(await world.service.generateDocument(caller, { id: 'card', parameters: { id: 1 } }))
  expect(content).toContain('<p>Nadal</p>')
})

test('definitions are copied, kept in snapshots and restored', async () => {
  const { world, mine, id, sandboxes } = await createTwo()
  await using _ = world
  await sandboxes.takeSnapshot(id, 'before')
  valueOf(await sandboxes.defineReport(id, 'names', report))
  const copy = await world.create({ kind: 'copy', of: id })
  valueOf(await sandboxes.restoreSnapshot(id, 'before'))
  expect((await world.rows(copy, 'names')).length).toBe(1)
  expect(problemOf(await world.service.runReport(await world.callerOf(mine), { id: 'names' }))).toBe('notFound')
})

test.each<[string, JsonObject, string]>([
  ['without SQL', { sql: undefined }, 'invalid /sql'],
  ['with SQL that is none', { sql: 'delete from entities' }, 'invalid /sql'],
  ['with SQL that the store refuses', { sql: 'select id, :city as name from nowhere' }, 'invalid /sql'],
  ['with SQL of another column', { sql: 'select id, :city as city from entities' }, 'invalid /columns/1/name'],
  ['with an unknown property', { colour: 'red' }, 'invalid /colour'],
  ['with a parameter that is not used', { sql: 'select id, name from entities' }, 'invalid /parameters/0/name'],
  ['without a total order', { order: [{ column: 'name' }] }, 'invalid /order'],
  ['with labels of another version', { columns: [{ name: 'id', type: 'integer', labels: { 9: 'x' } }] }, 'invalid'],
])('a report %s is refused', async (_, change, expected) => {
  await using world = await createWorld()
  const created = await world.create({ kind: 'fixtures' })
  const { id } = created.sandbox
  expect(problemOf(await world.sandboxes.defineReport(id, 'names', { ...report, ...change }))).toContain(expected)
  expect(valueOf(await world.sandboxes.definitions(id))).toEqual([])
})

test('a document that cannot be is refused, and so is an id that no path can hold', async () => {
  await using world = await createWorld()
  const { sandbox: { id } } = await world.create({ kind: 'empty' })
  const define = async (change: JsonObject, name = 'card') =>
    problemOf(await world.sandboxes.defineDocument(id, name, { ...document, ...change }))
  expect(await define({ template: 7 })).toBe('invalid /template')
  expect(await define({ template: '<p>{% for x in' })).toBe('invalid /template')
  expect(await define({ data: [{ name: 'who' }] })).toContain('invalid /data/0/sql')
  expect(await define({ data: [{ name: 'who', sql: 'select :id as id from nowhere' }] })).toBe('invalid /data/0/sql')
  expect(await define({ data: [{ name: 'Who', sql: 'select :id as id from entities' }] })).toBe('invalid /data/0/name')
  expect(await define({}, '../card')).toBe('invalid /id')
  expect(problemOf(await world.sandboxes.defineReport('nowhere', 'names', report))).toBe('notFound')
  expect(problemOf(await world.sandboxes.defineDocument('nowhere', 'card', document))).toBe('notFound')
})
