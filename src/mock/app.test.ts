import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import type { Contract, Operation } from '../contract/index.ts'
import { mountControl } from './control-route.ts'
import { createLogging, startMock } from './index.ts'
import type { Mock } from './index.ts'

let mock: Mock
let keys: Record<'admin' | 'reader' | 'entities' | 'disabled', string>

beforeAll(async () => {
  mock = await startMock({ limits: { bodyBytes: 4096 } })
  const keyOf = (words: RegExp) => mock.keys.find(({ description }) => words.test(description))?.key ?? ''
  keys = { admin: keyOf(/everything$/), reader: keyOf(/write nothing/), entities: keyOf(/entities only/), disabled: keyOf(/disabled/) }
})
afterAll(() => mock.close())

interface Sent {
  method?: string
  key?: string | undefined
  authorization?: string
  type?: string
  body?: string | Buffer | undefined
}

async function send(path: string, { method = 'POST', key = keys.admin, authorization, type = 'application/json', body }: Sent = {}) {
  const headers = {
    ...(key === '' ? {} : { authorization: authorization ?? `Bearer ${key}` }),
    ...(body === undefined || type === '' ? {} : { 'content-type': type }),
  }
  const answer = await fetch(mock.url + path, { method, headers, redirect: 'error', ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== ''
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

const report = JSON.stringify({ reportId: 'sales-per-month', safeColumnsName: true })

test('ping needs no key and greets in plain text (PING-1, PING-2, PING-3)', async () => {
  const answer = await send('/', { method: 'GET', key: '' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.text).toMatch(/running/)
})

test('whoami tells who owns the key (WHO-1)', async () => {
  const answer = await send('/api/whoami', { method: 'GET' })
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({ login: mock.keys[0]?.login, permissions: expect.arrayContaining(['report:*']) })
})

test.each(['/API/Reports', '/api/REPORTS', '/Api/%72eports', '/api/%52EPORTS', '/api/reports?x=1'])(
  '%s is the same endpoint as /api/reports (PATH-1)',
  async (path) => {
    const answer = await send(path, { body: report })
    expect(answer.status).toBe(200)
    expect(answer.json.rows.length).toBeGreaterThan(3)
  },
)

test('HEAD answers like GET without a body', async () => {
  const head = await send('/api/whoami', { method: 'HEAD' })
  const get = await send('/api/whoami', { method: 'GET' })
  expect(head.status).toBe(200)
  expect(head.text).toBe('')
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
})

test.each([
  ['a missing key', { key: '' }, 401, 'unauthenticated', /no Authorization header/],
  ['another scheme', { authorization: 'Basic abc' }, 401, 'unauthenticated', /scheme is Basic/],
  ['an unknown key', { key: 'nobodys' }, 401, 'unauthenticated', /not known/],
  ['another media type', { type: 'text/csv' }, 415, 'unsupported_media_type', /reads application\/json/],
  ['a media type that is none', { type: 'json' }, 415, 'unsupported_media_type', /reads application\/json/],
  ['another charset', { type: 'application/json; charset=latin1' }, 415, 'unsupported_media_type', /UTF-8/],
  ['a long body', { body: JSON.stringify('x'.repeat(5000)) }, 413, 'too_large', /4096 bytes/],
  ['broken UTF-8', { body: Buffer.from([0x7b, 0xff]) }, 400, 'malformed', /offset 1/],
  ['truncated JSON', { body: '{"reportId":' }, 400, 'malformed', /line 1, column 13/],
  ['__proto__', { body: '{"reportId":"x","__proto__":{}}' }, 400, 'malformed', /__proto__/],
  ['a wrong type', { body: '{"reportId":"x","page":"2"}' }, 422, 'invalid', /./],
  ['no body', { body: undefined }, 422, 'invalid', /./],
  ['an unknown report', { body: '{"reportId":"sales-per-mont"}' }, 404, 'not_found', /sales-per-month/],
] as const)('%s is refused with a status, a code and a reason', async (_what, sent, status, code, reason) => {
  const answer = await send('/api/reports', { body: report, ...sent })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.json).toMatchObject({ status, code, detail: expect.stringMatching(reason) })
})

test('a refusal of the key names the scheme to use', async () => {
  const answer = await send('/api/whoami', { method: 'GET', key: 'nobodys' })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(answer.text).not.toContain('nobodys')
})

test('a disabled user is not authenticated', async () => {
  expect(await send('/api/whoami', { method: 'GET', key: keys.disabled })).toMatchObject({ status: 401 })
})

test('a user without the permission is forbidden to run a report', async () => {
  expect(await send('/api/reports', { key: keys.entities, body: report })).toMatchObject({ status: 403, json: { code: 'forbidden' } })
})

test('the violations of an invalid request point into it', async () => {
  const answer = await send('/api/writeoperations', { body: '{"operations":[{"section":"entities","fields":[]}]}' })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('/body/operations/0/fields')
})

test('the key is judged before the body, and the path before the key', async () => {
  const long = 'x'.repeat(5000)
  expect(await send('/api/reports', { key: '', type: 'text/csv', body: long })).toMatchObject({ status: 401 })
  expect(await send('/api/reports', { key: 'nobodys', type: 'json', body: long })).toMatchObject({ status: 401 })
  expect(await send('/api/reports', { type: 'text/csv', body: long })).toMatchObject({ status: 415 })
  expect(await send('/api/report', { key: '', type: 'json', body: long })).toMatchObject({ status: 404 })
  expect(await send('/api/whoami', { key: '', type: 'text/csv', body: long })).toMatchObject({ status: 405 })
})

test.each([
  ['GET', '/api/reports', 'POST', /REP-6/],
  ['GET', '/api/DynamicDocuments', 'POST', /DOC-4/],
  ['PUT', '/api/whoami', 'GET, HEAD', /send GET/],
  ['OPTIONS', '/api/writeoperations', 'POST', /send POST/],
  ['PROPFIND', '/api/tools/taxid', 'POST', /send POST/],
])('%s %s is the wrong method: Allow says %s', async (method, path, allow, reason) => {
  const answer = await send(path, { method, key: '' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(answer.json).toMatchObject({ code: 'method_not_allowed', detail: expect.stringMatching(reason) })
})

test.each(['/api/reprots', '/api/reports/', '/api/v2/reports'])('%s is unknown, and the nearest operation is named', async (path) => {
  const answer = await send(path, { key: '', body: '{' })
  expect(answer.status).toBe(404)
  expect(answer.json).toMatchObject({ code: 'not_found', detail: expect.stringContaining('POST /api/reports (runReport)') })
})

test('a path that is not UTF-8 is malformed', async () => {
  expect(await send('/api/%ff', { method: 'GET' })).toMatchObject({ status: 400, json: { code: 'malformed' } })
})

test('a document comes in its own media type', async () => {
  const body = JSON.stringify({ documentId: 'stock-list', format: 'pdf' })
  const answer = await send('/api/dynamicdocuments', { body })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.text.startsWith('%PDF-')).toBe(true)
})

/** Sends bytes as they are and gives everything that comes back until the connection ends. */
function exchangeBytes(bytes: string, { end = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(bytes)
    if (end) socket.end()
  })
}

test.each([
  ['what is not HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 [^]*"code":"malformed"/],
  ['a head that is too long', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 413 [^]*"code":"too_large"/],
])('%s is refused in the same shape, and the connection ends', async (_what, bytes, answer) => {
  expect(await exchangeBytes(bytes)).toMatch(answer)
})

test('a body that announces to be too long is refused before it comes', async () => {
  const head = `POST /api/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.admin}\r\n`
  const announced = `${head}Content-Type: application/json\r\nContent-Length: 3000000\r\n\r\n`
  expect(await exchangeBytes(announced, { end: true })).toMatch(/^HTTP\/1\.1 413 /)
})

test('a client that goes away inside a body harms nobody', async () => {
  const head = `POST /api/reports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.admin}\r\nContent-Type: application/json\r\n`
  await exchangeBytes(`${head}Content-Length: 100\r\n\r\n{"reportId":`, { end: true })
  expect(await send('/', { method: 'GET' })).toMatchObject({ status: 200 })
})

test.each([
  ['with its length', { 'content-length': '3000000' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('a body that is far too long, sent %s, still gets its answer on a connection that stays', async (_how, framing) => {
  const answer = await new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json', ...framing }
    const request = httpRequest(`${mock.url}/api/reports`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }))
    })
    request.on('error', reject)
    request.end('x'.repeat(3_000_000))
  })
  expect(answer).toEqual({ status: 413, connection: 'keep-alive' })
})

test('a parameter in the path keeps its case and is decoded, whatever the spelling of the rest (PATH-1)', async () => {
  const contract = await loadContract()
  const { ping } = contract.operations
  const seen: unknown[] = []
  const elsewhere: typeof ping = {
    ...ping,
    path: '/api/Users/{user-login}/greeting',
    decodeRequest(request) {
      seen.push(request.path)
      return ping.decodeRequest(request)
    },
  }
  const other = await startMock({ contract: { ...contract, operations: { ...contract.operations, ping: elsewhere } } })
  for (const path of ['/api/users/Ana/greeting', '/API/USERS/%41na%2FP%C3%A9rez/Greeting']) {
    expect((await fetch(other.url + path)).status).toBe(200)
  }
  await other.close()
  expect(seen).toEqual([{ 'user-login': 'Ana' }, { 'user-login': 'Ana/Pérez' }])
})

/** The bundled contract with a fault built into one operation, as a bug would. */
async function withFaultyWhoami(faults: Partial<Operation<'whoami'>>): Promise<Contract> {
  const contract = await loadContract()
  return { ...contract, operations: { ...contract.operations, whoami: { ...contract.operations.whoami, ...faults } } }
}

const boom = () => {
  throw new Error('boom')
}

test('a bug is an internal error in the error shape, and its stack stands in the log alone', async () => {
  const lines: string[] = []
  const { logger } = createLogging({ level: 'error', destination: { write: (line) => lines.push(line) } })
  const other = await startMock({ logger, contract: await withFaultyWhoami({ decodeRequest: boom }) })
  const answer = await fetch(`${other.url}/api/whoami`, { headers: { authorization: `Bearer ${keys.admin}` } })
  const text = await answer.text()
  await other.close()
  expect(answer.status).toBe(500)
  expect(JSON.parse(text)).toMatchObject({ code: 'internal_error', status: 500 })
  expect(text).not.toContain('boom')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { operation: 'whoami', err: { message: 'boom', stack: expect.stringContaining('app.test.ts') } },
  ])
})

test('a bug of the control API is told as a problem too', async () => {
  const lines: string[] = []
  const { logger } = createLogging({ level: 'error', destination: { write: (line) => lines.push(line) } })
  const app = Fastify()
  mountControl(app, { control: boom, logger })
  const answer = await app.inject('/_ensayo/sandboxes')
  await app.close()
  expect(answer.statusCode).toBe(500)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
  expect(answer.json()).toMatchObject({ status: 500, detail: expect.stringContaining('Its log says why') })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ control: 'GET', err: { message: 'boom' } }])
})

test('a bug that cannot even be told ends its connection, not the mock', async () => {
  const other = await startMock({ contract: await withFaultyWhoami({ decodeRequest: boom, encodeProblem: boom }) })
  const headers = { authorization: `Bearer ${keys.admin}` }
  await expect(fetch(`${other.url}/api/whoami`, { headers })).rejects.toThrow(/fetch failed/)
  expect((await fetch(other.url)).status).toBe(200)
  await other.close()
})
