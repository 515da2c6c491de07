/** A small business for the tests of this folder: its sections, its first records, a store and a clock. */
import type { Fields, JsonObject, WriteOperation, WriteResult } from '../../core/index.ts'
import type { Principal, SectionShape, StoredRecord } from '../../store/index.ts'
import { createSqliteStore } from '../../store/sqlite/index.ts'
import type { Behaviour, Section } from '../catalogue.ts'
import type { OnChanges } from '../changes.ts'
import { createSections } from './index.ts'

const money = { type: 'number', minimum: 0 }
const computed = { type: 'number', readOnly: true }

function taking(list: string): Behaviour {
  const field = 'quantity'
  return { kind: 'movesStock', lines: list, item: 'item_id', quantity: 'quantity', section: 'stock', field }
}

const lines: JsonObject = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['quantity', 'unit_price', 'amount'],
    properties: {
      item_id: { type: 'integer' },
      quantity: { type: 'number', exclusiveMinimum: 0 },
      unit_price: money,
      discount_percent: { type: 'number', minimum: 0, maximum: 100, default: 0 },
      tax_percent: { type: 'number', default: 21 },
      amount: computed,
    },
  },
}

const entities: Section = {
  id: 'entities',
  title: 'Entities',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1 },
      country: { type: 'string', pattern: '^[A-Z]{2}$', default: 'ES' },
      tax_id: { type: 'string', format: 'es-tax-id' },
      vat_id: { type: 'string', format: 'eu-vat' },
      active: { type: 'boolean', default: true },
      born_on: { type: 'string', format: 'date' },
      address: {
        type: 'object',
        properties: { street: { type: 'string' }, country: { type: 'string', default: 'ES' } },
      },
      tags: { type: 'array', maxItems: 3, items: { enum: ['good', 'late'] } },
      nickname: { type: ['string', 'null'] },
      rating: { anyOf: [{ type: 'integer' }, { enum: ['none'] }] },
    },
  },
  references: [],
  behaviours: [],
}

const invoices: Section = {
  id: 'invoices',
  title: 'Invoices',
  schema: {
    type: 'object',
    required: ['entity_id', 'issued_on', 'lines', 'number', 'total'],
    properties: {
      number: { type: 'string', readOnly: true },
      series: { type: 'string', pattern: '^[A-Z]$', default: 'F' },
      entity_id: { type: 'integer' },
      issued_on: { type: 'string', format: 'date' },
      notes: { type: 'string' },
      lines,
      base: computed,
      tax: computed,
      total: computed,
    },
  },
  references: [
    { path: ['entity_id'], section: 'entities' },
    { path: ['lines', 'item_id'], section: 'stock' },
  ],
  behaviours: [
    { kind: 'numbering', field: 'number', series: 'series', date: 'issued_on' },
    { kind: 'totals', lines: 'lines' },
  ],
}

const sales: Section = {
  id: 'sales',
  title: 'Sales',
  schema: {
    type: 'object',
    required: ['lines'],
    properties: {
      note: { type: 'string' },
      lines,
      gifts: {
        type: 'array',
        items: { type: 'object', properties: { item_id: { type: 'integer' }, quantity: { type: 'number' } } },
      },
      base: computed,
      tax: computed,
      total: computed,
    },
  },
  references: [{ path: ['lines', 'item_id'], section: 'stock' }],
  behaviours: [{ kind: 'totals', lines: 'lines' }, taking('lines'), taking('gifts')],
}

const stock: Section = {
  id: 'stock',
  title: 'Stock',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      quantity: { type: 'number', minimum: 0, default: 0 },
    },
  },
  references: [],
  behaviours: [],
}

const all = [entities, invoices, sales, stock]
const catalogue = { sections: new Map(all.map((section) => [section.id, section])) }
const shapes = all.map(({ id }): SectionShape => ({ id, columns: [], lists: [] }))

/** 2026-03-02T10:00:00Z. */
export const start = Date.UTC(2026, 2, 2, 10)

const firstRecords: [string, Fields][] = [
  ['entities', { name: 'Nadal', country: 'ES', active: true }],
  ['stock', { name: 'Drill', quantity: 10 }],
  ['stock', { name: 'Saw', quantity: 5 }],
]

/** A sandbox of its own in memory: entity 1 (Nadal), stock 1 (10 drills) and 2 (5 saws). */
export async function createWorld(onChanges?: OnChanges) {
  let now = start
  const store = createSqliteStore({ location: ':memory:', sections: shapes })
  const ids = new Map<string, number>()
  const records = firstRecords.map(([section, fields]): StoredRecord => {
    const id = (ids.get(section) ?? 0) + 1
    ids.set(section, id)
    return { section, id, fields, eliminado: 0, createdAt: start - 1, updatedAt: start - 1 }
  })
  await store.createSandbox('one', { users: [], records, files: [], counters: {} })
  const sections = createSections({ store, catalogue, clocks: { nowIn: () => now }, onChanges })

  const world = {
    store,
    wait(milliseconds: number) {
      now += milliseconds
    },
    /** The results of one batch, written by a user who may write everything unless told otherwise. */
    async batch(operations: WriteOperation[], permissions = ['section:*:write']): Promise<WriteResult[]> {
      const user = { id: 1, login: 'ana', name: 'Ana', email: 'ana@example.com', disabled: false, permissions }
      const caller: Principal = { sandbox: 'one', user }
      const outcome = await sections.write(caller, operations)
      if (!outcome.ok) throw new Error(outcome.problem.message)
      return outcome.value.results
    },
    async enter(operations: WriteOperation[]): Promise<WriteResult[]> {
      const outcome = await sections.enter('one', operations)
      if (!outcome.ok) throw new Error(outcome.problem.message)
      return outcome.value.results
    },
    async create(section: string, fields: Fields): Promise<WriteResult> {
      const [result] = await world.batch([{ section, fields }])
      if (result === undefined) throw new Error('a batch of one has no result')
      return result
    },
    async edit(section: string, recordId: number | string, fields: Fields): Promise<WriteResult> {
      const [result] = await world.batch([{ section, recordId, fields }])
      if (result === undefined) throw new Error('a batch of one has no result')
      return result
    },
    record: (section: string, id: number) => store.record('one', section, id),
    /** How many of an item of stock are left. */
    async left(item: number) {
      return (await store.record('one', 'stock', item))?.fields['quantity']
    },
    close: () => store.close(),
    [Symbol.asyncDispose]: () => store.close(),
  }
  return world
}

/** A line of a sale or an invoice at 10 euros apiece. */
export function lineOf(item: number, quantity = 1) {
  return { item_id: item, quantity, unit_price: 10 }
}

/** An invoice of one drill to Nadal, 12.10 euros in all. */
export function invoiceWith(more: Fields = {}): Fields {
  return { entity_id: 1, issued_on: '2026-03-02', lines: [lineOf(1)], ...more }
}
