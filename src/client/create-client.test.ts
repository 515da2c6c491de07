import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { renameAssumed } from '../../test/renamed-contract.ts'
import { bundledContract } from '../contract/load.ts'
import { createContract, loadContract } from '../contract/index.ts'
import { refusal, success } from '../core/index.ts'
import type { ReportPage, UserMeaning } from '../core/index.ts'
import { createClient } from './index.ts'
import type { ClientOptions } from './index.ts'
import { createLoopbackDeployments, write } from './testing/loopback-deployments.ts'
import type { Handlers } from './testing/loopback-deployments.ts'

const key = 'demo-key-0123456789'
const contract = await loadContract()
const { deploy, listen, close } = createLoopbackDeployments()
afterEach(close)

const ana: UserMeaning = { id: 3, login: 'ana', name: 'Ana Nadal', email: 'ana@example.com', permissions: ['report:*'] }
const page: ReportPage = {
  rows: [{ id: 7, name: 'Nadal' }],
  columns: [{ name: 'id', label: 'Id', type: 'integer' }],
  page: 2,
  pageSize: 1,
  totalRows: 2,
  totalPages: 2,
  files: [{ recordId: 7, name: 'a.bin', mediaType: 'application/octet-stream', content: new Uint8Array([0, 255]) }],
}
const handlers: Handlers = {
  ping: () => success({ greeting: 'Hola' }),
  whoami: () => success(ana),
  runReport: ({ id }) => (id === 'customers' ? success(page) : refusal({ kind: 'notFound', message: `No report ${id}.` })),
  generateDocument({ format = 'html' }) {
    if (format === 'pdf') return success({ format, content: new Uint8Array([37, 80, 68, 70, 255]) })
    return success(format === 'json' ? { format, content: { total: 12.5 } } : { format, content: '<h1>Año</h1>' })
  },
  writeRecords: ({ operations }) =>
    success({
      results: operations.map(({ section, recordId = 41, fields }) => ({
        section,
        recordId,
        outcome: fields.eliminado === 1 ? 'deleted' : recordId === 41 ? 'created' : 'edited',
      })),
    }),
  validateTaxId: ({ value }) => success({ value, valid: true, kind: 'company' }),
  validateVatId: ({ value }) => success({ value, valid: false, reason: 'checkDigit' }),
}

const clientOf = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl, key, contract, ...options })

const renamed = createContract(renameAssumed(JSON.parse(readFileSync(bundledContract, 'utf8')), 7).document)

test.each([
  ['the built-in contract', contract],
  ['a contract with other names', renamed],
])('each operation is called in meaning on %s', async (_name, spoken) => {
  const { url } = await deploy(spoken, handlers)
  const client = clientOf(url, { contract: spoken })
  expect(await client.ping()).toMatchObject({ ok: true, value: { greeting: 'Hola' } })
  expect(await client.whoami()).toMatchObject({ ok: true, value: ana })
  const report = await client.runReport({ id: 'customers', page: 2, pageSize: 1, withFiles: true })
  expect(report.ok && report.value).toEqual(page)
  const html = await client.generateDocument({ id: 'invoice' })
  expect(html).toMatchObject({ value: { format: 'html', content: '<h1>Año</h1>' } })
  const json = await client.generateDocument({ id: 'invoice', format: 'json' })
  expect(json).toMatchObject({ value: { content: { total: 12.5 } } })
  expect(await client.writeRecords({ operations: [{ section: 'stock', fields: { name: 'x' } }] })).toMatchObject({
    ok: true,
    value: { results: [{ section: 'stock', recordId: 41, outcome: 'created' }] },
  })
  expect(await client.validateTaxId({ value: 'B12345674' })).toMatchObject({ value: { valid: true, kind: 'company' } })
  expect(await client.validateVatId({ value: 'DE1' })).toMatchObject({ value: { valid: false, reason: 'checkDigit' } })
  expect(await client.runReport({ id: 'none' })).toMatchObject({
    ok: false,
    error: {
      kind: 'refused',
      message: 'runReport was refused (404 notFound): No report none.',
      refusal: { code: 'notFound', status: 404, message: 'No report none.' },
    },
  })
})

