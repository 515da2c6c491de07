import { expect, test } from 'vitest'
import { readQueryText } from './query-text.ts'
import { singleView } from './single-view.ts'

const views = new Set(['entities', 'invoices'])
const found = (sql: string) => singleView(readQueryText(sql).tokens, views)

test('finds the view, its alias and the condition, with everything in it', () => {
  expect(found('select id, name as "from" from entities')).toEqual({
    view: 'entities', alias: 'entities', from: 'from entities', condition: '',
  })
  expect(found(`select e.id from Entities AS e where e.a<=:b and (e.c = 'x' or e.d in (1, 2))`)).toEqual({
    view: 'entities', alias: 'e', from: 'from Entities AS e', condition: `e.a<=:b and (e.c = 'x' or e.d in (1, 2))`,
  })
})

test.each([
  'select count(*) as n from entities',
  'select distinct name as id from entities',
  'select name as id from entities group by name',
  'select id from entities order by name',
  'select id from entities limit 5',
  'select id, row_number() over (order by id) as n from entities',
  'select e.id from entities e, invoices i',
  'select e.id from entities e join invoices i on i.id = e.id',
  'select id from entities where id in (select id from invoices)',
  'select id, (select 1) as one from entities',
  'select id from entities union select id from invoices',
  'with x as (select id from entities) select id from x',
  'select id from (select id from entities)',
  'select id from "entities"',
  'select id from others',
])('%s is none', (sql) => {
  expect(found(sql)).toBeUndefined()
})
