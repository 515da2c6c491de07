import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject, Outcome, ReportPage, ReportRequest } from '../../core/index.ts'
import type { Principal, SectionShape, Store, StoredRecord } from '../../store/index.ts'
import { createSqliteStore } from '../../store/sqlite/index.ts'
import type { ReportDefinition } from '../catalogue.ts'
import { createReports } from './index.ts'

const sections: SectionShape[] = [
  {
    id: 'entities',
    columns: [
      { name: 'name', type: 'text' },
      { name: 'active', type: 'boolean' },
      { name: 'since', type: 'text' },
    ],
    lists: [],
  },
]

type Parts = Pick<ReportDefinition, 'id' | 'sql' | 'columns'> & Partial<ReportDefinition>

function definition(parts: Parts): ReportDefinition {
  const order = [{ column: 'id', descending: false }]
  return { title: parts.id, description: '', parameters: [], order, ...parts }
}

const id = { name: 'id', type: 'integer' as const, labels: { old: 'Código', new: 'Id.' } }
const name = { name: 'name', type: 'text' as const, labels: { old: 'Nombre', new: 'Razón social' } }
const active = { name: 'active', type: 'boolean' as const, labels: { old: 'Alta', new: 'Activo' } }

const definitions = [
  definition({
    id: 'customers',
    sql: 'select id, name, active, since from entities',
    columns: [id, name, active],
  }),
  definition({
    id: 'names',
    sql: 'select id, name from entities',
    columns: [id, name],
    files: { section: 'entities', column: 'id' },
  }),
  definition({
    id: 'joined-since',
    sql: `select id, name from entities
          where since >= :since and (:least is null or id >= :least) and (:a is null or active = :a)`,
    columns: [id, name],
    parameters: [
      { name: 'since', type: 'date', required: true, description: 'the first day' },
      { name: 'least', type: 'integer', required: false, description: '' },
      { name: 'a', type: 'boolean', required: false, description: '' },
    ],
  }),
  definition({ id: 'broken', sql: 'select id, nombre as name from entities', columns: [id, name] }),
  definition({ id: 'short', sql: 'select id from entities', columns: [id, name] }),
]

const records = Array.from({ length: 7 }, (_, index): StoredRecord => {
  const fields = { name: `Name ${index + 1}`, active: index % 2 === 0, since: `2026-01-0${index + 1}` }
  return { section: 'entities', id: index + 1, fields, eliminado: 0, createdAt: 0, updatedAt: 0 }
})

const files = [2, 2, 5].map((recordId, index) => ({
  section: 'entities',
  recordId,
  name: `file-${index}.txt`,
  mediaType: 'text/plain',
  content: new Uint8Array([65 + index]),
}))

function callerWith(...permissions: string[]): Principal {
  const user = { id: 1, login: 'x', name: 'X', email: 'x@example.com', disabled: false, permissions }
  return { sandbox: 'main', user }
}

const everyReport = callerWith('report:*')

async function start({ serviceVersion = 'new' } = {}) {
  const store: Store = createSqliteStore({ location: ':memory:', sections })
  onTestFinished(() => store.close())
  await store.createSandbox('main', { users: [], records, files, counters: {} })
  const reports = new Map(definitions.map(each => [each.id, each]))
  const service = createReports({ store, limits: { defaultPageSize: 5, maximumPageSize: 6 } })
  const run = (caller: Principal, request: ReportRequest) => service.run(caller, request, { reports, serviceVersion })
  const read = async (request: ReportRequest) => valueOf(await run(everyReport, request))
  return { store, run, read }
}

function valueOf(outcome: Outcome<ReportPage>): ReportPage {
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.value
}

test('gives the rows under their stable names, with typed columns and counts', async () => {
  const { read } = await start()
  expect(await read({ id: 'customers', safeColumnNames: true, pageSize: 2, page: 2 })).toEqual({
    rows: [{ id: 3, name: 'Name 3', active: true }, { id: 4, name: 'Name 4', active: false }],
    columns: [
      { name: 'id', label: 'Id.', type: 'integer' },
      { name: 'name', label: 'Razón social', type: 'text' },
      { name: 'active', label: 'Activo', type: 'boolean' },
    ],
    page: 2,
    pageSize: 2,
    totalRows: 7,
    totalPages: 4,
    hasMore: true,
  })
})

test('without safe names the rows carry the labels of the service version', async () => {
  const { read } = await start()
  const { read: readOld } = await start({ serviceVersion: 'old' })
  const request = { id: 'customers', pageSize: 1 }
  expect((await read(request)).rows).toEqual([{ 'Id.': 1, 'Razón social': 'Name 1', Activo: true }])
  expect((await readOld(request)).rows).toEqual([{ Código: 1, Nombre: 'Name 1', Alta: true }])
  expect((await readOld(request)).columns[1]).toEqual({ name: 'Nombre', label: 'Nombre', type: 'text' })
  const safe = await readOld({ ...request, safeColumnNames: true })
  expect(safe.rows).toEqual([{ id: 1, name: 'Name 1', active: true }])
})

test('pages joined give the whole, and a page past the end is empty with the right totals', async () => {
  const { read } = await start()
  const request = { id: 'names', safeColumnNames: true, pageSize: 3 }
  const pages = await Promise.all([1, 2, 3].map(page => read({ ...request, page })))
  expect(pages.flatMap(page => page.rows.map(row => row['id']))).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pages.map(page => page.hasMore)).toEqual([true, true, false])
  for (const page of [4, Number.MAX_SAFE_INTEGER, 1e300]) {
    const past = await read({ id: 'names', page, pageSize: 3 })
    expect(past).toMatchObject({ rows: [], page, totalRows: 7, totalPages: 3, hasMore: false })
  }
})

