import { createServer } from 'node:http'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createHealth, mountHealth } from '../../src/mock/health/index.ts'
import { startMock } from '../../src/mock/index.ts'
import { createMetrics } from '../../src/mock/metrics/index.ts'
import { StoreUnavailable } from '../../src/store/index.ts'
import { callsOf } from './control.ts'

async function start(options: Parameters<typeof startMock>[0] = {}) {
  const mock = await startMock(options)
  onTestFinished(() => mock.close())
  return { mock, ...callsOf(mock) }
}

test('it lives and is ready as soon as it listens', async () => {
  const { control } = await start()
  expect(await control('GET', '/health/live')).toMatchObject({ status: 200, json: { status: 'ok' } })
  expect(await control('GET', '/health/ready')).toMatchObject({ status: 200, json: { status: 'ok' } })
})

test('it is not ready while it starts, while its database is away, and from the moment it closes', async () => {
  let isAway = false
  const health = createHealth({ store: { check: async () => { if (isAway) throw new StoreUnavailable('postgres://me:s3cret@db') } } })
  expect(await health.unready()).toBe('The mock is starting.')
  health.begun()
  expect(await health.unready()).toBeUndefined()
  isAway = true
  await expect.poll(() => health.unready()).toBe('The database cannot be used.')
  isAway = false
  await expect.poll(() => health.unready()).toBeUndefined()
  health.closing()
  expect(await health.unready()).toBe('The mock is closing.')
})

test('what is not ready says why, and when to ask again', async () => {
  const app = Fastify()
  mountHealth(app, { unready: async () => 'The database cannot be used.', begun() {}, closing() {} })
  const { statusCode, headers, body } = await app.inject('/_ensayo/health/ready')
  expect(statusCode).toBe(503)
  expect(headers['retry-after']).toBe('2')
  expect(JSON.parse(body)).toMatchObject({ status: 503, detail: 'The database cannot be used.' })
  expect((await app.inject('/_ensayo/health/live')).statusCode).toBe(200)
})

test('the metrics count requests, deliveries and what waits, and tell no secret', async () => {
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(request.url === '/bad' ? 500 : 204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { mock, control, call } = await start({
    webhooks: [
      { section: 'entities', on: { creation: true }, url: `${url}/good`, token: 'tok-secret' },
      { section: 'entities', on: { creation: true }, url: `${url}/bad`, retries: ['1h'] },
    ],
  })
  await call('/api/writeoperations', { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] })
  await call('/api/reports', { reportId: 'nothing-secret-here' })
  await call('/api/nowhere-in-particular', {})
  await mock.settle()
  const { status, text, headers } = await control('GET', '/metrics')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = text.split('\n')
  expect(lines).toContain('ensayo_requests_total{operation="writeRecords",status="2xx"} 1')
  expect(lines).toContain('ensayo_requests_total{operation="runReport",status="4xx"} 1')
  expect(lines).toContain('ensayo_requests_total{operation="none",status="4xx"} 1')
  expect(lines).toContain('ensayo_request_duration_seconds_count{operation="runReport"} 1')
  expect(lines).toContain('ensayo_delivery_attempts_total{outcome="delivered"} 1')
  expect(lines).toContain('ensayo_delivery_attempts_total{outcome="rejected"} 1')
  expect(lines).toContain('ensayo_deliveries_total{state="delivered"} 1')
  expect(lines).toContain('ensayo_deliveries_queued 1')
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds \S/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  for (const secret of ['tok-secret', mock.keys[0]?.key ?? '', 'nothing-secret-here', 'nowhere', '127.0.0.1', 'default']) {
    expect(text).not.toContain(secret)
  }
})

test('whatever is asked, there are no more time series than operations and classes of status', async () => {
  const { control, call } = await start()
  const before = (await control('GET', '/metrics')).text
  for (let number = 0; number < 40; number += 1) await call(`/api/x${number}`, {}, { 'x-tenant': String(number) })
  const after = (await control('GET', '/metrics')).text
  const series = (text: string) => text.split('\n').filter((line) => line.startsWith('ensayo_')).length
  expect(series(after) - series(before)).toBeLessThanOrEqual(20)
})

test('durations that nobody reads do not pile up', async () => {
  const metrics = createMetrics(['ping'])
  for (let number = 0; number < 100_000; number += 1) {
    metrics.observed('ping', 200, 1)
    if (number % 5000 === 0) await new Promise(setImmediate)
  }
  const { text } = await metrics.exposition(async () => { throw new Error('away') })
  expect(text).toContain('ensayo_request_duration_seconds_count{operation="ping"} 100000')
  expect(text).toContain('ensayo_deliveries_queued Nan')
})

test('two mocks in one process count apart', async () => {
  const [one, other] = [await start(), await start()]
  await one.call('/api/reports', { reportId: 'customers' })
  expect((await one.control('GET', '/metrics')).text).toContain('ensayo_requests_total{operation="runReport",status="2xx"} 1')
  expect((await other.control('GET', '/metrics')).text).not.toContain('operation="runReport",status="2xx"')
})
