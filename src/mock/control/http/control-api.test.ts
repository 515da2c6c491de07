import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import SwaggerParser from '@apidevtools/swagger-parser'
import { load } from 'js-yaml'
import { expect, onTestFinished, test } from 'vitest'
import { createReceivers } from '../../../webhooks/testing/receivers.ts'
import { startMock } from '../../index.ts'
import type { MockOptions } from '../../index.ts'
import { operationsOf } from './document.ts'
import { createHandlers } from './handlers.ts'

const location = new URL('../../../../openapi/control/openapi.yaml', import.meta.url)

async function start(options: MockOptions = {}) {
  const mock = await startMock(options)
  onTestFinished(() => mock.close())

  async function control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const answer = await fetch(`${mock.url}/_ensayo${path}`, { method, headers, ...sent })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: text === '' ? undefined : JSON.parse(text) }
  }
  const call = (key: string, path: string, body?: unknown) =>
    fetch(mock.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { mock, control, call, key: mock.keys[0]?.key ?? '' }
}

async function receivers() {
  const opened = createReceivers()
  onTestFinished(() => opened[Symbol.asyncDispose]())
  return opened
}

test('its document is valid OpenAPI, and each of its operations is carried out', async () => {
  const document = load(readFileSync(location, 'utf8'))
  await expect(SwaggerParser.validate(JSON.parse(JSON.stringify(document)))).resolves.toBeDefined()
  const { mock, control } = await start()
  const served = await control('GET', '/openapi.json')
  expect(served.json).toEqual(JSON.parse(JSON.stringify(document)))
  const ids = operationsOf(served.json).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const handled = await handlerNames()
  expect(ids.toSorted()).toEqual(handled.toSorted())
  expect(mock.url).toBeTypeOf('string')
})

/** The names alone: nothing is called. */
async function handlerNames(): Promise<string[]> {
  const nothing: Parameters<typeof createHandlers>[0] = JSON.parse('{"world":{},"steering":{}}')
  return Object.keys(createHandlers(nothing, {}))
}

test('a sandbox is made, written to, kept, restored and deleted over HTTP', async () => {
  const { control, call } = await start()
  const created = await control('POST', '/sandboxes', { from: 'empty', name: 'mine', expiresIn: '1h' })
  expect(created.status).toBe(201)
  const { id, keys } = created.json
  const key = keys[0].key
  expect((await call(key, '/api/whoami')).status).toBe(200)

  await control('PUT', `/sandboxes/${id}/snapshots/empty`)
  const written = await call(key, '/api/writeoperations', { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] })
  expect(await written.json()).toMatchObject({ results: [{ outcome: 'created', id: 1 }] })
  const records = await control('GET', `/sandboxes/${id}/records/entities`)
  expect(records.json.records).toMatchObject([{ id: 1, fields: { name: 'Nadal' }, eliminado: 0 }])
  expect((await control('POST', `/sandboxes/${id}/snapshots/empty/restore`)).status).toBe(200)
  expect((await control('GET', `/sandboxes/${id}/records/entities`)).json.records).toEqual([])

  expect((await control('GET', '/sandboxes')).json.map((one: { id: string }) => one.id)).toEqual(['default', id])
  expect((await control('DELETE', `/sandboxes/${id}`)).status).toBe(204)
  expect((await call(key, '/api/whoami')).status).toBe(401)
  expect((await control('GET', `/sandboxes/${id}`)).json).toMatchObject({ status: 404, title: 'Not Found' })
})