test('the page size is the default unless given, and the limits are kept', async () => {
  const { read, run } = await start()
  expect((await read({ id: 'names' })).rows).toHaveLength(5)
  expect((await read({ id: 'names', pageSize: 6 })).rows).toHaveLength(6)
  for (const bad of [{ pageSize: 7 }, { pageSize: 0 }, { page: 0 }, { page: 1.5 }]) {
    const outcome = await run(everyReport, { id: 'names', ...bad })
    const violations = [{ pointer: `/${Object.keys(bad).join()}` }]
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'invalid', violations } })
  }
})

test('parameters are bound, and those that do not fit are named', async () => {
  const { read, run } = await start()
  const ids = async (parameters: JsonObject) => {
    const { rows } = await read({ id: 'joined-since', safeColumnNames: true, parameters })
    return rows.map(row => row['id'])
  }
  expect(await ids({ since: '2026-01-05' })).toEqual([5, 6, 7])
  expect(await ids({ since: '2026-01-03', least: 6, a: null })).toEqual([6, 7])
  expect(await ids({ since: '2026-01-01', a: true })).toEqual([1, 3, 5, 7])
  expect(await ids({ since: '2026-01-01', a: false })).toEqual([2, 4, 6])

  const outcome = await run(everyReport, { id: 'joined-since', parameters: { lest: 1, least: '1' } })
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'invalid' } })
  const violations = outcome.ok || outcome.problem.kind !== 'invalid' ? [] : outcome.problem.violations
  const names = violations.map(({ pointer }) => pointer.replace('/parameters/', ''))
  expect(names.toSorted()).toEqual(['least', 'lest', 'since'])
})

test('files of the page’s rows come along when asked for', async () => {
  const { read } = await start()
  expect((await read({ id: 'names' })).files).toBeUndefined()
  const page = await read({ id: 'names', withFiles: true, pageSize: 4 })
  expect(page.files).toEqual([
    { recordId: 2, name: 'file-0.txt', mediaType: 'text/plain', content: new Uint8Array([65]) },
    { recordId: 2, name: 'file-1.txt', mediaType: 'text/plain', content: new Uint8Array([66]) },
  ])
  expect((await read({ id: 'names', withFiles: true, pageSize: 4, page: 2 })).files).toHaveLength(1)
  expect((await read({ id: 'customers', withFiles: true })).files).toEqual([])
})

test('the same request gives the very same frozen answer until something changes', async () => {
  const { read, store } = await start()
  const requests: ReportRequest[] = [false, true].flatMap(safeColumnNames =>
    [false, true].map(withFiles => ({ id: 'names', pageSize: 3, safeColumnNames, withFiles })),
  )
  const first = await Promise.all(requests.map(read))
  const again = await Promise.all(requests.map(request => read({ ...request })))
  expect(new Set(first).size).toBe(4)
  for (const [index, page] of first.entries()) {
    expect(again[index]).toBe(page)
    expect([page, page.rows, page.rows[0], page.columns, page.columns[0]].every(Object.isFrozen)).toBe(true)
  }

  const [record] = records
  if (record === undefined) throw new Error('there are records')
  await store.transaction('main', tx => tx.putRecord({ ...record, eliminado: 1 }))
  for (const [index, request] of requests.entries()) {
    const after = await read(request)
    expect(after).not.toBe(first[index])
    expect([first[index]?.totalRows, after.totalRows]).toEqual([7, 6])
  }
})

test('callers that ask for files at the same time get one answer', async () => {
  const { read } = await start()
  const request = { id: 'names', withFiles: true }
  const [one, two] = await Promise.all([read(request), read(request)])
  expect(two).toBe(one)
})

test('a report that is not permitted is refused with the permission it needs', async () => {
  const { run } = await start()
  const caller = callerWith('report:names', 'section:*:read')
  expect(await run(caller, { id: 'names' })).toMatchObject({ ok: true })
  const refused = await run(caller, { id: 'customers' })
  expect(refused).toMatchObject({ ok: false, problem: { kind: 'forbidden' } })
  expect(refused.ok ? '' : refused.problem.message).toContain('report:customers')
})

test('an unknown report is refused with the nearest that the caller may run', async () => {
  const { run } = await start()
  const messageFor = async (caller: Principal, unknown: string) => {
    const outcome = await run(caller, { id: unknown })
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'notFound' } })
    return outcome.ok ? '' : outcome.problem.message
  }
  expect(await messageFor(everyReport, 'customer')).toContain('"customers"')
  expect(await messageFor(callerWith('report:names'), 'customer')).toContain('"names"')
  expect(await messageFor(callerWith(), 'customer')).not.toContain('nearest')
  expect(await messageFor(everyReport, '__proto__')).toContain('"__proto__"')
  expect((await messageFor(everyReport, 'x'.repeat(100_000))).length).toBeLessThan(200)
})

test('a report whose SQL does not work is an internal refusal that says why', async () => {
  const { run } = await start()
  for (const [report, cause] of [['broken', 'nombre'], ['short', '"name"']] as const) {
    const outcome = await run(everyReport, { id: report })
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'internal' } })
    expect(outcome.ok ? '' : outcome.problem.message).toContain(cause)
  }
})
