import { request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../index.ts'
import { chanceOf } from './chance.ts'

async function start() {
  const mock = await startMock()
  onTestFinished(() => mock.close())
  const key = mock.keys[0]?.key ?? ''
  const whoami = (headers: Record<string, string> = {}, of = key) =>
    fetch(`${mock.url}/api/whoami`, { headers: { authorization: `Bearer ${of}`, ...headers } })
  return { mock, key, whoami }
}

const statuses = async (count: number, call: () => Promise<Response>) => {
  const found: number[] = []
  for (let number = 0; number < count; number += 1) found.push((await call()).status)
  return found
}

test.each([
  ['internal', 500],
  ['unavailable', 503],
  ['forbidden', 403],
  ['rateLimited', 429],
] as const)('a fault of the kind %s answers %i in the contract’s shape', async (error, status) => {
  const { mock, whoami } = await start()
  await mock.fault({ operation: 'whoami', error })
  const answer = await whoami()
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/problem\+json/)
})

test('a fault of the nth call leaves the others alone', async () => {
  const { mock, whoami } = await start()
  await mock.fault({ operation: 'whoami', when: { calls: [2, 3] }, error: 'unavailable' })
  expect(await statuses(4, whoami)).toEqual([200, 503, 503, 200])
})

test('chance with a seed is the same each time', async () => {
  const { mock, whoami } = await start()
  const expected = Array.from({ length: 12 }, (_, index) => (chanceOf(7, index + 1) < 0.5 ? 503 : 200))
  expect(new Set(expected).size).toBe(2)
  for (const id of ['first', 'second']) {
    const fault = await mock.fault({ id, when: { probability: 0.5, seed: 7 }, error: 'unavailable' })
    expect(await statuses(12, whoami)).toEqual(expected)
    await fault.remove()
  }
})

test('chances are spread evenly', () => {
  const hits = Array.from({ length: 10_000 }, (_, index) => chanceOf(3, index + 1)).filter((chance) => chance < 0.3)
  expect(hits.length).toBeGreaterThan(2800)
  expect(hits.length).toBeLessThan(3200)
})

test('a rate limit counts on the sandbox’s clock', async () => {
  const { mock, whoami } = await start()
  await mock.clock.freeze()
  await mock.fault({ operation: 'whoami', rateLimit: { requests: 2, per: '1m' } })
  expect(await statuses(3, whoami)).toEqual([200, 200, 429])
  await mock.clock.advance('45s')
  expect((await whoami()).headers.get('retry-after')).toBe('15')
  await mock.clock.advance('15s')
  expect(await statuses(3, whoami)).toEqual([200, 200, 429])
})

test('faults concern their sandbox and their operation alone, and come along with a snapshot', async () => {
  const { mock, whoami } = await start()
  const other = await mock.sandbox({ from: 'empty' })
  await mock.fault({ operation: 'runReport', error: 'internal' })
  expect((await whoami()).status).toBe(200)
  await mock.fault({ error: 'internal' })
  expect((await whoami()).status).toBe(500)
  expect((await whoami({}, other.key)).status).toBe(200)
  await mock.snapshot('faulty')
  await mock.clearFaults()
  expect((await whoami()).status).toBe(200)
  await mock.restore('faulty')
  expect((await whoami()).status).toBe(500)
})

test('a delay is waited for before the operation', async () => {
  const { mock, whoami } = await start()
  await mock.fault({ delay: '200ms' })
  const before = performance.now()
  expect((await whoami()).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(190)
})

test('a connection is reset, before the operation is carried out or after', async () => {
  const { mock, key } = await start()
  const write = () =>
    fetch(`${mock.url}/api/writeoperations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ operations: [{ section: 'entities', fields: { name: 'Reset' } }] }),
    })
  const named = async () => {
    const { rows } = await runReport(mock.url, key)
    return rows.filter((row) => row['name'] === 'Reset').length
  }
  const fault = await mock.fault({ operation: 'writeRecords', reset: 'before' })
  await expect(write()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  expect(await named()).toBe(0)
  await fault.remove()
  await mock.fault({ operation: 'writeRecords', reset: 'after' })
  await expect(write()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  expect(await named()).toBe(1)
})

async function runReport(url: string, key: string): Promise<{ rows: Record<string, unknown>[] }> {
  const answer = await fetch(`${url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reportId: 'customers', safeColumnsName: true, resultsPerPage: 500 }),
  })
  return JSON.parse(await answer.text())
}

/** What arrives of an answer, and whether it was all. */
function arrival(url: string, key: string): Promise<{ pieces: string[]; complete: boolean; length: number }> {
  return new Promise((resolve, reject) => {
    httpRequest(`${url}/api/whoami`, { headers: { authorization: `Bearer ${key}` } }, (answer) => {
      const pieces: string[] = []
      const done = () => resolve({ pieces, complete: answer.complete, length: Number(answer.headers['content-length']) })
      answer.on('data', (piece: Buffer) => pieces.push(piece.toString()))
      answer.on('end', done)
      answer.on('error', done)
    }).on('error', reject).end()
  })
}

test('an answer is cut in half', async () => {
  const { mock, key } = await start()
  await mock.fault({ cut: true })
  const { pieces, complete, length } = await arrival(mock.url, key)
  expect(complete).toBe(false)
  expect(Buffer.byteLength(pieces.join(''))).toBe(Math.floor(length / 2))
})

test('an answer drips, and is whole in the end', async () => {
  const { mock, key, whoami } = await start()
  const whole = await (await whoami()).text()
  await mock.fault({ drip: '200ms' })
  const { pieces, complete } = await arrival(mock.url, key)
  expect(complete).toBe(true)
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.join('')).toBe(whole)
})

test('an answer is complete but no JSON', async () => {
  const { mock, whoami } = await start()
  await mock.fault({ malformed: true })
  const answer = await whoami()
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
})

test('one request asks for its own: Prefer: code=503, delay=20', async () => {
  const { mock, whoami } = await start()
  expect((await whoami({ prefer: 'code=503, delay=20' })).status).toBe(503)
  expect((await whoami({ prefer: 'code=200' })).status).toBe(200)
  expect((await whoami({ prefer: 'respond-async' })).status).toBe(200)
  expect((await whoami()).status).toBe(200)
  expect((await whoami({ prefer: 'code=418' })).status).toBe(200)
  expect(mock.journal({ faulty: true }).map(({ faults }) => faults)).toEqual([
    ['Prefer: delay', 'Prefer: code'],
    [expect.stringMatching(/^Prefer: code ignored, there are 401, .*503$/)],
  ])
})

test('a fault that cannot be is refused with all that is wrong', async () => {
  const { mock } = await start()
  const configuration = JSON.parse('{"operation":"whoamI","error":"teapot","cut":true,"delay":"soon","wen":1}')
  await expect(mock.fault(configuration)).rejects.toThrow(/A fault has no "wen"/)
  await expect(mock.fault({})).rejects.toThrow(/does nothing/)
})
