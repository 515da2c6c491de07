import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startHangingProxy } from '../../../test/hanging-proxy.ts'
import { startPostgres } from '../../../test/postgres-server.ts'
import type { PostgresServer } from '../../../test/postgres-server.ts'
import { QueryRefused, StoreRefused, StoreUnavailable } from '../port.ts'
import { describeStore } from '../suite/index.ts'
import { entity, pageOf, sections, seedOf } from '../suite/sample.ts'
import { createPostgresStore } from './index.ts'

let server: PostgresServer | undefined
let emptied: pg.Client | undefined

beforeAll(async () => {
  server = await startPostgres({ synchronous_commit: 'off', full_page_writes: 'off' })
  emptied = new pg.Client(server.url)
  await emptied.connect()
})
afterAll(async () => {
  await emptied?.end()
  await server?.stop()
})

function url(): string {
  if (server === undefined) throw new Error('There is no server.')
  return server.url
}

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  if (emptied === undefined) throw new Error('There is no connection.')
  return (await emptied.query<Record<string, unknown>>(text, values)).rows
}

/** To make a schema takes longer than to empty one, and to empty an empty table longer than to look whether it is one. */
async function empty(schema: string): Promise<void> {
  const tables = await sql(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname = $1 and tablename not in ('ensayo_layout', 'ensayo_sections')`, [schema],
  )
  if (tables.length === 0) return
  const full = await sql(
    tables.map(({ name }) => `select '${String(name)}' as name where exists(select 1 from ${String(name)})`).join(' union all '),
  )
  if (full.length > 0) await sql(`truncate ${full.map(({ name }) => String(name)).join(', ')} restart identity`)
}

describeStore('PostgreSQL', async options => {
  await empty('suite')
  return createPostgresStore({ url: url(), schema: 'suite', connections: 5, ...options })
})

async function open(schema: string, more: { sections?: typeof sections; url?: string } = {}) {
  const store = await createPostgresStore({ url: url(), schema, sections, connections: 3, ...more })
  onTestFinished(() => store.close())
  return store
}

test('what one process commits counts for another at once, and tells it', async () => {
  const [one, two] = [await open('shared'), await open('shared')]
  await one.createSandbox('main', seedOf({ records: [entity(1, { name: 'Ana' })] }))
  const text = 'select id, name from entities'
  expect((await pageOf(two, text)).rows).toEqual([{ id: 1, name: 'Ana' }])
  const before = await two.sandbox('main')

  const told: string[] = []
  two.watch((sandbox, news) => void told.push(`${sandbox} ${news}`))
  await one.transaction('main', tx => tx.putRecord(entity(2, { name: 'Berta' })))
  expect((await pageOf(two, text)).totalRows).toBe(2)
  expect(await two.sandbox('main')).toBe(before)
  await one.transaction('main', async tx => {
    await tx.putSettings({ ...(await tx.settings()), serviceVersion: '2024.2' })
    await tx.putDefinition({ kind: 'fault', id: 'slow', value: {} })
  })
  expect((await two.sandbox('main'))?.settings.serviceVersion).toBe('2024.2')
  expect(await two.definitions('main')).toHaveLength(1)
  await one.deleteSandbox('main')
  expect(await two.sandbox('main')).toBeUndefined()
  await expect.poll(() => told).toEqual(['main ready', 'main defined', 'main deleted'])
})

test('what was told while nobody could hear it is told again', async () => {
  await sql('create database gap')
  const elsewhere = url().replace(/postgres$/, 'gap')
  const [one, two] = [await open('gap', { url: elsewhere }), await open('gap', { url: elsewhere })]
  const told: string[] = []
  two.watch((sandbox, news) => void (news === 'defined' || news === 'ready' || told.push(`${sandbox} ${news}`)))
  const ids = ['kept', 'restored', 'replaced', 'deleted']
  for (const id of ids) {
    await one.createSandbox(id, seedOf())
    await one.takeSnapshot(id, 'before', 0)
    await two.sandbox(id)
    await one.restoreSnapshot(id, 'before')
  }
  await expect.poll(() => told).toEqual(ids.map(id => `${id} restored`))

  // Whoever is connected stays so, and nobody else gets in.
  await sql('alter database gap with allow_connections false')
  await sql(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen ensayo_gap'`)
  await one.restoreSnapshot('restored', 'before')
  await one.deleteSandbox('replaced')
  await one.createSandbox('replaced', seedOf())
  await one.deleteSandbox('deleted')
  expect(await two.sandbox('deleted')).toBeUndefined()
  await sql('alter database gap with allow_connections true')
  await expect.poll(() => told.slice(ids.length).toSorted(), { timeout: 15_000 })
    .toEqual(['deleted deleted', 'replaced deleted', 'restored restored'])
}, 30_000)

test('transactions of several processes take their numbers one after the other', async () => {
  const stores = await Promise.all(['numbers', 'numbers', 'numbers'].map(schema => open(schema)))
  await stores[0]?.createSandbox('main', seedOf())
  const numbers = await Promise.all(stores.flatMap(store => Array.from({ length: 30 }, (_, index) =>
    store.transaction('main', async tx => {
      const id = await tx.nextRecordId('entities')
      const number = await tx.nextNumber('F')
      if (index % 5 === 4) throw new Error('given back')
      await tx.putRecord(entity(id, { visits: number }))
      return number
    }).catch(() => 0))))
  const given = numbers.filter(number => number > 0).toSorted((a, b) => a - b)
  expect(given).toEqual(Array.from({ length: 72 }, (_, index) => index + 1))
})

