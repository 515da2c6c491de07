import { expect, test } from 'vitest'
import type { Fields, JsonObject } from '../../core/index.ts'
import { createdAt, entity, invoice, pageOf, startWith } from './sample.ts'
import type { OpenStore } from './sample.ts'

export function testBehaviourOfRecords(open: OpenStore): void {
  test('a record comes back as it was put', async () => {
    const store = await startWith(open)
    const fields = { name: 'Nadal', unknown: { deep: [1, null, { x: true }] } }
    const record = entity(5, fields, { eliminado: 1, updatedAt: createdAt + 61_001 })
    await store.transaction('main', tx => tx.putRecord(record))
    expect(await store.record('main', 'entities', 5)).toEqual(record)
    expect(await store.record('main', 'entities', 6)).toBeUndefined()
  })

  test('records are listed by id, deleted ones too, part by part', async () => {
    const all = [entity(1, { name: 'Ana' }), entity(3, {}, { eliminado: 1 }), entity(4, {}), entity(9, {})]
    const store = await startWith(open, { records: [...all.toReversed(), invoice(2, {})] })
    expect(await store.records('main', 'entities', { after: 0, limit: 3 })).toEqual(all.slice(0, 3))
    expect(await store.records('main', 'entities', { after: 4, limit: 3 })).toEqual(all.slice(3))
    await expect(store.records('main', 'nothing', { after: 0, limit: 3 })).rejects.toThrow('nothing')
  })

  test('any JSON comes back as JSON.parse and JSON.stringify leave it', async () => {
    const store = await startWith(open)
    const texts = [
      '{"__proto__":{"polluted":1},"constructor":2,"toString":"x","":0}',
      '{"credit":9007199254740993,"visits":123456789012345678901234567890,"a":1e-7,"b":-0,"c":1e400}',
      String.raw`{"name":"ñ 你好 🎾 \u0000 \ud800 \" \\ ' ; --","key\u0000":"\u2028"}`,
      '{"name":{"not":"text"},"credit":"12","visits":[1],"active":"yes"}',
    ]
    for (const [index, text] of texts.entries()) {
      const fields: JsonObject = JSON.parse(text)
      await store.transaction('main', tx => tx.putRecord(entity(index + 1, fields)))
      const stored = await store.record('main', 'entities', index + 1)
      expect(JSON.stringify(stored?.fields)).toBe(JSON.stringify(fields))
    }
    // Columns of every one of them can be read, too.
    expect((await pageOf(store, 'select * from entities')).rows).toHaveLength(texts.length)
  })

  test('views show typed columns, and null for what is absent or of another type', async () => {
    const fields: Fields[] = [
      { name: 'Ana', credit: 10.5, visits: 3, active: true },
      { name: 'Bea', credit: 2, active: false },
      { name: null, credit: '12', visits: 'many', active: 1 },
    ]
    const store = await startWith(open, { records: fields.map((each, index) => entity(index + 1, each)) })
    const { rows } = await pageOf(store, 'select id, name, credit, visits, active from entities')
    // A boolean may come as 0 or 1: which column is one, the caller knows.
    const flag = (value: unknown) => (value === null ? null : Boolean(value))
    expect(rows.map(row => ({ ...row, active: flag(row['active']) }))).toEqual([
      { id: 1, name: 'Ana', credit: 10.5, visits: 3, active: true },
      { id: 2, name: 'Bea', credit: 2, visits: null, active: false },
      { id: 3, name: null, credit: null, visits: null, active: null },
    ])
  })

  test('views show creation and change as ISO text', async () => {
    const store = await startWith(open, { records: [entity(1, {}, { updatedAt: createdAt + 1000 })] })
    expect((await pageOf(store, 'select id, created_at, updated_at from entities')).rows).toEqual([
      { id: 1, created_at: '2026-01-15T09:30:00.250Z', updated_at: '2026-01-15T09:30:01.250Z' },
    ])
  })

  test('a deleted record and its lists leave the views, and come back when restored', async () => {
    const fields = { customer: 1, lines: [{ item: 'a', amount: 1 }] }
    const store = await startWith(open, { records: [invoice(1, fields), invoice(2, fields, { eliminado: 1 })] })
    const count = async () => [
      (await pageOf(store, 'select id from invoices')).totalRows,
      (await pageOf(store, 'select record_id as id from invoices_lines')).totalRows,
    ]
    expect(await count()).toEqual([1, 1])
    await store.transaction('main', tx => tx.putRecord(invoice(1, fields, { eliminado: 1 })))
    expect(await count()).toEqual([0, 0])
    await store.transaction('main', tx => tx.putRecord(invoice(2, fields)))
    expect(await count()).toEqual([1, 1])
  })

  test('a list is a view with positions from 1 that follows every change of its record', async () => {
    const store = await startWith(open, {
      records: [
        invoice(1, { lines: [{ item: 'b', amount: 2 }, { item: 'a', amount: 1.5 }, 'no object'] }),
        invoice(2, { lines: 'no list' }),
      ],
    })
    const sql = 'select record_id, position, item, amount from invoices_lines'
    const order = ['record_id', 'position'].map(column => ({ column, descending: false }))
    expect((await pageOf(store, sql, { order })).rows).toEqual([
      { record_id: 1, position: 1, item: 'b', amount: 2 },
      { record_id: 1, position: 2, item: 'a', amount: 1.5 },
      { record_id: 1, position: 3, item: null, amount: null },
    ])
    await store.transaction('main', tx => tx.putRecord(invoice(1, { lines: [{ item: 'c', amount: 9 }] })))
    const { rows } = await pageOf(store, sql, { order })
    expect(rows).toEqual([{ record_id: 1, position: 1, item: 'c', amount: 9 }])
  })
}
