/** What the client makes of deployments that break the contract, or do not answer at all. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createContract, loadContract } from '../contract/index.ts'
import { bundledContract } from '../contract/load.ts'
import { isJsonObject, refusal } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import { createClient } from './index.ts'
import type { ClientOptions } from './index.ts'
import { createLoopbackDeployments } from './testing/loopback-deployments.ts'
import type { Answer } from './testing/loopback-deployments.ts'

const key = 'secret-key-0123456789'
const contract = await loadContract()
const { always, deploy, listen, close } = createLoopbackDeployments()
afterEach(close)

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }
const problem = { 'content-type': 'application/problem+json' }
const user = { id: 3, login: 'ana', name: 'Ana', email: 'ana@example.com', permissions: [] }

const clientOf = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl, key, contract, ...options })

/** The built-in contract after a change to the object at a path. */
function changed(path: readonly string[], change: (node: JsonObject) => void) {
  const document: JsonObject = JSON.parse(readFileSync(bundledContract, 'utf8'))
  let node: JsonValue | undefined = document
  for (const name of path) node = isJsonObject(node) ? node[name] : undefined
  if (!isJsonObject(node)) throw new Error(`nothing at ${path.join('/')}`)
  change(node)
  return createContract(document)
}

test('an object without the members that the contract requires is malformed', async () => {
  const { url } = await always(200, json, '{}')
  const client = clientOf(url)
  const report = await client.runReport({ id: 'customers' })
  expect(report).toMatchObject({
    ok: false,
    error: {
      kind: 'malformed',
      violations: expect.arrayContaining([{ pointer: '/body/rows', message: '"rows" is missing' }]),
      exchange: { answer: { status: 200, body: {} } },
    },
  })
  for (const result of [
    await client.whoami(),
    await client.writeRecords({ operations: [] }),
    await client.validateTaxId({ value: 'x' }),
    await client.validateVatId({ value: 'x' }),
  ]) {
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed' } })
  }
})

test.each<[string, number, Record<string, string>, string, string]>([
  ['HTML with status 500', 500, html, '<h1>Oops</h1>', 'text/html is not described for status 500'],
  ['HTML with status 200', 200, html, '<p>Log in</p>', 'text/html is not described for status 200'],
  ['a status that the contract does not have', 418, json, '{}', 'whoami has no response for status 418'],
  ['such a status with broken JSON', 418, json, '{', 'whoami has no response for status 418'],
  ['another success', 204, {}, '', 'whoami has no response for status 204'],
  ['no media type', 200, {}, 'Hola', 'no media type is not described for status 200'],
  ['nothing', 200, {}, '', 'no media type is not described for status 200'],
  ['bytes', 200, { 'content-type': 'application/octet-stream' }, 'Hola', 'application/octet-stream is not described'],
])('%s is unexpected', async (_what, status, headers, body, reason) => {
  const { url } = await always(status, headers, body)
  expect(await clientOf(url).whoami()).toMatchObject({
    ok: false,
    error: {
      kind: 'unexpected',
      reason: expect.stringContaining(reason),
      message: expect.stringContaining('whoami got an unexpected answer: '),
      exchange: { answer: { status } },
    },
  })
})

test.each<[string, string | Uint8Array, string]>([
  ['JSON that breaks off', '{"id": 3, "login": "an', 'the body is not valid JSON'],
  ['no JSON at all', '<h1>Hola</h1>', 'the body is not valid JSON'],
  ['an empty body', '', 'the body is empty'],
  ['bytes that are not UTF-8', new Uint8Array([34, 0xf1, 34]), 'the body is not UTF-8'],
])('%s where JSON is declared is malformed', async (_what, body, message) => {
  const { url } = await always(200, json, body)
  const client = clientOf(url)
  const error = { kind: 'malformed', violations: [{ pointer: '/body', message: expect.stringContaining(message) }] }
  expect(await client.whoami()).toMatchObject({ ok: false, error })
  expect(await client.raw.whoami()).toMatchObject({ ok: false, error })
})

test('a refusal that breaks its own description is malformed', async () => {
  const { url } = await always(404, problem, JSON.stringify({ message: 'No.' }))
  expect(await clientOf(url).runReport({ id: 'x' })).toMatchObject({ ok: false, error: { kind: 'malformed' } })
})

