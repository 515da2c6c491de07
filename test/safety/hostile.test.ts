import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '../../src/mock/index.ts'
import type { Mock, Sandbox } from '../../src/mock/index.ts'
import { callsOf, rawConnection } from './control.ts'

let mock: Mock
let calls: ReturnType<typeof callsOf>
let neighbour: Sandbox

beforeAll(async () => {
  mock = await startMock()
  calls = callsOf(mock)
  neighbour = await mock.sandbox({ from: 'empty', name: 'neighbour' })
  await neighbour.write({ section: 'entities', fields: { name: 'The neighbour’s secret' } })
})
afterAll(() => mock.close())

const labels = { '2024.2': 'C', '2026.1': 'C' }
const reportOf = (sql: string) => ({
  title: 'Hostile', sql, columns: [{ name: 'c', type: 'text', labels }], order: [{ column: 'c' }], key: ['c'],
})

const recursion = '(c) as (select 1 union all select c + 1 from t) select c from t'

test.each([
  'select fields as c from ensayo_entities',
  'select hash as c from ensayo_keys',
  'select "c" from "ENSAYO_KEYS"',
  'select c from main.ensayo_deliveries',
  'select id as c from ensayo_sandboxes',
  'select ensayo_current_sandbox() as c from entities',
  'select name as c from sqlite_master',
  'select sql as c from sqlite_temp_master',
  'select stat as c from sqlite_stat1',
  'select name as c from main.entities',
  "select name as c from pragma_table_info('entities')",
  "select value as c from json_each('[1]')",
  'select value as c from generate_series(1, 1000000000)',
  "attach ':memory:' as x",
  "select 1 as c; attach ':memory:' as x",
  'pragma table_list',
  'pragma writable_schema = on',
  'vacuum into \'/tmp/x\'',
  'with t as (select 1 as c) delete from entities',
  'with t as (select 1 as c) insert into entities(name) select c from t',
  'update entities set name = 1',
  'drop view entities',
  'create table x(c)',
  'begin immediate',
  'select 1 as c; select 2 as c',
  'select 1 as c /* ; */ ; delete from stock',
  `with recursive t${recursion}`,
  `with a as (select 1), t${recursion}`,
  `select c from (with recursive t${recursion})`,
  'explain select name as c from entities',
  "select load_extension('x') as c from entities",
  "select readfile('/etc/passwd') as c from entities",
  "select writefile('/tmp/x', 'x') as c from entities",
  'select randomblob(1000000000) as c from entities',
  'select zeroblob(1000000000) as c from entities',
  "select printf('%1000000000d', 1) as c from entities",
  "select fts3_tokenizer('simple') as c from entities",
  'select sqlite_version() as c from entities',
  'select name as c from entities where name = ?',
  'select name as c from entities where name = @name',
  'select [name] as c from entities',
  'select count(a.x) as c from (select 1 as x union all select 2) a, (select 1 as x union all select 2) b',
])('%s is refused as a report and as a document’s data, in one sentence', async (sql) => {
  for (const [path, body] of [
    ['/sandboxes/default/reports/hostile', reportOf(sql)],
    ['/sandboxes/default/documents/hostile', { title: 'Hostile', data: [{ name: 'c', sql }], template: 'x' }],
  ] as const) {
    const answer = await calls.control('PUT', path, body)
    expect(answer.status).toBe(422)
    expect(answer.text).not.toMatch(/node:|\.ts:\d|secret/)
  }
})

test('a report that is as wide as can be shows nothing of another sandbox', async () => {
  const sql = 'select name as c from entities union select cast(number as text) from invoices union select sku from stock'
  expect((await calls.control('PUT', '/sandboxes/default/reports/wide', reportOf(sql))).status).toBe(200)
  for (let page = 1; page < 9; page += 1) {
    const { text, status } = await calls.call('/api/reports', { reportId: 'wide', page, resultsPerPage: 100 })
    expect(status).toBe(200)
    expect(text).not.toContain('secret')
  }
})

