import { expect, test } from 'vitest'
import { entity, invoice, pageOf, seedOf, startWith } from './sample.ts'
import type { OpenStore } from './sample.ts'

const people = [
  entity(1, { name: 'Carla', credit: 5, visits: 1 }),
  entity(2, { name: 'ana', credit: 7.5, visits: 2 }),
  entity(3, { name: 'Berta', visits: 2 }),
  entity(4, { name: 'Álvaro', credit: -1, visits: 4 }),
  entity(5, { name: 'Berta', credit: 5 }),
]
const sql = 'select id, name, credit, visits from entities'

export function testBehaviourOfQueries(open: OpenStore): void {
  test('pages joined give the whole in order, each with the total; past the end is nothing', async () => {
    const store = await startWith(open, { records: people })
    const order = [{ column: 'name', descending: true }, { column: 'id', descending: false }]
    const pages = await Promise.all([0, 2, 4, 6].map(offset => pageOf(store, sql, { order, limit: 2, offset })))
    expect(pages.flatMap(page => page.rows.map(row => row['id']))).toEqual([4, 2, 1, 3, 5])
    expect(pages.map(page => page.rows.length)).toEqual([2, 2, 1, 0])
    expect(pages.map(page => page.totalRows)).toEqual([5, 5, 5, 5])
    expect((await pageOf(store, sql, { limit: 0 })).totalRows).toBe(5)
  })

  test('null comes first when ascending and last when descending', async () => {
    const store = await startWith(open, { records: people })
    const idsBy = async (descending: boolean) => {
      const order = [{ column: 'visits', descending }, { column: 'id', descending: false }]
      return (await pageOf(store, sql, { order })).rows.map(row => row['id'])
    }
    expect(await idsBy(false)).toEqual([5, 1, 2, 3, 4])
    expect(await idsBy(true)).toEqual([4, 2, 3, 1, 5])
  })

  test('joins, lists and aggregates are the database’s work', async () => {
    const lines = [{ item: 'a', amount: 1.25 }, { item: 'b', amount: 2 }]
    const store = await startWith(open, {
      records: [
        ...people,
        invoice(1, { customer: 2, issued_on: '2026-01-31', lines }),
        invoice(2, { customer: 2, issued_on: '2026-02-01', lines: lines.slice(1) }),
      ],
    })
    const { rows } = await pageOf(
      store,
      `-- by month; with a comment's apostrophe
       select substr(i.issued_on, 1, 7) as month, e.name, count(*) as lines, round(sum(l.amount), 2) as amount
       from invoices i
       join entities e on e.id = i.customer
       left join invoices_lines l on l.record_id = i.id /* :not a parameter */
       group by substr(i.issued_on, 1, 7), e.name;`,
      { order: [{ column: 'month', descending: false }] },
    )
    expect(rows).toEqual([
      { month: '2026-01', name: 'ana', lines: 2, amount: 3.25 },
      { month: '2026-02', name: 'ana', lines: 1, amount: 2 },
    ])
  })

  test('keywords, views and columns may be written in capital letters', async () => {
    const store = await startWith(open, { records: people })
    const shouted = 'SELECT E.ID AS id, UPPER(E.NAME) AS name FROM ENTITIES E WHERE E.VISITS = 1'
    const { rows } = await pageOf(store, shouted)
    expect(rows).toEqual([{ id: 1, name: 'CARLA' }])
  })

  test('parameters are bound by name, each as often as it stands there, and absent ones are null', async () => {
    const store = await startWith(open, { records: people })
    const filtered = `${sql} where (:name is null or name = :name) and (:least is null or credit >= :least)`
    const ids = async (parameters: Record<string, string | number | null>) =>
      (await pageOf(store, filtered, { parameters })).rows.map(row => row['id'])
    expect(await ids({})).toEqual([1, 2, 3, 4, 5])
    expect(await ids({ name: 'Berta' })).toEqual([3, 5])
    expect(await ids({ name: 'Berta', least: 5, ignored: 'x' })).toEqual([5])
    expect(await ids({ name: null, least: 5.5 })).toEqual([2])
    expect(await ids({ name: "x' or 1=1 --" })).toEqual([])
  })

  test('what looks like a parameter inside of a literal, a quoted name or a comment is none', async () => {
    const store = await startWith(open, { records: people })
    const { rows } = await pageOf(
      store,
      `select id, ':name' as "a:b", 'it''s :name' as literal, name || ':' || :name as joined /* :x */
       from entities where id = :id -- :y`,
      { parameters: { name: 'n', id: 1, x: 'no', y: 'no' } },
    )
    expect(rows).toEqual([{ id: 1, 'a:b': ':name', literal: "it's :name", joined: 'Carla:n' }])
  })

  test('a whole number is bound as an integer', async () => {
    const store = await startWith(open, { records: people })
    const text = 'select id, cast(:n as text) as n from entities where id = :n'
    expect((await pageOf(store, text, { parameters: { n: 2 } })).rows).toEqual([{ id: 2, n: '2' }])
  })

  test('sums beyond 2^53 are answered as JSON numbers are', async () => {
    const records = [1, 2, 3].map(id => entity(id, { visits: Number.MAX_SAFE_INTEGER }))
    const store = await startWith(open, { records })
    const { rows } = await pageOf(store, 'select 1 as id, sum(visits) as visits from entities')
    expect(rows).toEqual([{ id: 1, visits: 3 * Number.MAX_SAFE_INTEGER }])
  })

  test('LIKE tells capital letters from small ones', async () => {
    const store = await startWith(open, { records: people })
    const found = await pageOf(store, `${sql} where name like :start || '%'`, { parameters: { start: 'b' } })
    expect(found.rows).toEqual([])
    expect((await pageOf(store, `${sql} where lower(name) like 'b%'`)).totalRows).toBe(2)
  })

  test('rows come in the order that the SQL gives, at most as many as asked for', async () => {
    const store = await startWith(open, { records: people })
    const ordered = `${sql} where visits >= :least order by visits desc, id desc`
    const rows = await store.rows('main', { sql: ordered, parameters: { least: 2 }, limit: 2 })
    expect(rows.map(row => row['id'])).toEqual([4, 3])
    expect(await store.rows('main', { sql: ordered, parameters: { least: 2 }, limit: 0 })).toEqual([])
    expect(await store.rows('main', { sql: ordered, parameters: { least: 2 }, limit: 50 })).toHaveLength(3)
  })

  test('while nothing changes the same query gives the same frozen page', async () => {
    const store = await startWith(open, { records: people })
    const parameters = { least: 2 }
    const filtered = `${sql} where visits >= :least`
    const page = await pageOf(store, filtered, { parameters, limit: 2 })
    expect(await pageOf(store, filtered, { parameters: { other: 1, ...parameters }, limit: 2 })).toBe(page)
    expect([page, page.rows, page.rows[0]].every(Object.isFrozen)).toBe(true)

    const different = await Promise.all([
      pageOf(store, filtered, { parameters, limit: 3 }),
      pageOf(store, filtered, { parameters, limit: 2, offset: 2 }),
      pageOf(store, filtered, { parameters: { least: '2' }, limit: 2 }),
      pageOf(store, filtered, { parameters, limit: 2, order: [{ column: 'id', descending: true }] }),
    ])
    expect(new Set([page, ...different]).size).toBe(5)
    expect(different[3]?.rows.map(row => row['id'])).toEqual([4, 3])
  })

  test('callers that ask at once get one and the same page', async () => {
    const store = await startWith(open, { records: people })
    const [one, two] = await Promise.all([pageOf(store, sql), pageOf(store, sql)])
    expect(one.totalRows).toBe(5)
    expect(two).toBe(one)
  })

  test('a write gives a new page in its own sandbox and leaves the others theirs', async () => {
    const store = await startWith(open, { records: people })
    await store.createSandbox('other', seedOf({ records: people }))
    const page = await pageOf(store, sql)
    const otherPage = await pageOf(store, sql, {}, 'other')

    await store.transaction('main', async tx => void (await tx.record('entities', 1)))
    expect(await pageOf(store, sql)).toBe(page)
    const undone = store.transaction('main', async tx => {
      await tx.putRecord(entity(6, {}))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await pageOf(store, sql)).toBe(page)

    await store.transaction('main', tx => tx.putRecord(entity(6, { name: 'Dora' })))
    const after = await pageOf(store, sql)
    expect([page.totalRows, after.totalRows]).toEqual([5, 6])
    expect(await pageOf(store, sql, {}, 'other')).toBe(otherPage)
  })

  test('totals follow the parameters and the writes', async () => {
    const store = await startWith(open, { records: people })
    const total = async (least: number) =>
      (await pageOf(store, `${sql} where visits >= :least`, { parameters: { least }, limit: 1 })).totalRows
    expect([await total(2), await total(4), await total(2)]).toEqual([3, 1, 3])
    await store.transaction('main', tx => tx.putRecord(entity(3, {}, { eliminado: 1 })))
    expect([await total(2), await total(4)]).toEqual([2, 1])
  })

  test('totals and far pages of many records follow every write', async () => {
    const many = Array.from({ length: 2600 }, (_, index) => entity(index + 1, { name: `n${index % 7}`, visits: index % 3 }))
    const store = await startWith(open, { records: many })
    const filtered = 'select e.id, e.name from entities e where :least is null or e.visits >= :least'
    const kept = new Map(many.map(({ id, fields }) => [id, Number(fields['visits'])]))
    const expectAll = async () => {
      for (const [text, least] of [['select id, name from entities', null], [filtered, 1], [filtered, null]] as const) {
        const ids = [...kept].filter(([, visits]) => least === null || visits >= least).map(([id]) => id).toSorted((a, b) => a - b)
        for (const offset of [0, 30, 900, ids.length - 25, ids.length - 3, ids.length, ids.length + 40]) {
          for (const descending of [false, true]) {
            const order = [{ column: 'id', descending }]
            const page = await pageOf(store, text, { parameters: { least }, order, limit: 20, offset })
            const ordered = descending ? ids.toReversed() : ids
            expect(page.rows.map(row => row['id'])).toEqual(ordered.slice(offset, offset + 20))
            expect(page.totalRows).toBe(ids.length)
          }
        }
      }
    }
    await expectAll()
    for (let round = 0; round < 4; round += 1) {
      await store.transaction('main', async tx => {
        const created = await tx.nextRecordId('entities')
        await tx.putRecord(entity(created, { visits: round }))
        kept.set(created, round)
        await tx.putRecord(entity(round + 1, { visits: 5 }))
        kept.set(round + 1, 5)
        await tx.putRecord(entity(1000 + round, {}, { eliminado: 1 }))
        kept.delete(1000 + round)
        await tx.putRecord(invoice(1 + round, {}))
      })
      await expectAll()
    }
  })
}