test('a refusal says why, with its details in meaning', async () => {
  const violations = [{ pointer: '/parameters/since', message: 'is no date', expected: 'YYYY-MM-DD' }]
  const { url } = await deploy(contract, {
    runReport: () => refusal({ kind: 'invalid', message: 'The parameters do not fit.', violations }),
  })
  expect(await clientOf(url).runReport({ id: 'x' })).toMatchObject({
    ok: false,
    error: { kind: 'refused', refusal: { code: 'invalid', status: 422, details: violations } },
  })
})

test('a described status without a role is no answer', async () => {
  const conflict = changed(['paths', '/api/whoami', 'get', 'responses'], (responses) => {
    responses['409'] = { description: 'In conflict.', content: { 'application/json': { schema: { type: 'object' } } } }
  })
  const { url } = await always(409, json, '{}')
  expect(await clientOf(url, { contract: conflict }).whoami()).toMatchObject({
    ok: false,
    error: { kind: 'unexpected', exchange: { answer: { status: 409 } } },
  })
})

test.each([
  ['ReportPage', 'runReport', 'it has no rows'],
  ['WriteAnswer', 'writeRecords', 'it has no results'],
  ['TaxIdVerdict', 'validateTaxId', 'it has no verdict'],
  ['VatIdVerdict', 'validateVatId', 'it has no verdict'],
] as const)('a %s without what it is for is unexpected even if its schema does not mind', async (schema, id, reason) => {
  const lenient = changed(['components', 'schemas', schema], (node) => {
    delete node.required
  })
  const { url } = await always(200, json, '{}')
  const client = clientOf(url, { contract: lenient })
  const answers = {
    runReport: () => client.runReport({ id: 'x' }),
    writeRecords: () => client.writeRecords({ operations: [{ section: 'stock', fields: {} }] }),
    validateTaxId: () => client.validateTaxId({ value: 'x' }),
    validateVatId: () => client.validateVatId({ value: 'x' }),
  }
  expect(await answers[id]()).toMatchObject({ ok: false, error: { kind: 'unexpected', reason } })
})

test('what a deployment does not repeat is filled in from the request', async () => {
  const terse = changed(['components', 'schemas'], (schemas) => {
    for (const name of ['ReportPage', 'WriteResult', 'TaxIdVerdict']) {
      const schema = schemas[name]
      if (isJsonObject(schema)) delete schema.required
    }
  })
  const answers: Record<string, JsonObject> = {
    '/api/reports': { rows: [{ id: 1 }] },
    '/api/writeoperations': { results: [{ id: 8, outcome: 'edited' }] },
    '/api/tools/taxid': { valid: false },
  }
  const { url } = await listen((request, response) =>
    response.writeHead(200, json).end(JSON.stringify(answers[request.url])),
  )
  const client = clientOf(url, { contract: terse })
  const report = await client.runReport({ id: 'x', page: 3, pageSize: 20 })
  expect(report.ok && report.value).toEqual({ rows: [{ id: 1 }], columns: [], page: 3, pageSize: 20 })
  const written = await client.editRecord('stock', 8, {})
  expect(written.ok && written.value).toEqual({ section: 'stock', recordId: 8, outcome: 'edited' })
  const verdict = await client.validateTaxId({ value: 'B1' })
  expect(verdict.ok && verdict.value).toEqual({ value: 'B1', valid: false })
})

test('a compressed answer is read', async () => {
  const { url } = await always(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(JSON.stringify(user)))
  expect(await clientOf(url).whoami()).toMatchObject({ ok: true, value: user })
})

test('an answer that only says it is compressed does not arrive', async () => {
  const { url } = await always(200, { ...json, 'content-encoding': 'gzip' }, JSON.stringify(user))
  expect(await clientOf(url).whoami()).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
})

test('a redirect is not followed', async () => {
  const target = await always(200, json, JSON.stringify(user))
  const { url } = await always(307, { location: `${target.url}/api/whoami` })
  const client = clientOf(url)
  expect(await client.whoami()).toMatchObject({
    ok: false,
    error: { kind: 'unexpected', reason: `status 307 redirects to ${target.url}/api/whoami, which is not followed` },
  })
  expect(await client.raw.whoami()).toMatchObject({ ok: true, exchange: { answer: { status: 307 } } })
  expect(target.received).toEqual([])
})

