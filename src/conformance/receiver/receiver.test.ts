import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { createContract, loadContract } from '../../contract/index.ts'
import { bundledContract } from '../../contract/load.ts'
import { ReceiverRefused, startReceiver } from './index.ts'
import type { Answer, ReceivedNotification, ReceiverOptions } from './index.ts'

const contract = await loadContract()

const notification = {
  event: 'modified',
  section: 'entities',
  id: 12,
  changedFields: ['email'],
  occurredAt: '2026-11-20T09:30:00.000Z',
}

/** A receiver for one test, and a way to await what it tells. */
async function start(options: Partial<ReceiverOptions> = {}) {
  const told: string[] = []
  const answered = Promise.withResolvers<ReceivedNotification>()
  const receiver = await startReceiver({
    contract,
    onNotification: ({ number }) => told.push(`#${number}`),
    onAnswered(received) {
      told.push(`#${received.number} ${received.answered?.end}`)
      answered.resolve(received)
    },
    ...options,
  })
  onTestFinished(() => receiver.close())
  return { ...receiver, told, answered: answered.promise }
}

function post(url: string, body: unknown = notification, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const statuses = (...codes: number[]): Answer[] => codes.map((status) => ({ kind: 'status', status }))

test('a notification is recorded with what it means', async () => {
  const receiver = await start({ clock: { now: () => 1_700_000_000_000 } })
  const response = await post(`${receiver.url}/any/path?x=1`)
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(receiver.received()).toMatchObject([
    {
      number: 1,
      at: 1_700_000_000_000,
      method: 'POST',
      path: '/any/path?x=1',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification),
      bytes: JSON.stringify(notification).length,
      complete: true,
      event: { kind: 'modified', section: 'entities', recordId: 12, changedFields: ['email'], occurredAt: '2026-11-20T09:30:00.000Z' },
      violations: [],
      token: 'none',
      repeats: undefined,
      redirected: false,
      answer: { kind: 'status', status: 200 },
    },
  ])
})

test('it is read as the contract in use writes it', async () => {
  const document: JsonObject = JSON.parse(readFileSync(bundledContract, 'utf8'))
  const schemas = isJsonObject(document.components) && isJsonObject(document.components.schemas) ? document.components.schemas : {}
  const schema = isJsonObject(schemas.RecordChanged) ? schemas.RecordChanged : {}
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const { id, ...others } = properties
  schema.properties = { ...others, ficha: id }
  schema.required = ['event', 'section', 'ficha']
  const receiver = await start({ contract: createContract(document) })
  const { id: recordId, ...rest } = notification
  await post(receiver.url, { ...rest, ficha: recordId })
  await post(receiver.url)
  expect(receiver.received()).toMatchObject([
    { event: { recordId: 12 }, violations: [] },
    { event: undefined, violations: [{ pointer: '/body/ficha' }] },
  ])
})

test.each([
  ['an unknown event', JSON.stringify({ ...notification, event: 'exploded' }), ['/body/event']],
  ['a missing section', JSON.stringify({ ...notification, section: undefined }), ['/body/section']],
  ['a list', '[]', ['/body']],
  ['a body cut short', '{"event":"modified"', ['/body']],
  ['no body', '', ['/body']],
])('%s breaks the contract, and is answered all the same', async (_, body, pointers) => {
  const receiver = await start()
  const response = await post(receiver.url, body)
  expect(response.status).toBe(200)
  const [received] = receiver.received()
  expect(received?.event).toBeUndefined()
  expect(received?.violations.map(({ pointer }) => pointer)).toEqual(pointers)
})

