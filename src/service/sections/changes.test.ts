import { expect, test } from 'vitest'
import type { OnChanges, RecordChange } from '../changes.ts'
import { createWorld, lineOf, start } from './test-world.ts'

async function createListening(onChanges?: OnChanges) {
  const batches: RecordChange[][] = []
  const world = await createWorld(onChanges ?? (async (_, __, changes) => void batches.push([...changes])))
  return { world, batches, last: () => batches.at(-1) }
}

test('a creation, an edit and a deletion are told with what was before and what is after', async () => {
  const { world, batches } = await createListening()
  await using _ = world
  await world.create('stock', { name: 'Hammer' })
  world.wait(5)
  await world.edit('stock', 3, { name: 'Big hammer' })
  await world.edit('stock', 3, { eliminado: 1 })
  const hammer = { name: 'Hammer', quantity: 0 }
  const big = { name: 'Big hammer', quantity: 0 }
  expect(batches).toEqual([
    [{ section: 'stock', id: 3, after: { fields: hammer, eliminado: 0 }, at: start, by: 'api' }],
    [{
      section: 'stock', id: 3, before: { fields: hammer, eliminado: 0 }, after: { fields: big, eliminado: 0 },
      at: start + 5, by: 'api',
    }],
    [{
      section: 'stock', id: 3, before: { fields: big, eliminado: 0 }, after: { fields: big, eliminado: 1 },
      at: start + 5, by: 'api',
    }],
  ])
})

test('what a write moves in stock is told as well, with the quantity before (HOOK-7)', async () => {
  const { world, last } = await createListening()
  await using _ = world
  await world.create('sales', { lines: [lineOf(1, 3), lineOf(2)] })
  expect(last()).toMatchObject([
    { section: 'sales', id: 1 },
    { section: 'stock', id: 1, before: { fields: { quantity: 10 } }, after: { fields: { quantity: 7 } } },
    { section: 'stock', id: 2, before: { fields: { quantity: 5 } }, after: { fields: { quantity: 4 } } },
  ])
})

test('an edit that changes nothing is told as such, and a batch is told as a whole without what failed', async () => {
  const { world, batches } = await createListening()
  await using _ = world
  await world.batch([
    { section: 'entities', recordId: 1, fields: { name: 'Nadal' } },
    { section: 'entities', recordId: 99, fields: { name: 'Nobody' } },
    { section: 'entities', recordId: 1, fields: { name: 'Moyà' } },
    { section: 'entities', recordId: 1, fields: { name: 'Palma' } },
  ])
  const [changes = []] = batches
  expect(batches.length).toBe(1)
  expect(changes.map(({ before, after }) => [before?.fields['name'], after.fields['name']])).toEqual([
    ['Nadal', 'Nadal'], ['Nadal', 'Moyà'], ['Moyà', 'Palma'],
  ])
  await world.batch([{ section: 'entities', recordId: 99, fields: { name: 'Nobody' } }])
  expect(batches.length).toBe(1)
})

test('what is entered in the console needs no permission and says so', async () => {
  const { world, last } = await createListening()
  await using _ = world
  const results = await world.enter([
    { section: 'entities', fields: { name: 'Soler' } },
    { section: 'entities', fields: { tax_id: 'wrong' } },
  ])
  expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'failed'])
  expect(last()).toMatchObject([{ id: 2, by: 'console' }])
})

test('what is appended for a write is stored with it, or neither is', async () => {
  let isFull = false
  const { world } = await createListening(async (tx, _, changes) => {
    await tx.appendDeliveries(changes.map(({ section, id, at }) => (
      { webhook: 'w1', messageId: `msg_${id}`, event: { kind: 'created', section, recordId: id }, dueAt: at }
    )))
    if (isFull) throw new Error('the disk is full')
  })
  await using _ = world
  await world.create('entities', { name: 'Soler' })
  isFull = true
  await expect(world.create('entities', { name: 'Never' })).rejects.toThrow('the disk is full')
  expect(await world.record('entities', 3)).toBeUndefined()
  const deliveries = await world.store.deliveries('one', { limit: 9 })
  expect(deliveries.map(({ event }) => event.recordId)).toEqual([2])
})
