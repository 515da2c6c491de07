import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../service/index.ts'
import { createChance } from './chance.ts'
import { createSimulatedEvents } from './simulated-events.ts'
import type { SimulatedEventsDeps } from './simulated-events.ts'

const catalogue = await loadCatalogue()
const stock = catalogue.sections.get('stock')
if (stock === undefined) throw new Error('there is no section stock')
const section = stock

const at = Date.parse('2026-11-20T09:30:00Z')

function events(count: number, deps: Partial<SimulatedEventsDeps> = {}) {
  const next = createSimulatedEvents({
    section,
    kind: 'created',
    changedFields: undefined,
    record: undefined,
    makeRecord: undefined,
    full: false,
    id: undefined,
    knownIds: [3, 5, 8],
    lastId: 9,
    chance: createChance(1),
    ...deps,
  })
  return Array.from({ length: count }, () => next(at))
}

test('a creation names every field, and tells when it happened', () => {
  expect(events(1)).toEqual([
    {
      kind: 'created',
      section: 'stock',
      recordId: expect.any(Number),
      changedFields: [
        'sku', 'name', 'category', 'unit', 'quantity', 'reorder_level', 'unit_cost', 'unit_price', 'tax_percent', 'location',
        'barcode', 'supplier_id', 'active',
      ],
      occurredAt: '2026-11-20T09:30:00.000Z',
    },
  ])
})

test('created records have ids that the mock knows, and then new ones, none twice', () => {
  const ids = events(6).map(({ recordId }) => recordId)
  expect(ids.slice(0, 3).sort()).toEqual([3, 5, 8])
  expect(ids.slice(3)).toEqual([10, 11, 12])
})

test('modified records are those that the mock knows, again and again', () => {
  const ids = events(6, { kind: 'modified' }).map(({ recordId }) => recordId)
  expect(ids.slice(0, 3).sort()).toEqual([3, 5, 8])
  expect(ids.slice(3)).toEqual(ids.slice(0, 3))
})

test('without records to know, ids count from 1', () => {
  const none = { knownIds: [], lastId: 0 }
  expect(events(2, none).map(({ recordId }) => recordId)).toEqual([1, 2])
  expect(events(2, { ...none, kind: 'modified' }).map(({ recordId }) => recordId)).toEqual([1, 2])
})

test('a modification changes one to three fields of those that can be written', () => {
  const invoices = catalogue.sections.get('invoices')
  if (invoices === undefined) throw new Error('there is no section invoices')
  const counts = new Set<number>()
  for (const { changedFields = [] } of events(200, { kind: 'modified', section: invoices })) {
    counts.add(changedFields.length)
    expect(changedFields).not.toContain('total')
    expect(new Set(changedFields).size).toBe(changedFields.length)
  }
  expect([...counts].sort()).toEqual([1, 2, 3])
})

test('the same seed gives the same events, and another one others', () => {
  const seeded = (seed: number) => events(5, { kind: 'modified', chance: createChance(seed) })
  expect(seeded(4)).toEqual(seeded(4))
  expect(seeded(4)).not.toEqual(seeded(5))
})

test('the record goes along when it is asked for; what is null has no value', () => {
  const record = { id: 41, fields: { name: 'Nadal', category: null }, eliminado: 0 as const }
  expect(events(1, { record, full: true })).toMatchObject([
    { recordId: 41, changedFields: ['name'], record: { name: 'Nadal', category: null, eliminado: 0 } },
  ])
  expect(events(1, { record, id: 'A-1' })).toMatchObject([{ recordId: 'A-1', changedFields: ['name'] }])
  expect(events(1, { record }).map((event) => 'record' in event)).toEqual([false])
})

test('changing eliminado deletes the record (WRI-2)', () => {
  const record = { fields: { name: 'Nadal' }, eliminado: 0 as const }
  expect(events(1, { kind: 'modified', record, full: true, changedFields: ['eliminado'] })).toMatchObject([
    { kind: 'modified', changedFields: ['eliminado'], record: { name: 'Nadal', eliminado: 1 } },
  ])
})

test('a hundred records are made up, however many are sent', () => {
  let made = 0
  const sent = events(250, {
    full: true,
    makeRecord: () => {
      made += 1
      return { name: `item ${made}` }
    },
  })
  expect(made).toBe(100)
  expect(new Set(sent.map(({ recordId }) => recordId)).size).toBe(250)
  expect(sent.at(249)?.record).toEqual({ name: 'item 50', eliminado: 0 })
})
