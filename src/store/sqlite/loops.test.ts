import { expect, test } from 'vitest'
import { QueryRefused } from '../port.ts'
import { createSqliteStore } from './index.ts'

const constants = (alias: string) => `(select 1 as x union all select 2 union all select 3) ${alias}`

async function open() {
  const columns = [{ name: 'owner', type: 'integer' }, { name: 'amount', type: 'number' }] as const
  const store = createSqliteStore({
    location: ':memory:',
    sections: ['bills', 'gifts', 'people'].map(id => ({ id, columns: [...columns], lists: [] })),
  })
  const records = ['bills', 'gifts', 'people'].flatMap(section => [1, 2, 3, 4].map(id => (
    { section, id, fields: { owner: id % 2, amount: id }, eliminado: 0 as const, createdAt: 0, updatedAt: 0 })))
  await store.createSandbox('main', { users: [], records, files: [], counters: {} })
  return (sql: string) => store.rows('main', { sql, parameters: {}, limit: 10 })
}

const sums = (section: string) => `(select owner, sum(amount) as total from ${section} group by owner)`

test.each([
  ['constants', `select count(*) as n from ${constants('a')}, ${constants('b')}`],
  ['constants in a view’s loop', `select count(*) as n from people, ${constants('a')}, ${constants('b')}`],
  ['one part of WITH', 'with t as materialized (select id from people) select count(a.id) as n from t a, t b where a.id < b.id'],
  ['results that have a view in them', 'select count(*) as n from (select 1 as x union all select id from bills) a, (select 1 as x union all select id from gifts) b'],
  ['constants in a correlated subquery', `select (select count(*) from ${constants('a')}, ${constants('b')} where a.x + b.x < p.id) as n from people p`],
  ['constants in a list', `select count(*) as n from ${constants('a')} where x in (select b.x from ${constants('b')}, ${constants('c')} where b.x < c.x)`],
])('a product of %s is refused before it runs: no clock is looked at in it', async (_, sql) => {
  const rows = await open()
  await expect(rows(sql)).rejects.toThrow(QueryRefused)
  await expect(rows(sql)).rejects.toThrow(/joined row by row/)
})

test.each([
  ['a view and constants', `select count(*) as n from people, ${constants('a')}`],
  ['three views', 'select count(*) as n from people a, people b, gifts c'],
  ['sums by id to a view', `select p.id, b.total as owed, g.total as given from people p
    left join ${sums('bills')} b on b.owner = p.id left join ${sums('gifts')} g on g.owner = p.id`],
  ['sums to sums', `select b.owner, b.total as owed, g.total as given from ${sums('bills')} b join ${sums('gifts')} g on g.owner = b.owner`],
  ['nothing, in a window', 'select id, row_number() over (partition by owner order by amount) as place from people'],
])('what joins %s runs', async (_, sql) => {
  const rows = await open()
  expect((await rows(sql)).length).toBeGreaterThan(0)
})

test('a text that grows without measure is refused', async () => {
  const rows = await open()
  const grown = Array.from({ length: 9 }).reduce<string>((text) => `replace(${text}, 'a', 'aaaaaaaaaa')`, "'a'")
  await expect(rows(`select length(${grown}) as n from people`)).rejects.toThrow(/too big/)
})