test('a parameter is a value, whatever it says', async () => {
  const sql = 'select name as c from entities where name = :name'
  const parameters = [{ name: 'name', type: 'text', required: true }]
  await calls.control('PUT', '/sandboxes/default/reports/named', { ...reportOf(sql), parameters })
  for (const name of ["' or 1 = 1 --", '"; drop table ensayo_keys; --', '%', "x' union select hash from ensayo_keys --"]) {
    const { json } = await calls.call('/api/reports', { reportId: 'named', parameters: { name } })
    expect(json).toMatchObject({ totalRows: 0 })
  }
  expect((await calls.call('/api/reports', { reportId: 'named', parameters: { name: '\u0000' } })).status).toBe(422)
})

test.each([
  '{{ "x".constructor }}', '{{ document.constructor.constructor }}', '{{ document.__proto__ }}', '{{ document["constructor"] }}', '{{ document.toString }}',
  '{{ document | where: "constructor" }}{{ document.constructor.name }}', '{{ process.env }}', '{{ globalThis }}', '{{ require }}', '{{ this }}',
  '{% include "/etc/passwd" %}', '{% render "/etc/passwd" %}', '{% layout "/etc/passwd" %}', '{% include \'../../package.json\' %}',
  '{% assign x = "constructor" %}{{ document[x][x] }}', '{{ "x" | nope }}', '{{ "now" | date: "%s" }}', '{{ document | sample }}',
  '{% for a in (1..1000000000) %}{% endfor %}', '{{ "a" | append: "b" | times: 1 | prepend: nothing }}',
])('the template %s reaches nothing: it is refused, and the mock goes on', async (template) => {
  await calls.control('PUT', '/sandboxes/default/documents/hostile', { title: 'Hostile', data: [], template })
  const { status, text } = await calls.call('/api/dynamicdocuments', { documentId: 'hostile' })
  expect([200, 404, 422, 500]).toContain(status)
  expect(text).not.toMatch(/root:|native code|function |\[object|NODE|PATH=|"dependencies"/)
  expect((await fetch(mock.url)).status).toBe(200)
})

test('what a template writes is escaped', async () => {
  const document = { title: '<script>alert(1)</script>', data: [], template: '<p>{{ document.title }}</p>' }
  await calls.control('PUT', '/sandboxes/default/documents/escaped', document)
  const { text } = await calls.call('/api/dynamicdocuments', { documentId: 'escaped', format: 'html' })
  expect(text).not.toContain('<script>')
})

test.each([
  '{"__proto__":{"polluted":1},"reportId":"customers"}',
  '{"reportId":"customers","parameters":{"__proto__":{"polluted":1}}}',
  '{"reportId":"customers","constructor":{"prototype":{"polluted":1}}}',
  '{"reportId":"__proto__"}', '{"reportId":"constructor"}', '{"reportId":"toString","parameters":{"hasOwnProperty":1}}',
  '{"operations":[{"section":"__proto__","fields":{"name":"x"}}]}',
  '{"operations":[{"section":"entities","fields":{"__proto__":{"polluted":1},"name":"x"}}]}',
  '{"operations":[{"section":"entities","fields":{"constructor":1,"name":"x"}}]}',
  '{"documentId":"__proto__"}',
])('%s changes no prototype, and is no bug', async (body) => {
  for (const path of ['/api/reports', '/api/writeoperations', '/api/dynamicdocuments']) {
    expect((await calls.call(path, body)).status).toBeLessThan(500)
  }
  for (const path of ['/sandboxes', '/sandboxes/default/webhooks', '/sandboxes/default/faults', '/sandboxes/__proto__/clock', '/sandboxes/default/journal/question']) {
    const answer = await fetch(`${mock.url}/_ensayo${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(answer.status).toBeLessThan(500)
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('a request with two keys is nobody’s', async () => {
  const { key } = await mock.sandbox()
  const { socket, ended } = rawConnection(mock)
  const headers = `host: 127.0.0.1\r\nconnection: close\r\nauthorization: Bearer ${key}\r\nAuthorization: Bearer another`
  socket.write(`GET /api/whoami HTTP/1.1\r\n${headers}\r\n\r\n`)
  const answer = await ended
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toContain('2 Authorization headers')
  expect(answer).not.toContain(key)
})

test.each(['/%0d%0aset-cookie:%20x=1', '/api/%0d%0aset-cookie:%20x=1', '/playground/%0d%0aset-cookie:%20x', '/_ensayo/sandboxes/%0d%0aset-cookie:%20x'])(
  'no line break of the path %s gets into a header', async (path) => {
    const { socket, ended } = rawConnection(mock)
    socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    const [head = ''] = (await ended).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 4/)
    expect(head.toLowerCase()).not.toContain('set-cookie')
  },
)

test.each([
  ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n\r\nhello'],
  ['a length and a coding', 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n'],
  ['a folded header', 'x-a: 1\r\n b: 2\r\n\r\n'],
  ['a space before the colon', 'x-a : 1\r\n\r\n'],
  ['a line break alone', 'x-a: 1\nx-b: 2\r\n\r\n'],
  ['a NUL', 'x-a: \u0000\r\n\r\n'],
  ['a length that is none', 'content-length: -1\r\n\r\n'],
])('%s, with which one request could be taken for two, is refused and ends the connection', async (_, rest) => {
  const { socket, ended } = rawConnection(mock)
  socket.write(`POST /api/reports HTTP/1.1\r\nhost: 127.0.0.1\r\n${rest}`)
  const answer = await ended
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
})

test('what is nested, long or strange is no bug', async () => {
  const bodies = [
    `{"reportId":${'['.repeat(200_000)}`,
    `{"reportId":${'['.repeat(90)}${']'.repeat(90)}}`,
    JSON.stringify({ reportId: 'a'.repeat(500_000) }),
    JSON.stringify({ reportId: 'customers', parameters: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, at])) }),
    JSON.stringify({ operations: Array.from({ length: 5000 }, () => ({ section: 'x', fields: {} })) }),
    JSON.stringify({ reportId: '\u0000\ud800\udfff\u202e' }),
    '{"reportId":1e999,"page":-0,"resultsPerPage":9007199254740993}',
  ]
  for (const body of bodies) {
    for (const path of ['/api/reports', '/api/writeoperations', '/api/dynamicdocuments', '/api/tools/taxid', '/api/tools/euvat']) {
      expect((await calls.call(path, body)).status, `${path} ${body.slice(0, 40)}`).toBeLessThan(500)
    }
  }
})

test('a link that leads out of a fixture folder is not followed, whether it is a file or a folder', async () => {
  const [outside, folder] = await Promise.all([mkdtemp(join(tmpdir(), 'ensayo-out-')), mkdtemp(join(tmpdir(), 'ensayo-in-'))])
  await mkdir(join(outside, 'reports'))
  await writeFile(join(outside, 'reports', 'stolen.sql'), 'select 1 -- secret')
  await cp(new URL('../../fixtures/fixture.json', import.meta.url), join(folder, 'fixture.json'))
  await symlink(join(outside, 'reports'), join(folder, 'reports'))
  const refused = await startMock({ fixtures: folder }).catch((error: unknown) => error)
  await Promise.all([outside, folder].map((path) => rm(path, { recursive: true })))
  expect(String(refused)).toContain('reports/stolen.sql')
  expect(String(refused)).toContain('leads out of the fixture folder')
  expect(String(refused)).not.toContain('secret')
})

test('what lies on the disk holds no key in clear', async () => {
  const data = await mkdtemp(join(tmpdir(), 'ensayo-data-'))
  const stored = await startMock({ data })
  const keys = [...stored.keys.map(({ key }) => key), (await stored.sandbox({ from: 'empty' })).key]
  await stored.close()
  const database = new DatabaseSync(join(data, 'ensayo.sqlite'), { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  const everything = tables.map(({ name }) => JSON.stringify(database.prepare(`select * from "${String(name)}"`).all())).join('\n')
  database.close()
  await rm(data, { recursive: true })
  expect(everything.length).toBeGreaterThan(10_000)
  for (const key of keys) expect(everything).not.toContain(key)
})
