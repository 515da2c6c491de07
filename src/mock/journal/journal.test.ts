import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../index.ts'
import { createRing } from './ring.ts'

async function start() {
  const mock = await startMock()
  onTestFinished(() => mock.close())
  const key = mock.keys[0]?.key ?? ''
  const post = (path: string, body: unknown, of = key) =>
    fetch(mock.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${of}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((answer) => answer.text())
  return { mock, key, post }
}

test('an exchange is kept with its operation, user, request, answer and duration', async () => {
  const { mock, post } = await start()
  await post('/API/Reports', { reportId: 'sales-per-month' })
  expect(mock.journal()).toMatchObject([{
    number: 1,
    operation: 'runReport',
    user: 'lucia.ferrer',
    request: { method: 'POST', url: '/API/Reports', body: { json: { reportId: 'sales-per-month' } } },
    answer: { status: 200, body: { json: { page: 1 } } },
    faults: [],
  }])
  expect(mock.journal()[0]?.durationMs).toBeGreaterThan(0)
})

test('was it called with …? In meaning, in the wire’s words, and what came nearest', async () => {
  const { mock, post } = await start()
  await post('/api/reports', { reportId: 'customers', resultsPerPage: 10, page: 2 })
  expect(mock.called({ operation: 'runReport', request: { id: 'customers', pageSize: 10 } })).toMatchObject({ called: true, times: 1 })
  expect(mock.called({ operation: 'runReport', body: { reportId: 'customers' } })).toMatchObject({ called: true })
  expect(mock.called({ operation: 'runReport', request: { id: 'customers', pageSize: 20 } })).toMatchObject({
    called: false,
    nearest: { call: { number: 1 }, differences: [{ pointer: '/request/pageSize', expected: 20, actual: 10 }] },
  })
  expect(mock.called({ operation: 'whoami' })).toEqual({ called: false, times: 0, calls: [], refused: [] })
})

test('for a refused call it says why', async () => {
  const { mock, post } = await start()
  await post('/api/reports', { reportId: 'customers', page: 'two' })
  const { called, refused } = mock.called({ operation: 'runReport', refused: true })
  expect(called).toBe(true)
  expect(refused).toMatchObject([{ number: 1, status: 422, reason: expect.stringContaining('/body/page') }])
  await post('/api/reports', { reportId: 'customers' }, 'a-key-that-nobody-has')
  expect(mock.called({ operation: 'runReport', status: 401 }).refused).toMatchObject([{ reason: expect.stringContaining('not known') }])
  await post('/api/report', {})
  expect(mock.journal({ status: 404 })).toMatchObject([{ refusal: { kind: 'notFound' } }])
})

test('no key is shown, wherever a client has put it', async () => {
  const { mock, key } = await start()
  await fetch(`${mock.url}/api/reports?key=${key}`, {
    method: 'POST',
    headers: { authorization: `bearer ${key}`, 'content-type': 'application/json', 'x-trace': key },
    body: JSON.stringify({ reportId: key }),
  })
  await fetch(`${mock.url}/api/whoami`, { headers: { authorization: key } })
  const har = await (await fetch(`${mock.url}/_ensayo/sandboxes/default/journal.har`)).text()
  for (const text of [JSON.stringify(mock.journal()), har]) {
    expect(text).toContain('[redacted]')
    expect(text).not.toContain(key)
  }
})

test.each([
  ['/api/reports?api_key=other-secret-key', {}],
  ['/api/reports?key=other-secret-key&page=2', {}],
  ['/api/reports?x=1&access%5Ftoken=other%2Dsecret%2Dkey', {}],
  ['/api/reports?authorization=Bearer%20other-secret-key', {}],
  ['/api/reports', { 'x-auth-token': 'other-secret-key' }],
  ['/api/reports', { 'api-key': 'other-secret-key' }],
  ['/api/reports', { 'x-api-token': 'Bearer other-secret-key' }],
])('a key in a place of its own is shown nowhere: %s %j', async (target, headers) => {
  const { mock, key } = await start()
  const body = JSON.stringify({ reportId: 'other-secret-key', page: 'other-secret-key' })
  const type = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  await fetch(mock.url + target, { method: 'POST', headers: { ...type, ...headers }, body })
  const har = await (await fetch(`${mock.url}/_ensayo/sandboxes/default/journal.har`)).text()
  const reply = mock.called({ operation: 'runReport', body: { reportId: 'another', page: 1 } })
  for (const text of [JSON.stringify(mock.journal()), har, JSON.stringify(reply)]) {
    expect(text).toContain('[redacted]')
    expect(text).not.toMatch(/other(-|%2D)secret/)
  }
})

test('a key that a message repeats in part is not shown in part', async () => {
  const { mock } = await start()
  const long = `long-secret-key-${'0123456789'.repeat(10)}`
  await fetch(`${mock.url}/api/reports?token=${long}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.keys[0]?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reportId: 'customers', page: long }),
  })
  const shown = JSON.stringify(mock.journal())
  expect(shown).toContain('[redacted]…')
  expect(shown).not.toContain('long-secret')
})

test('what only sounds like a key stays', async () => {
  const { mock, key } = await start()
  await fetch(`${mock.url}/api/whoami?sort_key=created-at&author=somebody&key=`, {
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'the-first-time', 'webhook-signature': 'v1,abcdef' },
  })
  expect(mock.journal()[0]?.request).toMatchObject({
    url: '/api/whoami?sort_key=created-at&author=somebody&key=',
    headers: { 'idempotency-key': 'the-first-time', 'webhook-signature': 'v1,abcdef' },
  })
})

test('the archive has what HAR asks for', async () => {
  const { mock, post } = await start()
  await post('/api/reports?x=1', { reportId: 'customers' })
  await post('/api/dynamicdocuments', { documentId: 'stock-list', format: 'pdf' })
  const har = JSON.parse(await (await fetch(`${mock.url}/_ensayo/sandboxes/default/journal.har`)).text())
  expect(har.log).toMatchObject({ version: '1.2', creator: { name: 'ensayo' } })
  const [report, pdf] = har.log.entries
  expect(report).toMatchObject({
    request: { method: 'POST', url: `${mock.url}/api/reports?x=1`, queryString: [{ name: 'x', value: '1' }] },
    response: { status: 200, statusText: 'OK', content: { mimeType: 'application/json; charset=utf-8' } },
    _operation: 'runReport',
  })
  expect(new Date(report.startedDateTime).getTime()).toBeGreaterThan(Date.UTC(2020, 0))
  expect(Buffer.from(pdf.response.content.text, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
})

test('it waits for a request that is still to come', async () => {
  const { mock, post } = await start()
  const waiting = mock.waitForRequest({ operation: 'runReport', user: 'lucia.ferrer' })
  await post('/api/reports', { reportId: 'customers' })
  expect(await waiting).toMatchObject({ operation: 'runReport' })
  await expect(mock.waitForRequest({ operation: 'ping' }, { within: '10ms' })).rejects.toThrow(/no such request/)
})

test('a ring forgets the oldest, by number and by bytes, and never the newest', () => {
  const ring = createRing<{ name: string; bytes: number }>({ entries: 3, bytes: 100 }, ({ bytes }) => bytes)
  const names = () => ring.all().map(({ name }) => name).join('')
  for (const name of 'abcdefgh') ring.add({ name, bytes: 1 })
  expect(names()).toBe('fgh')
  ring.add({ name: 'i', bytes: 98 })
  expect(names()).toBe('ghi')
  ring.add({ name: 'j', bytes: 1000 })
  expect(names()).toBe('j')
  ring.clear()
  expect(names()).toBe('')
})