test('a deployment that hangs up is unreachable', async () => {
  const { url } = await listen((_request, response) => response.destroy())
  expect(await clientOf(url).whoami()).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', cause: expect.stringContaining('other side closed') },
  })
})

test('an answer that breaks off is unreachable', async () => {
  const { url } = await listen((_request, response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write('{"id":', () => response.destroy())
  })
  expect(await clientOf(url).whoami()).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
})

test('a port where nobody listens is unreachable', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  const port = typeof address === 'object' ? address?.port : undefined
  expect(await clientOf(`http://127.0.0.1:${port}`).whoami()).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', cause: expect.stringContaining('ECONNREFUSED') },
  })
})

test('a port that fetch never connects to is unreachable', async () => {
  expect(await clientOf('http://127.0.0.1:9').whoami()).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', cause: 'fetch never calls this port, which belongs to another protocol (bad port)' },
  })
})

test('where http is spoken instead of https that is said, without what OpenSSL says', async () => {
  const { url } = await always(200, json, '{}')
  expect(await clientOf(url.replace('http:', 'https:')).whoami()).toMatchObject({
    ok: false,
    error: {
      kind: 'unreachable',
      cause: 'TLS failed: who answers there speaks no TLS; perhaps http is meant (ERR_SSL_WRONG_VERSION_NUMBER)',
    },
  })
})

test.each<[string, Answer]>([
  ['never answers', () => {}],
  ['never ends its answer', (_request, response) => response.writeHead(200, json).write('{')],
])('a deployment that %s is given up', async (_what, answer) => {
  const { url } = await listen(answer)
  expect(await clientOf(url, { timeoutMs: 60 }).whoami()).toMatchObject({
    ok: false,
    error: { kind: 'timedOut', timeoutMs: 60, message: 'whoami got no complete answer in 60 ms' },
  })
})

const refusalSaying = (detail: string) =>
  JSON.stringify({ type: 'about:blank', title: 'No', status: 401, detail, code: 'unauthenticated' })

test.each<[string, (sent: string) => [number, Record<string, string>, string]]>([
  ['a refusal', (sent) => [401, { ...problem, 'www-authenticate': sent }, refusalSaying(`No user has ${sent}.`)]],
  ['a value of a wrong type', (sent) => [200, json, JSON.stringify({ ...user, permissions: `${'x'.repeat(50)}${sent}` })]],
  ['the name of a member', (sent) => [200, json, JSON.stringify({ [sent]: 1 })]],
  ['a page of debugging', (sent) => [500, html, `<pre>Bearer ${sent}</pre>`]],
  ['a redirect', (sent) => [302, { location: `/login?key=${encodeURIComponent(sent)}` }, '']],
  ['broken JSON', (sent) => [200, json, `{"key": "${sent}`]],
  ['a media type', (sent) => [200, { 'content-type': `application/${sent}` }, '']],
  ['a header', (sent) => [500, { 'x-seen': `Bearer ${sent}` }, '']],
])('a key that is echoed in %s is not in the error', async (_where, echo) => {
  const { url, received } = await listen((request, response) => {
    const [status, headers, body] = echo(request.headers.authorization?.replace('Bearer ', '') ?? '')
    response.writeHead(status, headers).end(body)
  })
  const result = await clientOf(url, { key: 'SECRET-key/0123456789' }).whoami()
  expect(received[0]?.headers.authorization).toBe('Bearer SECRET-key/0123456789')
  expect(result.ok).toBe(false)
  expect(JSON.stringify(result)).toMatch(/\[key\]/)
  expect(JSON.stringify(result)).not.toMatch(/secret|0123456789/i)
})

test('a key in the cause of a network failure is not in the error', async () => {
  const client = clientOf('http://service.example', { fetch: () => Promise.reject(new Error(`cannot send Bearer ${key}`)) })
  expect(await client.whoami()).toMatchObject({
    ok: false,
    error: { kind: 'unreachable', cause: 'cannot send Bearer [key]', message: expect.not.stringContaining(key) },
  })
})
