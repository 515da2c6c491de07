import { expect, onTestFinished, test } from 'vitest'
import { QueryRefused } from '../port.ts'
import type { Store } from '../port.ts'
import { clerk, entity, pageOf, sections, seedOf, startWith } from './sample.ts'
import type { OpenStore } from './sample.ts'

const spy = { id: 1, name: 'secret' }

const countingOn = 'select 1 union all select id + 1 from n'

/** SQL that a definition must not get through, by what is wrong with it, and what the message must say. */
const hostile: [string, string, RegExp][] = [
  ['a write', "insert into entities(id) values (9)", /single SELECT/],
  ['a write behind WITH', 'with x as (select 1 as id) delete from entities', /single SELECT|not understood/],
  ['ATTACH', "attach database '/tmp/other' as other", /single SELECT/],
  ['PRAGMA', 'pragma table_list', /single SELECT/],
  ['a pragma as a table', 'select 1 as id, name from pragma_table_list', /entities, invoices/],
  ['the catalogue', 'select 1 as id, name from sqlite_master', /entities, invoices/],
  [
    'the catalogue behind the name of a view',
    'with entities as (select * from sqlite_master) select 1 as id, name from entities',
    /entities, invoices/,
  ],
  ['PostgreSQL’s catalogue', 'select 1 as id, relname as name from pg_catalog.pg_class', /./],
  ['a table behind a view', 'select id from ensayo_section_entities', /reserved/],
  ['a table behind a view, quoted', 'select id from "ENSAYO_section_entities"', /reserved/],
  ['a table as a literal', "select 1 as id from 'ensayo_users'", /reserved/],
  [
    'a table behind the name of a view',
    'with entities as (select * from ensayo_section_entities) select * from entities',
    /reserved/,
  ],
  ['two statements', 'select id from entities; select id from invoices', /more than one statement/],
  ['a statement behind a closed bracket', 'select id from entities); drop view entities; --', /parentheses/],
  ['a bracket that closes the page', 'select 1 as id) union select * from (select 2 as id', /parentheses/],
  ['a bracket that stays open', 'select id from (entities', /parentheses/],
  ['nothing', ' -- nothing', /begins with nothing/],
  ['VALUES', 'values (1)', /single SELECT/],
  ['recursion', `with recursive n(id) as (${countingOn}) select id from n`, /RECURSIVE/],
  ['recursion that does not say so', `with n(id) as (${countingOn}) select id from n`, /./],
  ['a function that reaches out', "select 1 as id, load_extension('x') as x", /load_extension/],
  ['a function that reads files', "select 1 as id, readfile('/etc/passwd') as x", /./],
  ['a function that sleeps', 'select 1 as id, pg_sleep(9) as x', /./],
  ['JSON functions', "select 1 as id, json_extract('{}', '$') as x", /./],
  ['chance', 'select id, random() as x from entities', /random/],
  ['the machine’s clock', 'select id, current_timestamp as x from entities', /./],
  ['an unknown view', 'select id from entites', /entites/],
  ['an unknown column', 'select id, nombre from entities', /nombre/],
  ['an unknown order', 'select id as number from entities', /./],
  ['two columns of one name', 'select a.id, b.id from entities a join entities b on a.id = b.id', /"id"/],
  ['positional parameters', 'select id from entities where id = ?', /:name/],
  ['parameters of another dialect', 'select id from entities where id = $1', /:name/],
  ['brackets around names', 'select [id] from entities', /double quotes/],
  ['an open quote', "select id from entities where name = 'x", /never closed/],
  ['an open comment', 'select id from entities /* where', /never closed/],
]

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(() => new Error('it was answered'), (reason: unknown) => reason)
  expect(error).toBeInstanceOf(QueryRefused)
  return error instanceof QueryRefused ? error.message : ''
}

async function startWithSecrets(open: OpenStore): Promise<Store> {
  const store = await startWith(open, { records: [entity(1, { name: 'Ana' })] })
  const users = [{ user: clerk, keyHashes: ['secret'] }]
  await store.createSandbox('other', seedOf({ records: [entity(1, { name: spy.name })], users }))
  return store
}

export function testRefusals(open: OpenStore): void {
  test.each(hostile)('refuses %s', async (_, sql, message) => {
    const store = await startWithSecrets(open)
    expect(await refusalOf(pageOf(store, sql))).toMatch(message)
    // Nothing happened, and the store goes on.
    expect((await pageOf(store, 'select id, name from entities')).rows).toEqual([{ id: 1, name: 'Ana' }])
    expect(await store.principal('secret')).toMatchObject({ sandbox: 'other' })
  })

  // Only pages have an order of their own.
  const hostileAnywhere = hostile.filter(([what]) => what !== 'an unknown order')
  test.each(hostileAnywhere)('refuses %s in documents as well', async (_, sql, message) => {
    const store = await startWithSecrets(open)
    expect(await refusalOf(store.rows('main', { sql, parameters: {}, limit: 10 }))).toMatch(message)
  })

  test('refuses what fails while it runs, and goes on', async () => {
    const records = [1, 2].map(id => entity(id, { visits: Number.MAX_SAFE_INTEGER }))
    const store = await startWith(open, { records })
    // Some databases have longer sums, others longer products.
    const overflow = 'select 1 as id, sum(visits * 1000) + max(visits * 10000) as x from entities'
    expect(await refusalOf(pageOf(store, overflow))).toMatch(/overflow|range/)
    expect((await pageOf(store, 'select id from entities')).totalRows).toBe(2)
  })

  test('ends a join without conditions at the time limit, and goes on', async () => {
    const store = await open({ sections, queryTimeLimit: 40 })
    onTestFinished(() => store.close())
    const records = Array.from({ length: 300 }, (_, index) => entity(index + 1, {}))
    await store.createSandbox('main', seedOf({ records }))
    const sql = 'select 1 as id, sum(a.id + d.id) as n from entities a, entities b, entities c, entities d'
    expect(await refusalOf(pageOf(store, sql))).toMatch(/40 ms/)
    expect(await refusalOf(store.rows('main', { sql, parameters: {}, limit: 1 }))).toMatch(/40 ms/)
    expect((await pageOf(store, 'select id from entities')).totalRows).toBe(300)
  })

  test('refuses a limit or offset that is no whole number', async () => {
    const store = await startWith(open)
    for (const bad of [-1, 0.5, Number.NaN, 1e300]) {
      await expect(pageOf(store, 'select id from entities', { limit: bad })).rejects.toThrow(RangeError)
      await expect(pageOf(store, 'select id from entities', { offset: bad })).rejects.toThrow(RangeError)
    }
  })
}