test('a document is typed by the format that was asked for', async () => {
  const { url } = await deploy(contract, handlers)
  const pdf = await clientOf(url).generateDocument({ id: 'invoice', format: 'pdf' })
  if (!pdf.ok) throw new Error(pdf.error.message)
  const bytes: Uint8Array = pdf.value.content
  expect(bytes).toEqual(new Uint8Array([37, 80, 68, 70, 255]))
})

test('a document in another format than the one asked for is unexpected', async () => {
  const { url } = await deploy(contract, { generateDocument: () => success({ format: 'html', content: '<p>' }) })
  expect(await clientOf(url).generateDocument({ id: 'invoice', format: 'pdf' })).toMatchObject({
    ok: false,
    error: { kind: 'unexpected', reason: 'it is html, and pdf was asked for' },
  })
})

test('records are created, edited and deleted one at a time', async () => {
  const { url, received } = await deploy(contract, handlers)
  const client = clientOf(url)
  const created = await client.createRecord('entities', { name: 'Nadal' })
  const edited = await client.editRecord('entities', 7, { name: 'Nadal' })
  const deleted = await client.deleteRecord('entities', 7)
  expect([created, edited, deleted]).toMatchObject([
    { ok: true, value: { recordId: 41, outcome: 'created' } },
    { ok: true, value: { recordId: 7, outcome: 'edited' } },
    { ok: true, value: { recordId: 7, outcome: 'deleted' } },
  ])
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] },
    { operations: [{ section: 'entities', id: 7, fields: { name: 'Nadal' } }] },
    { operations: [{ section: 'entities', id: 7, fields: { eliminado: 1 } }] },
  ])
})

test('one write that has two results is unexpected', async () => {
  const twice = { section: 'stock', recordId: 1, outcome: 'created' } as const
  const { url } = await deploy(contract, { writeRecords: () => success({ results: [twice, twice] }) })
  expect(await clientOf(url).createRecord('stock', {})).toMatchObject({
    error: { kind: 'unexpected', reason: 'it has 2 results for one operation' },
  })
})

test('the key goes out as a bearer token with everything except ping', async () => {
  const { url, received } = await deploy(contract, handlers)
  const client = clientOf(url)
  await client.ping()
  await client.whoami()
  await client.runReport({ id: 'customers' })
  expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, `Bearer ${key}`, `Bearer ${key}`])
  expect(received.map(({ headers }) => headers['content-type'])).toEqual([undefined, undefined, 'application/json'])
})

test('a client without a key sends no authorization', async () => {
  const { url, received } = await deploy(contract, handlers)
  await createClient({ baseUrl: url, contract }).whoami()
  expect(received[0]?.headers).not.toHaveProperty('authorization')
})

test('the accept header names the format of the document first', async () => {
  const { url, received } = await deploy(contract, handlers)
  const client = clientOf(url)
  await client.generateDocument({ id: 'invoice', format: 'pdf' })
  await client.whoami()
  expect(received.map(({ headers }) => headers.accept)).toEqual([
    'application/pdf, application/json, application/problem+json, */*;q=0.5',
    'application/json, application/problem+json, */*;q=0.5',
  ])
})

test.each(['/tenants/7', '/tenants/7/'])('a base URL may have the path %s', async (path) => {
  const { url, received } = await deploy(contract, handlers, '/tenants/7')
  const client = clientOf(url + path)
  expect(await client.ping()).toMatchObject({ ok: true })
  expect(await client.whoami()).toMatchObject({ ok: true })
  expect(received.map((request) => request.url)).toEqual(['/tenants/7/', '/tenants/7/api/whoami'])
})

test('a result has the exchange it was read from, without the key', async () => {
  const { url } = await deploy(contract, handlers)
  const result = await clientOf(url).runReport({ id: 'customers' })
  expect(result).toMatchObject({
    exchange: {
      request: { method: 'POST', url: `${url}/api/reports`, body: { reportId: 'customers' } },
      answer: { status: 200, mediaType: 'application/json', body: { totalRows: 2, resultsPerPage: 1 } },
    },
  })
  expect(JSON.stringify(result)).not.toContain(key)
})

