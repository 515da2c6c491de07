import { expect, test } from 'vitest'
import { clerk, entity, invoice, pageOf, seedOf, startWith } from './sample.ts'
import type { OpenStore } from './sample.ts'

export function testBehaviourOfSandboxes(open: OpenStore): void {
  test('sandboxes do not see each other', async () => {
    const store = await startWith(open, { records: [entity(1, { name: 'Here' })] })
    const there = [entity(1, { name: 'There' }), entity(2, { name: 'Too' })]
    await store.createSandbox('other', seedOf({ records: there }))
    await store.transaction('other', tx => tx.putRecord(invoice(1, { customer: 1, lines: [{ item: 'a' }] })))

    const sql = 'select id, name from entities'
    expect(await pageOf(store, sql)).toEqual({ rows: [{ id: 1, name: 'Here' }], totalRows: 1 })
    expect((await pageOf(store, sql, {}, 'other')).totalRows).toBe(2)
    expect((await pageOf(store, 'select record_id as id from invoices_lines')).totalRows).toBe(0)
    expect(await store.record('main', 'entities', 2)).toBeUndefined()
    expect((await store.record('other', 'entities', 1))?.fields).toEqual({ name: 'There' })
  })

  test('the same query alternating between sandboxes answers for each', async () => {
    const store = await startWith(open, { records: [entity(1, { name: 'Here' })] })
    await store.createSandbox('other', seedOf({ records: [entity(1, { name: 'There' })] }))
    const sql = 'select id, name from entities where id in (select id from entities)'
    for (const name of ['Here', 'There', 'Here', 'There']) {
      const sandbox = name === 'Here' ? 'main' : 'other'
      expect(await store.rows(sandbox, { sql, parameters: {}, limit: 9 })).toEqual([{ id: 1, name }])
    }
  })

  test('a key leads to its sandbox and user', async () => {
    const store = await startWith(open, { users: [{ user: clerk, keyHashes: ['first', 'second'] }] })
    const disabled = { ...clerk, id: 8, login: 'gone', disabled: true, permissions: [] }
    await store.createSandbox('other', seedOf({ users: [{ user: disabled, keyHashes: ['third'] }] }))

    expect(await store.principal('second')).toEqual({ sandbox: 'main', user: clerk })
    expect(await store.principal('third')).toEqual({ sandbox: 'other', user: disabled })
    expect(await store.principal('fourth')).toBeUndefined()
  })

  test('a sandbox is created once, and one that cannot be created leaves nothing behind', async () => {
    const store = await startWith(open, { users: [{ user: clerk, keyHashes: ['taken'] }] })
    expect((await store.sandbox('main'))?.id).toBe('main')
    await expect(store.createSandbox('main', seedOf())).rejects.toThrow('main')

    const seed = seedOf({ records: [entity(1, {})], users: [{ user: clerk, keyHashes: ['fresh', 'taken'] }] })
    await expect(store.createSandbox('other', seed)).rejects.toThrow('user 7')
    expect(await store.sandbox('other')).toBeUndefined()
    expect(await store.principal('fresh')).toBeUndefined()
    await store.createSandbox('other', seedOf())
    expect(await store.record('other', 'entities', 1)).toBeUndefined()
  })

  test('an unknown sandbox or section is a mistake of the caller', async () => {
    const store = await startWith(open)
    await expect(store.record('nowhere', 'entities', 1)).rejects.toThrow('nowhere')
    await expect(pageOf(store, 'select id from entities', {}, 'nowhere')).rejects.toThrow('nowhere')
    await expect(store.transaction('nowhere', async () => 1)).rejects.toThrow('nowhere')
    await expect(store.record('main', 'nothing', 1)).rejects.toThrow('nothing')
  })

  test('files come back byte for byte, in the order of records and then of the seed', async () => {
    const file = { section: 'invoices', mediaType: 'application/pdf', content: new Uint8Array([0, 255, 37, 80]) }
    const store = await startWith(open, {
      files: [
        { ...file, recordId: 2, name: 'b.pdf' },
        { ...file, recordId: 1, name: 'z.pdf' },
        { ...file, recordId: 1, name: 'a.pdf' },
        { ...file, recordId: 3, name: 'c.pdf' },
        { ...file, recordId: 1, name: 'other.pdf', section: 'entities' },
      ],
    })
    await store.createSandbox('other', seedOf())

    const files = await store.files('main', 'invoices', [1, 2])
    expect(files.map(({ recordId, name }) => `${recordId} ${name}`)).toEqual(['1 z.pdf', '1 a.pdf', '2 b.pdf'])
    expect(files[0]?.content).toEqual(new Uint8Array([0, 255, 37, 80]))
    expect(await store.files('main', 'invoices', [])).toEqual([])
    expect(await store.files('other', 'invoices', [1, 2])).toEqual([])
  })
}
