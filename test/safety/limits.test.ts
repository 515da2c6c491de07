import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitLines } from '../../src/cli/mock/limits-text.ts'
import { limitsInWords, parseLimits, startMock, StartRefused } from '../../src/mock/index.ts'
import type { Mock } from '../../src/mock/index.ts'
import { callsOf, rawConnection } from './control.ts'

const connections = 12
let mock: Mock
let calls: ReturnType<typeof callsOf>

beforeAll(async () => {
  mock = await startMock({
    limits: {
      headBytes: 2048, bodyBytes: 4096, requestMs: 250, connections, sandboxes: 2, journalEntries: 3, journalBytes: 50_000,
      records: 400, templateMs: 300, templateCharacters: 20_000, reportMs: 60, pageSize: 50,
    },
  })
  calls = callsOf(mock)
})
afterAll(() => mock.close())

test('a head that is too long is refused as too large, in the error shape', async () => {
  const { socket, ended } = rawConnection(mock)
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(3000)}\r\n\r\n`)
  expect(await ended).toMatch(/^HTTP\/1\.1 413 [^]*application\/problem\+json[^]*longer than the 2048 bytes/)
})

test('a body that is too long is refused as too large, whether or not its length is told', async () => {
  const body = JSON.stringify({ reportId: 'x'.repeat(5000) })
  const told = await calls.call('/api/reports', body)
  expect(told).toMatchObject({ status: 413, json: { code: 'too_large' } })
  const { socket, ended } = rawConnection(mock)
  socket.write(`POST /api/reports HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${mock.keys[0]?.key}\r\n`
    + 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    + `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
  expect(await ended).toMatch(/^HTTP\/1\.1 413 /)
})

test.each([
  ['nothing at all', ''],
  ['a head without an end', 'POST /api/reports HTTP/1.1\r\nhost: x\r\n'],
  ['a body without an end', 'POST /api/reports HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'],
])('whoever sends %s is told so in time, and the connection ends', async (_, text) => {
  const { socket, ended } = rawConnection(mock)
  socket.write(text)
  expect(await ended).toMatch(/^HTTP\/1\.1 400 [^]*did not arrive whole in time/)
})

test('connections that are too many are refused as unavailable, and are taken again when others end', async () => {
  const held = await Promise.all(Array.from({ length: connections }, async () => {
    const connection = rawConnection(mock)
    await connection.opened
    connection.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await new Promise((resolve) => connection.socket.once('data', resolve))
    return connection
  }))
  const refused = rawConnection(mock)
  refused.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const answer = await refused.ended
  expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*12 open connections/)
  expect(answer).toMatch(/\r\nretry-after: 1\r\n/i)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  for (const { socket, ended } of held) {
    socket.end()
    await ended
  }
  expect((await fetch(mock.url, { headers: { connection: 'close' } })).status).toBe(200)
})

test('sandboxes that are too many are refused as unavailable, and may be made when one is removed', async () => {
  const created = await calls.control('POST', '/sandboxes', { from: 'empty' })
  expect(created.status).toBe(201)
  const refused = await calls.control('POST', '/sandboxes', { from: 'empty' })
  expect(refused).toMatchObject({ status: 503, json: { detail: expect.stringContaining('There are 2 sandboxes') } })
  expect(refused.headers.get('retry-after')).toBe('30')
  await expect(mock.sandbox({ from: 'empty' })).rejects.toThrow(/There are 2 sandboxes/)
  const [, { id }] = JSON.parse((await calls.control('GET', '/sandboxes')).text)
  await calls.control('DELETE', `/sandboxes/${id}`)
  expect((await calls.control('POST', '/sandboxes', { from: 'empty' })).status).toBe(201)
})

test('the journal keeps as many exchanges as it may, the newest', async () => {
  for (let number = 0; number < 6; number += 1) await calls.call('/api/reports', { reportId: `none-${number}` })
  const kept = mock.journal()
  expect(kept).toHaveLength(3)
  expect(JSON.stringify(kept.at(-1))).toContain('none-5')
})

test('a section takes no more records than it may, and the other operations of the request are done', async () => {
  const put = await calls.control('PUT', '/sandboxes/default/records/entities/399', { fields: { name: 'Nadal' } })
  expect(put.status).toBe(200)
  const operations = [1, 2].map((number) => ({ section: 'entities', fields: { name: `Nadal ${number}` } }))
  const { json } = await calls.call('/api/writeoperations', { operations: [...operations, { section: 'stock', fields: { sku: 'NEW-1', name: 'Clavo' } }] })
  expect(json).toMatchObject({
    results: [
      { outcome: 'created', id: 400 },
      { outcome: 'failed', error: { code: 'forbidden', message: expect.stringContaining('this mock keeps 400 records') } },
      {},
    ],
  })
  const beyond = await calls.control('PUT', '/sandboxes/default/records/entities/401', { fields: { name: 'Nadal' } })
  expect(beyond).toMatchObject({ status: 422, json: { errors: [{ pointer: '/id', expected: '1 to 400' }] } })
})

test('a report’s page has no more rows than it may, and as many when nothing is said', async () => {
  expect(await calls.call('/api/reports', { reportId: 'customers', resultsPerPage: 51 })).toMatchObject({
    status: 422, json: { errors: [{ pointer: '/body/resultsPerPage', expected: 'an integer from 1 to 50' }] },
  })
  expect((await calls.call('/api/reports', { reportId: 'customers' })).json).toMatchObject({ resultsPerPage: 50 })
})

test('a report that takes too long is refused when it is defined, with the reason', async () => {
  const sql = 'select count(a.id) as n from entities a, entities b, entities c where a.id + b.id + c.id < 0'
  const columns = [{ name: 'n', type: 'integer', labels: { '2024.2': 'N', '2026.1': 'N' } }]
  const defined = await calls.control('PUT', '/sandboxes/default/reports/slow', { title: 'Slow', sql, columns, order: [{ column: 'n' }], key: ['n'] })
  expect(defined).toMatchObject({ status: 422, json: { detail: expect.stringContaining('took longer than 60 ms') } })
})

test.each([
  ['takes too long', '{% for a in (1..3000) %}{% for b in (1..3000) %}{% endfor %}{% endfor %}', /limit exceeded/],
  ['makes too much', '{% for a in (1..3000) %}0123456789{% endfor %}', /longer than 20000 characters/],
])('a template that %s is ended, and the answer says so', async (_, template, message) => {
  const document = { title: 'Long', data: [], template }
  expect(await calls.control('PUT', '/sandboxes/default/documents/long', document)).toMatchObject({ status: 200 })
  const answer = await calls.call('/api/dynamicdocuments', { documentId: 'long' })
  expect(answer.status).toBe(500)
  expect(answer.text).toMatch(message)
})

test('limits are read with their units, and what is none is refused with what could be', () => {
  expect(parseLimits(['body=2MiB', 'request=1m30s', 'journal=9', 'page=100', 'page=50'])).toEqual({
    bodyBytes: 2_097_152, requestMs: 90_000, journalEntries: 9, pageSize: 50,
  })
  for (const wrong of ['body', 'body=', 'bodi=1', 'body=-1', 'body=1e9', 'request=10', 'page=0', 'page=49', 'page=2MiB', `page=${'9'.repeat(40)}`]) {
    expect(() => parseLimits([wrong]), wrong).toThrow(StartRefused)
  }
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a limit of %s is refused in process', async (bodyBytes) => {
  await expect(startMock({ limits: { bodyBytes } })).rejects.toThrow(/the limit body takes a whole number from 1/)
})

test('the help lists what the mock takes', () => {
  expect(limitLines).toEqual(limitsInWords())
})