test('a webhook is configured, its notification fails, and the clock is advanced to its retry', async () => {
  const { control, call, key } = await start()
  let fails = true
  const receiver = await (await receivers()).listen((response) => response.writeHead(fails ? 503 : 204).end())
  const webhook = { section: 'entities', on: { creation: true }, url: receiver.url, token: 'tok-secret-1', retries: ['1h'] }
  const added = await control('POST', '/sandboxes/default/webhooks', webhook)
  expect(added).toMatchObject({ status: 201, json: { id: 'webhook-1', token: '[redacted]' } })
  await control('PUT', '/sandboxes/default/clock', { kind: 'frozen', at: '2026-11-02T09:00:00Z' })
  await call(key, '/api/writeoperations', { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] })

  const settled = await control('POST', '/sandboxes/default/settle')
  expect(settled.json).toMatchObject({ happened: [{ state: 'waiting' }], nextDueAt: '2026-11-02T10:00:00.000Z' })
  fails = false
  const advanced = await control('POST', '/sandboxes/default/clock/advance', { by: '90m' })
  expect(advanced.json.happened).toMatchObject([{ state: 'delivered', attempt: { number: 2 } }])
  expect((await control('GET', '/sandboxes/default/clock')).json).toMatchObject({ now: '2026-11-02T10:30:00.000Z', runs: false })

  // RFC 3339 has leap seconds.
  const within = (since: string) => control('GET', `/sandboxes/default/deliveries?since=${since}`)
  expect((await within('2016-12-31T23:59:60Z')).json).toHaveLength(1)
  expect((await within('2026-12-31T23:59:60Z')).json).toHaveLength(0)
  const [delivery] = (await control('GET', '/sandboxes/default/deliveries?state=delivered')).json
  expect(delivery.attempts).toMatchObject([{ status: 503 }, { status: 204, at: '2026-11-02T10:00:00.000Z' }])
  expect((await control('POST', `/sandboxes/default/deliveries/${delivery.id}/redeliver`)).status).toBe(202)
  const waited = await control('POST', '/sandboxes/default/wait', { delivery: { states: ['delivered'] }, within: '5s' })
  expect(waited.json).toMatchObject({ id: delivery.id })
  await control('POST', '/sandboxes/default/settle')
  await control('POST', '/sandboxes/default/webhooks/webhook-1/fire', { recordId: 77 })
  await control('POST', '/sandboxes/default/settle')
  expect(receiver.received).toHaveLength(4)
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ section: 'entities' })

  const all = await Promise.all(['/webhooks', '/deliveries', '/journal', '/journal.har', '/export', '/users', '/webhooks/webhook-1'].map((path) =>
    control('GET', `/sandboxes/default${path}`)))
  for (const { status, text } of all) {
    expect(status).toBe(200)
    expect(text).not.toContain('tok-secret-1')
    expect(text).not.toContain(key)
  }
})

test('users and keys are administered (AUTH-4), and a key ends on the sandbox’s clock', async () => {
  const { control, call } = await start()
  const user = await control('POST', '/sandboxes/default/users', { login: 'nova', permissions: ['report:*'] })
  expect(user.status).toBe(201)
  await control('PUT', '/sandboxes/default/clock', { kind: 'frozen', at: '2026-11-02T09:00:00Z' })
  const issued = await control('POST', `/sandboxes/default/users/${user.json.id}/keys`, { expiresAt: '2026-11-02T10:00:00Z' })
  const { key, id } = issued.json
  expect((await call(key, '/api/whoami')).status).toBe(200)
  await control('POST', '/sandboxes/default/clock/advance', { by: '1h' })
  expect((await call(key, '/api/whoami')).status).toBe(401)
  const another = (await control('POST', `/sandboxes/default/users/${user.json.id}/keys`)).json
  expect((await call(another.key, '/api/whoami')).status).toBe(200)
  expect((await control('DELETE', `/sandboxes/default/keys/${another.id}`)).status).toBe(204)
  expect((await call(another.key, '/api/whoami')).status).toBe(401)
  expect((await control('GET', '/sandboxes/default/users')).text).not.toContain(key)
  expect(id).toMatch(/^[0-9a-f]{16}$/)
})

test('what it refuses, it refuses with the places', async () => {
  const { control } = await start()
  const refused = await control('POST', '/sandboxes', { from: 'empty', nam: 'x' })
  expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer: '/body/nam', expected: 'one of from, name, expiresIn' }] } })
  expect((await control('POST', '/sandboxes/default/webhooks', { section: 'entitys', on: { creation: true }, url: 'http://a.example/' })).json)
    .toMatchObject({ status: 422, errors: [{ pointer: '/section' }] })
  expect(await control('GET', '/sandboxes/default/deliveries?limit=many')).toMatchObject({ status: 422, json: { errors: [{ pointer: '/query/limit' }] } })
  expect(await control('PUT', '/sandboxes')).toMatchObject({ status: 405 })
  expect(await control('GET', '/nothing')).toMatchObject({ status: 404 })
  expect(await control('GET', '/sandboxes/none/faults')).toMatchObject({ status: 404 })
  expect(await control('POST', '/sandboxes/default/clock/advance', { to: '2001-01-01T00:00:00Z' })).toMatchObject({ status: 422 })
})

test('a clock is not moved to where no timestamp can say it is', async () => {
  const { control } = await start()
  const clock = '/sandboxes/default/clock'
  await control('PUT', clock, { kind: 'frozen', at: '9999-12-31T00:00:00Z' })
  for (const [wish, pointer] of [
    [{ by: '99999999999d' }, '/by'],
    [{ by: '1d' }, '/by'],
    [{ to: '9999-12-31T23:59:59-01:00' }, '/to'],
    [{ to: '9999-12-31T23:59:60Z' }, '/to'],
  ] as const) {
    const refused = await control('POST', `${clock}/advance`, wish)
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer, expected: expect.any(String) }] } })
  }
  expect((await control('PUT', clock, { kind: 'frozen', at: '9999-12-31T23:59:59-01:00' })).status).toBe(422)
  expect((await control('PUT', clock, { kind: 'running', at: '0000-12-31T23:59:59Z' })).status).toBe(422)
  expect((await control('GET', clock)).json).toMatchObject({ now: '9999-12-31T00:00:00.000Z' })
  expect((await control('POST', `${clock}/advance`, { by: '23h' })).status).toBe(200)
})