test('a definition cannot leave its sandbox, whatever it says', async () => {
  const store = await open('hostile')
  await store.createSandbox('main', seedOf({ records: [entity(1, { name: 'mine' })] }))
  await store.createSandbox('other', seedOf({ records: [entity(1, { name: 'secret' }), entity(2, { name: 'secret' })] }))
  const refused = [
    `select set_config('ensayo.sandbox', '2', true) as x, id, name from entities`,
    `select "set_config"('ensayo.sandbox', '2', true) as x, id from entities`,
    `select pg_catalog . set_config /* */ ('ensayo.sandbox', '2', true) as x, id from entities`,
    `select id, name from U&"\\0065nsayo_section_entities"`,
    `select id, E'\\x27' as x from entities`,
    `select id, current_setting('ensayo.sandbox') as x from entities`,
    `select id, dblink('x') as x from entities`,
    `select 1 as id, x.y from query_to_xml('select 1', true, true, '') as x(y)`,
    `select id, session_user as x from entities`,
    `select oid as id from pg_class`,
    `select 1 as id, setting from pg_settings`,
    `select 1 as id, query from pg_stat_activity`,
    `select 1 as id, table_name from information_schema.tables`,
    `select id into other_table from entities`,
    `select id from entities for update`,
    // An error that tells a value must not come from a row of another sandbox.
    `select id, cast(name as integer) as x from entities where name <> 'mine'  or name = 'mine'`,
  ]
  for (const text of refused) {
    const reason: unknown = await pageOf(store, text).then(page => page.rows, (error: unknown) => error)
    expect(reason, text).toBeInstanceOf(QueryRefused)
    expect(String(reason), text).not.toContain('secret')
  }
  expect((await pageOf(store, 'select id, name from entities')).rows).toEqual([{ id: 1, name: 'mine' }])
})

test('a page in the order of ids is read from the index, first as last', async () => {
  const store = await open('plans')
  await store.createSandbox('main', seedOf({ records: Array.from({ length: 3000 }, (_, index) => entity(index + 1, {})) }))
  await sql('analyze plans.ensayo_section_entities')
  await sql(`set search_path = plans; set ensayo.sandbox = '1'; set role ensayo_reader`)
  const plan = await sql('explain select * from (select id, name from entities) q order by id asc nulls first limit 10')
  await sql('reset role')
  expect(JSON.stringify(plan)).toContain('Index')
  expect(JSON.stringify(plan)).not.toContain('Sort')
})

test('a store whose database hangs is closed all the same', async () => {
  const proxy = await startHangingProxy(Number(new URL(url()).port))
  onTestFinished(proxy.close)
  const store = await open('hanging', { url: url().replace(/:\d+\//, `:${proxy.port}/`) })
  await store.createSandbox('main', seedOf({ records: [entity(1, { name: 'Ana' })] }))
  let hung = () => {}
  const begun = new Promise<void>(resolve => (hung = resolve))
  const writing = store.transaction('main', async tx => {
    await tx.users()
    proxy.hang()
    hung()
    await tx.putRecord(entity(2, { name: 'Berta' }))
  })
  const refused = expect(writing).rejects.toThrow(StoreUnavailable)
  await begun
  await store.close()
  await refused
}, 8000)

test('a connection that is lost in the middle of a transaction ends no process', async () => {
  const store = await open('lost')
  await store.createSandbox('main', seedOf())
  let tried = 0
  await store.transaction('main', async tx => {
    await tx.users()
    tried += 1
    if (tried === 1) {
      await sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ensayo' and state like 'idle in tr%'")
      // Nothing is asked of it when it tells that it is over.
      await delay(100)
    }
    await tx.putRecord(entity(1, { name: 'Ana' }))
  })
  expect(tried).toBe(2)
  expect(await store.record('main', 'entities', 1)).toBeDefined()
})

test('a section whose shape changed is laid out anew from its records', async () => {
  const first = await open('shapes')
  await first.createSandbox('main', seedOf({ records: [entity(1, { name: 'Ana', city: 'Vigo' }), entity(2, {}, { eliminado: 1 })] }))
  const changed = [{ id: 'entities', columns: [{ name: 'city', type: 'text' as const }], lists: [] }]
  const second = await open('shapes', { sections: changed })
  expect((await pageOf(second, 'select id, city from entities')).rows).toEqual([{ id: 1, city: 'Vigo' }])
  expect((await second.record('main', 'entities', 1))?.fields['name']).toBe('Ana')
})

test('a later layout, a wrong password and a place where no database is are refused, and no password is told', async () => {
  await (await open('later')).close()
  await sql('update later.ensayo_layout set version = version + 1')
  await expect(open('later')).rejects.toThrow(/newer one/)
  for (const wrong of [url().replace('not-to-be-shown', 'wrong-password'), url().replace(/:\d+\/postgres/, ':1/none')]) {
    const error: unknown = await createPostgresStore({ url: wrong, sections }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreRefused)
    expect(String(error)).not.toMatch(/wrong-password|not-to-be-shown/)
  }
}, 20_000)