test('a body that is not UTF-8 is no JSON', async () => {
  const receiver = await start()
  await fetch(receiver.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":"\xff"}', 'latin1') })
  expect(receiver.received()[0]?.violations).toEqual([{ pointer: '/body', message: 'the body is not UTF-8' }])
})

test.each([
  ['application/json; charset=UTF-8', true],
  ['application/cloudevents+json', true],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', false],
  ['application/json; charset=latin1', false],
])('the media type %s is right: %s', async (type, isRight) => {
  const receiver = await start()
  await post(receiver.url, notification, { 'content-type': type })
  const pointers = receiver.received()[0]?.violations.map(({ pointer }) => pointer)
  expect(pointers).toEqual(isRight ? [] : ['/headers/content-type'])
})

test('a sound receiver refuses what is no POST, and tokens that are not right', async () => {
  const receiver = await start({ token: 's3cret-token' })
  const got = await fetch(receiver.url)
  const missing = await post(receiver.url)
  const wrong = await post(receiver.url, notification, { authorization: 'Bearer s3cret-tokem' })
  const right = await post(receiver.url, notification, { authorization: 'Bearer s3cret-token' })
  expect([got.status, missing.status, wrong.status, right.status]).toEqual([405, 401, 401, 200])
  expect(got.headers.get('allow')).toBe('POST')
  expect(missing.headers.get('www-authenticate')).toBe('Bearer')
  expect(receiver.received().map(({ token }) => token)).toEqual(['missing', 'missing', 'wrong', 'right'])
  expect(receiver.received()[0]?.violations[0]).toMatchObject({ pointer: '/method', expected: 'POST' })
})

test('secrets are in nothing that is recorded', async () => {
  const receiver = await start({ token: 's3cret-token' })
  await post(`${receiver.url}/s3cret-token?key=other-one&to=s3cret-token&n=1`, { ...notification, section: 's3cret-token' }, {
    authorization: 'Bearer s3cret-token',
    cookie: 'session=other-two',
    'x-api-key': 'other-three',
    'x-copy': 'it is s3cret-token',
  })
  await post(receiver.url, { ...notification, event: 's3cret-token' }, { authorization: 'other-four' })
  await post(receiver.url, '{"s3cret-token', { authorization: 'Basic other-five' })
  const recorded = JSON.stringify(receiver.received())
  expect(recorded).not.toMatch(/s3cret|other-/)
  expect(receiver.received()).toMatchObject([
    {
      token: 'right',
      path: '/[redacted]?key=[redacted]&to=[redacted]&n=1',
      headers: { authorization: 'Bearer [redacted]', cookie: '[redacted]', 'x-api-key': '[redacted]', 'x-copy': 'it is [redacted]' },
      event: { section: '[redacted]' },
      violations: [],
    },
    { token: 'wrong', headers: { authorization: '[redacted]' } },
    { token: 'wrong', headers: { authorization: 'Basic [redacted]' } },
  ])
})

test('the request reaches whoever decides on the answer as it came', async () => {
  const receiver = await start({
    token: 's3cret-token',
    answers: async (received, request) => ({
      kind: 'status',
      status: 299,
      headers: { 'x-number': String(received.number) },
      body: `${request.target} ${request.rawHeaders.includes('Bearer s3cret-token')} ${Buffer.from(request.body).toString()}`,
    }),
  })
  const response = await post(`${receiver.url}/?token=s3cret-token`, '{}', { authorization: 'Bearer s3cret-token' })
  expect([response.status, response.headers.get('x-number')]).toEqual([299, '1'])
  expect(await response.text()).toBe('/?token=s3cret-token true {}')
})

test('scripted answers come in turn, and the last one again and again', async () => {
  const receiver = await start({ answers: statuses(500, 503, 204) })
  const codes: number[] = []
  for (let sent = 0; sent < 5; sent += 1) codes.push((await post(receiver.url)).status)
  expect(codes).toEqual([500, 503, 204, 204, 204])
  expect(receiver.received().map(({ repeats }) => repeats)).toEqual([undefined, 1, 1, 1, 1])
})

test('a reset breaks the connection off', async () => {
  const receiver = await start({ answers: [{ kind: 'reset' }] })
  await expect(post(receiver.url)).rejects.toThrow('fetch failed')
  expect((await receiver.answered).answered).toMatchObject({ end: 'reset' })
})

test('one that hangs answers nothing until the sender leaves', async () => {
  const receiver = await start({ answers: [{ kind: 'hang' }] })
  const leaving = new AbortController()
  const sent = fetch(receiver.url, { method: 'POST', body: '{}', signal: leaving.signal })
  sent.catch(() => {})
  await expect.poll(() => receiver.told).toEqual(['#1'])
  leaving.abort()
  await expect(sent).rejects.toThrow()
  expect((await receiver.answered).answered).toMatchObject({ end: 'senderLeft' })
})

test('a slow one drips its body', async () => {
  const receiver = await start({ answers: [{ kind: 'slow', lastsMs: 100 }] })
  const response = await post(receiver.url)
  expect(receiver.told).toEqual(['#1'])
  expect(await response.text()).toBe('.'.repeat(20))
  expect((await receiver.answered).answered).toMatchObject({ end: 'answered', status: 200 })
})

test('a sender that leaves amid a slow body did not get the answer', async () => {
  const receiver = await start({ answers: [{ kind: 'slow', lastsMs: 60_000 }] })
  const leaving = new AbortController()
  await fetch(receiver.url, { method: 'POST', body: '{}', signal: leaving.signal })
  leaving.abort()
  expect((await receiver.answered).answered).toMatchObject({ end: 'senderLeft' })
})

test('who follows a redirect is found out, and uses up no answer', async () => {
  const receiver = await start({ answers: [{ kind: 'redirect' }, ...statuses(202)] })
  const followed = await post(receiver.url)
  const next = await post(receiver.url, { ...notification, id: 13 })
  expect([followed.status, next.status]).toEqual([200, 202])
  expect(receiver.received().map(({ path, redirected }) => [path, redirected])).toEqual([['/', false], ['/redirected', true], ['/', false]])
})

test('the path of a redirect means nothing before there was one', async () => {
  const receiver = await start({ answers: statuses(500) })
  expect((await post(`${receiver.url}/redirected`)).status).toBe(500)
  expect(receiver.received()[0]?.redirected).toBe(false)
})

test('a delay comes between a notification and its answer', async () => {
  const noticed = Promise.withResolvers<ReceivedNotification>()
  const receiver = await start({ delayMs: 60, onNotification: noticed.resolve })
  const sent = post(receiver.url)
  expect((await noticed.promise).answered).toBeUndefined()
  expect((await sent).status).toBe(200)
  expect((await receiver.answered).answered?.afterMs).toBeGreaterThan(55)
})

test('closing breaks off whatever is under way', async () => {
  const undecided = new Promise<Answer>(() => {})
  const receiver = await start({ answers: ({ number }) => (number === 1 ? { kind: 'hang' } : undecided), delayMs: 0 })
  const first = post(receiver.url)
  await expect.poll(() => receiver.told).toEqual(['#1'])
  const second = post(receiver.url)
  await expect.poll(() => receiver.told).toEqual(['#1', '#2'])
  const ends = Promise.allSettled([first, second])
  await receiver.close()
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(receiver.received().map(({ answered }) => answered?.end)).toEqual(['receiverClosed', 'receiverClosed'])
})

async function raw(url: string, text: string): Promise<ReturnType<typeof connect>> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text, 'latin1')
  return socket
}

