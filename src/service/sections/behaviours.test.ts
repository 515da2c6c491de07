import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'
import { createWorld, invoiceWith, lineOf } from './test-world.ts'

test('invoices are numbered by series and year, and totals computed', async () => {
  await using world = await createWorld()
  const made = [{}, {}, { series: 'R' }, { issued_on: '2025-12-31' }, {}]
  for (const more of made) await world.create('invoices', invoiceWith(more))
  const records = await Promise.all(made.map((_, index) => world.record('invoices', index + 1)))
  expect(records.map((record) => record?.fields['number']))
    .toEqual(['F-2026-0001', 'F-2026-0002', 'R-2026-0001', 'F-2025-0001', 'F-2026-0003'])
  expect(records[0]?.fields)
    .toMatchObject({ series: 'F', base: 10, tax: 2.1, total: 12.1, lines: [{ amount: 10 }] })
})

test('two hundred writes at once leave no gap in the numbers, though half of them fail', async () => {
  await using world = await createWorld()
  const results = await Promise.all(Array.from({ length: 200 }, (_, index) => {
    if (index % 4 === 1) return world.create('invoices', invoiceWith({ entity_id: 99 }))
    if (index % 4 === 3) return world.create('invoices', invoiceWith({ total: 1 }))
    return world.create('invoices', invoiceWith())
  }))
  expect(results.filter(({ outcome }) => outcome === 'failed')).toHaveLength(100)
  const created = results
    .filter(({ outcome }) => outcome === 'created')
    .map(({ recordId }) => Number(recordId))
  expect(created.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  const records = await Promise.all(created.map((id) => world.record('invoices', id)))
  expect(records.map((record) => record?.fields['number']).toSorted())
    .toEqual(Array.from({ length: 100 }, (_, index) => `F-2026-${String(index + 1).padStart(4, '0')}`))
})

test('a number is kept for ever, with its series and its year', async () => {
  await using world = await createWorld()
  await world.create('invoices', invoiceWith())
  expect(await world.edit('invoices', 1, { series: 'R' })).toMatchObject({
    error: {
      code: 'readOnlyField',
      message: expect.stringContaining('F-2026-0001'),
      details: [{ pointer: '/fields/series' }],
    },
  })
  expect(await world.edit('invoices', 1, { issued_on: '2027-01-01' })).toMatchObject({
    error: {
      code: 'invalidField',
      message: expect.stringContaining('must stay in 2026'),
      details: [{ pointer: '/fields/issued_on', expected: 'a date in 2026' }],
    },
  })
  expect(await world.edit('invoices', 1, { issued_on: '2026-12-31' })).toMatchObject({ outcome: 'edited' })
  await world.edit('invoices', 1, { eliminado: 1 })
  await world.edit('invoices', 1, { eliminado: 0 })
  await world.create('invoices', invoiceWith())
  expect((await world.record('invoices', 1))?.fields['number']).toBe('F-2026-0001')
  expect((await world.record('invoices', 2))?.fields['number']).toBe('F-2026-0002')
})

test('totals follow an edit of the lines', async () => {
  await using world = await createWorld()
  await world.create('invoices', invoiceWith())
  const untaxed = { quantity: 1, unit_price: 1.005, tax_percent: 0 }
  await world.edit('invoices', 1, { lines: [untaxed, lineOf(1, 2)] })
  expect((await world.record('invoices', 1))?.fields).toMatchObject({
    base: 21.01,
    tax: 4.2,
    total: 25.21,
    lines: [{ amount: 1.01, discount_percent: 0 }, { amount: 20, tax_percent: 21 }],
  })
})

test('a sale takes its items out of stock', async () => {
  await using world = await createWorld()
  world.wait(7)
  await world.create('sales', { lines: [lineOf(1, 3), lineOf(2, 1), lineOf(1, 4)] })
  expect([await world.left(1), await world.left(2)]).toEqual([3, 4])
  expect((await world.record('stock', 1))?.updatedAt).toBe((await world.record('sales', 1))?.updatedAt)
})

test('editing a sale moves the difference, deleting gives back, restoring takes again', async () => {
  await using world = await createWorld()
  await world.create('sales', { lines: [lineOf(1, 3)] })
  await world.edit('sales', 1, { lines: [lineOf(1, 1), lineOf(2, 5)] })
  expect([await world.left(1), await world.left(2)]).toEqual([9, 0])
  await world.edit('sales', 1, { note: 'No move' })
  expect([await world.left(1), await world.left(2)]).toEqual([9, 0])
  await world.edit('sales', 1, { eliminado: 1, note: 'And gone' })
  expect([await world.left(1), await world.left(2)]).toEqual([10, 5])
  await world.edit('sales', 1, { eliminado: 1 })
  expect([await world.left(1), await world.left(2)]).toEqual([10, 5])
  await world.edit('sales', 1, { eliminado: 0, lines: [lineOf(1, 2)] })
  expect([await world.left(1), await world.left(2)]).toEqual([8, 5])
})

test('what is not there cannot be sold, and the refused sale leaves no trace', async () => {
  await using world = await createWorld()
  expect(await world.create('sales', { lines: [lineOf(1, 1), lineOf(2, 6)] })).toMatchObject({
    outcome: 'failed',
    error: {
      code: 'insufficientStock',
      message: expect.stringMatching(/takes 6 more of record 2 \(Saw\) of stock, of which 5 are left/),
      details: [{ pointer: '/fields/lines/1/quantity', expected: 'at most 5 more' }],
    },
  })
  expect([await world.left(1), await world.left(2)]).toEqual([10, 5])
  expect(await world.create('sales', { lines: [lineOf(2, 5)] })).toMatchObject({ recordId: 1 })
})

test('a sale is not restored when its items are sold in the meantime', async () => {
  await using world = await createWorld()
  await world.create('sales', { lines: [lineOf(2, 3)] })
  await world.edit('sales', 1, { eliminado: 1 })
  await world.create('sales', { lines: [lineOf(2, 4)] })
  expect(await world.edit('sales', 1, { eliminado: 0 })).toMatchObject({
    outcome: 'failed',
    error: { code: 'insufficientStock', details: [{ pointer: '/fields/eliminado' }] },
  })
  expect(await world.record('sales', 1)).toMatchObject({ eliminado: 1 })
})

test('an item that is deleted gets back what a deleted sale had taken', async () => {
  await using world = await createWorld()
  await world.create('sales', { lines: [lineOf(1, 3)] })
  await world.edit('stock', 1, { eliminado: 1 })
  await world.edit('sales', 1, { eliminado: 1 })
  expect(await world.record('stock', 1)).toMatchObject({ eliminado: 1, fields: { quantity: 10 } })
})

test('two lists of one record take from the same item together', async () => {
  await using world = await createWorld()
  await world.create('sales', { lines: [lineOf(1, 4)], gifts: [{ item_id: 1, quantity: 5 }] })
  expect(await world.left(1)).toBe(1)
  expect(await world.edit('sales', 1, { gifts: [{ item_id: 1, quantity: 7 }] })).toMatchObject({
    error: { code: 'insufficientStock', details: [{ pointer: '/fields/gifts/0/quantity' }] },
  })
  await world.edit('sales', 1, { eliminado: 1 })
  expect(await world.left(1)).toBe(10)
})

test('a gift of an item that no longer exists moves nothing', async () => {
  await using world = await createWorld()
  const sale = { lines: [lineOf(1, 4)], gifts: [{ item_id: 7, quantity: 5 }, { item_id: 1 }] }
  expect(await world.create('sales', sale)).toMatchObject({ outcome: 'created' })
  expect(await world.left(1)).toBe(6)
})

test('quantities with decimals stay exact', async () => {
  await using world = await createWorld()
  await world.create('sales', { lines: [lineOf(1, 0.1), lineOf(1, 0.2)] })
  expect(await world.left(1)).toBe(9.7)
})

test('after any sequence of writes, stock is what there was less what the present sales take', async () => {
  const line = fc.tuple(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 6 }))
  const lines = fc.array(line, { minLength: 1, maxLength: 3 })
    .map((pairs) => pairs.map(([item, quantity]) => lineOf(item, quantity)))
  const eliminado = fc.constantFrom(0, 1)
  const section = fc.constant('sales')
  const recordId = fc.integer({ min: 1, max: 4 })
  const step = fc.oneof(
    fc.record({ section, fields: fc.record({ lines }) }),
    fc.record({ section, recordId, fields: fc.record({ lines }) }),
    fc.record({ section, recordId, fields: fc.record({ eliminado }) }),
    fc.record({ section, recordId, fields: fc.record({ eliminado, lines }) }),
  )
  const steps = fc.array(step, { minLength: 1, maxLength: 20 })
  await fc.assert(fc.asyncProperty(steps, async (operations) => {
    await using world = await createWorld()
    const results = await world.batch(operations)
    const present = await Promise.all(results
      .filter(({ outcome }) => outcome === 'created')
      .map((result) => world.record('sales', Number(result.recordId))))
    const taken = new Map([[1, 0], [2, 0]])
    for (const record of present) {
      if (record?.eliminado !== 0) continue
      for (const { item_id, quantity } of linesOf(record.fields, 'lines')) {
        taken.set(Number(item_id), (taken.get(Number(item_id)) ?? 0) + Number(quantity))
      }
    }
    expect(await world.left(1)).toBe(10 - (taken.get(1) ?? 0))
    expect(await world.left(2)).toBe(5 - (taken.get(2) ?? 0))
    expect(Number(await world.left(1))).toBeGreaterThanOrEqual(0)
    expect(Number(await world.left(2))).toBeGreaterThanOrEqual(0)
  }), { numRuns: 60 })
})
