import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createReceivers } from '../webhooks/testing/receivers.ts'
import { startMock } from './index.ts'
import type { MockOptions } from './index.ts'

async function start(options: MockOptions = {}) {
  const mock = await startMock(options)
  onTestFinished(() => mock.close())
  return mock
}

async function receivers() {
  const opened = createReceivers()
  onTestFinished(() => opened[Symbol.asyncDispose]())
  return opened
}

test('gives up after the last scheduled retry', async () => {
  const alwaysFailing = await (await receivers()).listen((response) => response.writeHead(500).end())
  const webhook = { section: 'entities', on: { creation: true }, url: alwaysFailing.url }
  const mock = await start({ webhooks: [webhook], retries: ['1s', '1m', '1h'] })
  await mock.write({ section: 'entities', fields: { name: 'Nadal' } })
  await mock.clock.advance('2h')
  expect(await mock.deliveries()).toMatchObject([{ state: 'exhausted', attempts: { length: 4 } }])
  expect(alwaysFailing.received).toHaveLength(4)
})

test('of the deliveries that are over the newest are kept, and all that wait', async () => {
  const receiver = await (await receivers()).listen((response, { path }) => response.writeHead(path === '/fine' ? 204 : 500).end())
  const to = (id: string, retries: string[]) => ({ id, section: 'entities', on: { creation: true }, url: `${receiver.url}/${id}`, retries })
  const mock = await start({ webhooks: [to('fine', []), to('failing', ['1h'])], keptDeliveries: 20 })
  for (let written = 0; written < 30; written += 1) await mock.write({ section: 'entities', fields: { name: `Customer ${written}` } })
  await mock.settle()
  await expect.poll(() => mock.deliveries({ webhook: 'fine' })).toHaveLength(20)
  expect(await mock.deliveries({ states: ['waiting'] })).toHaveLength(30)
  await mock.clock.advance('1h')
  await expect.poll(() => mock.deliveries()).toHaveLength(20)
})

test('a number that a record was put with is not given to the next one', async () => {
  const mock = await start()
  const sandbox = await mock.sandbox()
  const invoice = { entity_id: 1, issued_on: '2026-11-20', lines: [{ description: 'Llave', quantity: 1, unit_price: 10 }] }
  await sandbox.putRecord('invoices', { fields: { ...invoice, series: 'F', number: 'F-2026-0900' } })
  const { recordId } = await sandbox.write({ section: 'invoices', fields: { ...invoice, series: 'F' } })
  expect((await sandbox.record('invoices', Number(recordId))).fields['number']).toBe('F-2026-0901')
  await sandbox.putRecord('invoices', { fields: { ...invoice, series: 'F', number: 'F-2026-0005' } })
  const next = await sandbox.write({ section: 'invoices', fields: { ...invoice, series: 'F' } })
  expect((await sandbox.record('invoices', Number(next.recordId))).fields['number']).toBe('F-2026-0902')
})

test('what a sandbox is exported as has its webhooks as a fixture folder does, apart from their secrets', async () => {
  const mock = await start()
  const sandbox = await mock.sandbox()
  const about = { section: 'entities', url: 'http://127.0.0.1:1/hooks' }
  await sandbox.webhook({ ...about, id: 'all', name: 'All of it', on: { creation: true, modification: true, fields: ['name', 'eliminado'] }, token: 's3cret', payload: 'full' })
  await sandbox.webhook({ ...about, on: { creation: true }, enabled: false, retries: { preset: 'svix', jitter: 0.2, seed: 7, inOrder: true } })
  await sandbox.webhook({ ...about, on: { fields: ['email'] }, retries: ['1s', '1m30s'] })
  await sandbox.webhook({ ...about, on: { creation: true }, retries: { delays: ['2h'], goneDisables: false, finalStatuses: [403], disablesAfter: 3 } })
  const answer = await fetch(`${mock.url}/_ensayo/sandboxes/${sandbox.id}/export`)
  const files: Record<string, unknown> = await answer.json().then((value) => Object(value))
  expect(JSON.stringify(files)).not.toContain('s3cret')

  const folder = await mkdtemp(join(tmpdir(), 'ensayo-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), contentOf(path, content))
  }
  const again = await start({ fixtures: folder })
  const withoutSecrets = (await sandbox.webhooks()).map(({ token: _, ...rest }) => rest)
  expect(await again.webhooks()).toEqual(withoutSecrets)
})

/** The bytes of a file as an export tells them. */
function contentOf(path: string, content: unknown): string | Buffer {
  if (path.endsWith('.json')) return JSON.stringify(content)
  if (typeof content === 'string') return content
  const base64: unknown = Object(content).base64
  return Buffer.from(String(base64), 'base64')
}