test('raw calls give the answer in its own names, whatever its status', async () => {
  const { url } = await deploy(contract, handlers)
  const { raw } = clientOf(url)
  expect(await raw.whoami()).toMatchObject({ ok: true, exchange: { answer: { status: 200, body: { login: 'ana' } } } })
  expect(await raw.runReport({ id: 'none' })).toMatchObject({
    ok: true,
    exchange: { answer: { status: 404, mediaType: 'application/problem+json', body: { code: 'not_found' } } },
  })
})

test('a raw request goes where it says, with the key unless told otherwise', async () => {
  const { url, received } = await listen((_request, response) =>
    write(response, { status: 201, headers: { 'x-made': 'yes' }, mediaType: 'text/plain', body: 'made' }),
  )
  const { raw } = clientOf(`${url}/base`)
  expect(await raw.send({ method: 'PUT', target: '/things?a=1', body: { a: 1 } })).toMatchObject({
    ok: true,
    exchange: { answer: { status: 201, headers: { 'x-made': 'yes' }, mediaType: 'text/plain', body: 'made' } },
  })
  await raw.send({ method: 'GET', target: '/', authenticated: false })
  expect(received).toMatchObject([
    { method: 'PUT', url: '/base/things?a=1', body: '{"a":1}', headers: { authorization: `Bearer ${key}` } },
    { method: 'GET', url: '/base/' },
  ])
  expect(received[1]?.headers).not.toHaveProperty('authorization')
})

test('another fetch can stand in for the global one', async () => {
  const asked: unknown[] = []
  const client = clientOf('https://service.example/base', {
    fetch(input, init) {
      asked.push(input, init?.redirect)
      return Promise.resolve(new Response('Hola', { headers: { 'content-type': 'text/plain' } }))
    },
  })
  expect(await client.ping()).toMatchObject({ ok: true, value: { greeting: 'Hola' } })
  expect(asked).toEqual(['https://service.example/base/', 'manual'])
})

test.each([
  ['no address', { baseUrl: 'service.example' }, 'absolute URL'],
  ['another protocol', { baseUrl: 'ftp://service.example' }, 'http or https'],
  ['a password', { baseUrl: 'http://ana:secret@service.example' }, 'user name or a password'],
  ['a query', { baseUrl: 'http://service.example/?a=1' }, 'query or a fragment'],
  ['no time', { timeoutMs: 0 }, 'timeoutMs'],
  ['no number as time', { timeoutMs: Number.NaN }, 'timeoutMs'],
  ['more time than timers have', { timeoutMs: 2 ** 31 }, 'timeoutMs'],
  ['an empty key', { key: '' }, 'the key is empty'],
])('a client with %s is refused', (_what, options, message) => {
  expect(() => clientOf('http://service.example', options)).toThrow(message)
})

test.each(['line\nbreak', 'a space at the end ', 'clé'])('the unusable key %j is not in the message', (unusable) => {
  expect(() => clientOf('http://service.example', { key: unusable })).toThrow(
    /^the key is empty or has characters that a header cannot carry$/,
  )
})

test.each([
  ['a target without a slash', { method: 'GET', target: '@other.example/' }, 'begin with a slash'],
  ['a target that climbs', { method: 'GET', target: '/api/tools/..' }, 'segment of dots'],
  ['a target that climbs in disguise', { method: 'GET', target: '/api/%2E%2e/x' }, 'segment of dots'],
  ['GET with a body', { method: 'GET', target: '/', body: {} }, 'body'],
  ['a header that HTTP cannot carry', { method: 'GET', target: '/', headers: { 'x-name': 'a\nb' } }, 'x-name|header'],
])('%s cannot be sent', async (_what, request, message) => {
  const { url, received } = await deploy(contract, handlers)
  await expect(clientOf(url).raw.send(request)).rejects.toThrow(new RegExp(message, 'i'))
  expect(received).toEqual([])
})
