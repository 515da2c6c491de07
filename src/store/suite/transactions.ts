import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Transaction } from '../port.ts'
import { entity, gate, pageOf, startWith } from './sample.ts'
import type { OpenStore } from './sample.ts'

export function testBehaviourOfTransactions(open: OpenStore): void {
  test('a transaction returns what its work returns, and its writes stay', async () => {
    const store = await startWith(open)
    const id = await store.transaction('main', async tx => {
      const next = await tx.nextRecordId('entities')
      await tx.putRecord(entity(next, { name: 'Nadal' }))
      expect((await tx.record('entities', next))?.fields).toEqual({ name: 'Nadal' })
      return next
    })
    expect(id).toBe(1)
    expect((await store.record('main', 'entities', 1))?.fields).toEqual({ name: 'Nadal' })
  })

  test('a transaction that rejects is undone, its error comes through, and the next one runs', async () => {
    const store = await startWith(open, { records: [entity(1, { name: 'before' })] })
    const broken = store.transaction('main', async tx => {
      await tx.putRecord(entity(1, { name: 'after' }))
      await tx.putRecord(entity(2, {}))
      throw new Error('no more paper')
    })
    await expect(broken).rejects.toThrow('no more paper')
    await expect(store.transaction('main', () => { throw new Error('at once') })).rejects.toThrow('at once')

    expect((await store.record('main', 'entities', 1))?.fields).toEqual({ name: 'before' })
    expect(await store.transaction('main', tx => tx.nextRecordId('entities'))).toBe(2)
  })

  test('a rollback does not take along what others write meanwhile', async () => {
    const store = await startWith(open)
    const { opened, open: letGo } = gate()
    const failing = store.transaction('main', async tx => {
      await tx.putRecord(entity(1, {}))
      await opened
      throw new Error('undone')
    })
    const others = [2, 3, 4].map(id =>
      store.transaction('main', async tx => {
        await tx.putRecord(entity(id, {}))
        await setImmediate()
      }),
    )
    await setImmediate()
    letGo()
    await expect(failing).rejects.toThrow('undone')
    await Promise.all(others)
    expect((await pageOf(store, 'select id from entities')).rows).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
  })

  test('nobody sees what a transaction has not committed', async () => {
    const store = await startWith(open, { records: [entity(1, { name: 'old' })] })
    const sql = 'select id, name from entities'
    const before = await pageOf(store, sql)
    const { opened, open: letGo } = gate()
    const failing = store.transaction('main', async tx => {
      await tx.putRecord(entity(1, { name: 'never' }))
      await opened
      throw new Error('undone')
    })
    await setImmediate()
    const reads = Promise.all([
      store.record('main', 'entities', 1),
      pageOf(store, sql),
      pageOf(store, 'select id, name from entities where id > 0'),
      store.rows('main', { sql, parameters: {}, limit: 5 }),
    ])
    await setImmediate()
    letGo()
    await expect(failing).rejects.toThrow('undone')
    const [record, page, otherPage, rows] = await reads
    expect(record?.fields).toEqual({ name: 'old' })
    expect(page).toEqual(before)
    expect(otherPage.rows).toEqual([{ id: 1, name: 'old' }])
    expect(rows).toEqual([{ id: 1, name: 'old' }])
  })

  test('a transaction is alone: read, wait and write loses no change', async () => {
    const store = await startWith(open, { records: [entity(1, { visits: 0 })] })
    const visit = async (tx: Transaction) => {
      const record = await tx.record('entities', 1)
      await setImmediate()
      await tx.putRecord(entity(1, { visits: Number(record?.fields['visits']) + 1 }))
    }
    await Promise.all(Array.from({ length: 40 }, () => store.transaction('main', visit)))
    expect((await store.record('main', 'entities', 1))?.fields).toEqual({ visits: 40 })
  })

  test('a counter has no gaps, whatever is rolled back and however many ask at once', async () => {
    const store = await startWith(open, { counters: { 'F-2026': 120 } })
    const attempts = Array.from({ length: 60 }, (_, index) =>
      store.transaction('main', async tx => {
        if (index % 2 === 0) await setImmediate()
        const number = await tx.nextNumber('F-2026')
        if (index % 3 === 0) await setImmediate()
        if (index % 4 === 0) throw new Error('given back')
        return number
      }),
    )
    const settled = await Promise.allSettled(attempts)
    const numbers = settled.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, index) => 121 + index))
    expect(await store.transaction('main', tx => tx.nextNumber('another'))).toBe(1)
  })

  test('a counter goes on after what it was raised to, and is never lowered', async () => {
    const store = await startWith(open, { counters: { 'F-2026': 120 } })
    await store.transaction('main', async tx => {
      await tx.raiseNumber('F-2026', 7)
      expect(await tx.nextNumber('F-2026')).toBe(121)
      await tx.raiseNumber('F-2026', 999_999_999_999_999)
      await tx.raiseNumber('G-2026', 8)
      expect(await tx.nextNumber('G-2026')).toBe(9)
    })
    expect(await store.transaction('main', tx => tx.nextNumber('F-2026'))).toBe(1_000_000_000_000_000)
    await expect(store.transaction('main', async tx => {
      await tx.raiseNumber('G-2026', 50)
      throw new Error('undone')
    })).rejects.toThrow('undone')
    expect(await store.transaction('main', tx => tx.nextNumber('G-2026'))).toBe(10)
  })

  test('ids go on after the highest ever used, also by a deleted record', async () => {
    const store = await startWith(open, { records: [entity(4, {}), entity(9, {}, { eliminado: 1 })] })
    await store.transaction('main', async tx => {
      expect(await tx.nextRecordId('entities')).toBe(10)
      expect(await tx.nextRecordId('entities')).toBe(11)
      await tx.putRecord(entity(40, {}))
      expect(await tx.nextRecordId('entities')).toBe(41)
      expect(await tx.nextRecordId('invoices')).toBe(1)
    })
    expect(await store.transaction('main', tx => tx.nextRecordId('entities'))).toBe(41)
  })

  test('a transaction that is over can no longer be used', async () => {
    const store = await startWith(open)
    const kept = await store.transaction('main', async tx => ({ tx }))
    await expect(kept.tx.putRecord(entity(1, {}))).rejects.toThrow('over')
    await expect(kept.tx.nextNumber('x')).rejects.toThrow('over')
    await expect(kept.tx.nextRecordId('entities')).rejects.toThrow('over')
    expect(await store.record('main', 'entities', 1)).toBeUndefined()
  })
}