test('control characters are refused in parameters, in bodies only NUL', async () => {
  const { control } = await start()
  const on = { section: 'entities', on: { creation: true }, url: 'http://127.0.0.1:1/' }
  await control('PUT', '/sandboxes/default/webhooks/w', on)
  for (const [method, path, body, pointer] of [
    ['GET', '/sandboxes/%00', undefined, '/path/sandbox'],
    ['PUT', '/sandboxes/default/snapshots/%00', undefined, '/path/name'],
    ['PUT', '/sandboxes/default/snapshots/a%0Ab', undefined, '/path/name'],
    ['DELETE', '/sandboxes/default/snapshots/%7f', undefined, '/path/name'],
    ['GET', '/sandboxes/default/deliveries?webhook=%00', undefined, '/query/webhook'],
    ['GET', '/sandboxes/default/deliveries?webhook=a&webhook=%1f', undefined, '/query/webhook'],
    ['POST', '/sandboxes', { name: 'a\u0000b' }, '/body/name'],
    ['POST', '/sandboxes/default/users', { login: 'a\u0000b' }, '/body/login'],
    ['POST', '/sandboxes/default/webhooks/w/fire', { recordId: '\u0000' }, '/body/recordId'],
    ['PUT', '/sandboxes/default/records/entities/1', { fields: { 'a/b': [{ '\u0000': 'x' }] } }, '/body/fields/a~1b/0/\u0000'],
  ] as const) {
    expect(await control(method, path, body)).toMatchObject({ status: 422, json: { errors: [{ pointer, expected: expect.any(String) }] } })
  }
  const fields = { name: 'Nadal\r\n\tand sons\u0001' }
  expect(await control('PUT', '/sandboxes/default/records/entities/1', { fields })).toMatchObject({ status: 200, json: { fields } })
  expect((await control('PUT', '/sandboxes/default/snapshots/a%20b')).status).toBe(200)
})

test('a report that is defined at run time can be run', async () => {
  const { control, call, key } = await start()
  const report = {
    title: 'Cities',
    sql: 'select city, count(*) as customers from entities where city is not null group by city',
    columns: [
      { name: 'city', type: 'text', labels: { '2024.2': 'Ciudad', '2026.1': 'Población' } },
      { name: 'customers', type: 'integer', labels: { '2024.2': 'Clientes', '2026.1': 'Clientes' } },
    ],
    order: [{ column: 'city' }],
    key: ['city'],
  }
  const defined = await control('PUT', '/sandboxes/default/reports/cities', report)
  expect(defined).toMatchObject({ status: 200 })
  const answer = await call(key, '/api/reports', { reportId: 'cities' })
  const { rows } = JSON.parse(await answer.text())
  expect(rows[0]).toHaveProperty('Población')
  expect((await control('DELETE', '/sandboxes/default/reports/cities')).status).toBe(204)
  expect((await call(key, '/api/reports', { reportId: 'cities' })).status).toBe(404)
})

/** `fetch` does not let a program set these headers. */
function rawStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}/_ensayo/sandboxes`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject).end()
  })
}

test('pages of other origins, and names that were made to lead here, may not steer', async () => {
  const { mock } = await start()
  const { host } = new URL(mock.url)
  expect(await rawStatus(mock.url, {})).toBe(200)
  expect(await rawStatus(mock.url, { origin: `http://${host}` })).toBe(200)
  expect(await rawStatus(mock.url, { origin: 'https://evil.example' })).toBe(403)
  expect(await rawStatus(mock.url, { origin: 'null' })).toBe(403)
  expect(await rawStatus(mock.url, { host: 'rebound.example' })).toBe(403)
  expect(await rawStatus(mock.url, { host: 'rebound.example', origin: 'http://rebound.example' })).toBe(403)
  expect(await rawStatus(mock.url, { 'sec-fetch-site': 'cross-site' })).toBe(403)
})

test('beyond loopback it needs the control token', async () => {
  await expect(start({ host: '0.0.0.0' })).rejects.toThrow(/others can reach 0\.0\.0\.0, so steering the mock needs a control token/)
  const guarded = await start({ host: '0.0.0.0', controlToken: 'control-token-16-chars' })
  expect(await rawStatus(guarded.mock.url, {})).toBe(401)
  expect(await rawStatus(guarded.mock.url, { authorization: 'Bearer another' })).toBe(401)
  expect(await rawStatus(guarded.mock.url, { authorization: 'Bearer control-token-16-chars' })).toBe(200)
})