test('a sender that leaves amid the body is recorded', async () => {
  const receiver = await start()
  const socket = await raw(receiver.url, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"event":')
  socket.end()
  const received = await receiver.answered
  expect(received).toMatchObject({ complete: false, body: '{"event":', answer: undefined, answered: { end: 'senderLeft' } })
  expect(received.violations).toEqual([{ pointer: '/body', message: 'the sender left before the body was complete' }])
})

test('a body without end is not kept', async () => {
  const receiver = await start()
  const response = await post(receiver.url, `"${'x'.repeat(6 * 2 ** 20)}"`).catch(() => undefined)
  // The answer may be lost on the way, since the sender is still busy when it comes.
  expect([413, undefined]).toContain(response?.status)
  const [received] = receiver.received()
  expect(received).toMatchObject({ complete: false, answer: { status: 413 } })
  expect(received?.bytes).toBeLessThanOrEqual(5 * 2 ** 20)
})

test('two tokens at once are wrong, even when one of them is right', async () => {
  const receiver = await start({ token: 's3cret' })
  await raw(receiver.url, 'POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer s3cret\r\nAuthorization: Bearer other\r\nContent-Length: 0\r\n\r\n')
  const received = await receiver.answered
  expect([received.token, received.headers.authorization]).toEqual(['wrong', 'Bearer [redacted], Bearer [redacted]'])
})

test.each([
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', /TLS.*http:\/\//],
  ['what is this?\r\n\r\n', /no HTTP/],
])('what is no HTTP is told', async (text, message) => {
  const faults: string[] = []
  const receiver = await start({ onFault: (fault) => faults.push(fault) })
  await raw(receiver.url, text)
  await expect.poll(() => faults).toEqual([expect.stringMatching(message)])
  expect(receiver.received()).toEqual([])
})

test('only the latest are remembered, yet repetitions of others are seen', async () => {
  const receiver = await start({ keep: 2 })
  for (const id of [1, 2, 3, 1]) await post(receiver.url, { ...notification, id })
  expect(receiver.received().map(({ number, event, repeats }) => [number, event?.recordId, repeats])).toEqual([[3, 3, undefined], [4, 1, 1]])
})

test('a port that is taken is refused in one line', async () => {
  const { url } = await start()
  const port = Number(new URL(url).port)
  const refused = startReceiver({ contract, port })
  await expect(refused).rejects.toThrow(ReceiverRefused)
  await expect(refused).rejects.toThrow(`port ${port}: something else listens there`)
})
