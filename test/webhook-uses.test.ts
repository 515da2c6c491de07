import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { saleMessage } from '../examples/use-5-new-sale-to-chat.ts'
import { createClient } from '../src/client/index.ts'
import { loadContract } from '../src/contract/index.ts'
import { startMock } from '../src/mock/index.ts'
import type { MockOptions } from '../src/mock/index.ts'

const contract = await loadContract()

async function start(options: MockOptions = {}) {
  const mock = await startMock({ contract, ...options })
  onTestFinished(() => mock.close())
  const client = createClient({ baseUrl: mock.url, key: mock.keys[0]?.key ?? '', contract })
  return { mock, client }
}

/** A server on this machine, and the bodies that it was sent. */
async function listen(answer: (body: unknown, response: ServerResponse, request: IncomingMessage) => void | Promise<void>) {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    bodies.push(body)
    await answer(body, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, bodies }
}

const accepted = (_: unknown, response: ServerResponse) => void response.writeHead(204).end()

test('USE-1: a customer is written, the webhook notifies, and the receiver reads the full record back', async () => {
  const copies = new Map<unknown, unknown>()
  const tokens: unknown[] = []
  const { mock, client } = await start()
  const receiver = await listen(async (body, response, request) => {
    tokens.push(request.headers.authorization)
    response.writeHead(202).end()
    const { recordId } = contract.notification.decode(body)
    const read = await client.runReport({ id: 'entity-by-id', parameters: { id: recordId }, safeColumnNames: true })
    if (read.ok) copies.set(recordId, read.value.rows[0])
  })
  await mock.webhook({ section: 'entities', on: { creation: true, modification: true }, url: receiver.url, token: 'receivers-token' })

  const created = await client.createRecord('entities', { name: 'Talleres Sansó', city: 'Manacor' })
  const id = created.ok ? created.value.recordId : undefined
  await mock.settle()
  await expect.poll(() => copies.get(id)).toMatchObject({ name: 'Talleres Sansó', city: 'Manacor' })
  await mock.write({ section: 'entities', recordId: Number(id), fields: { city: 'Palma' } })
  await mock.settle()
  await expect.poll(() => copies.get(id)).toMatchObject({ name: 'Talleres Sansó', city: 'Palma' })
  expect(tokens).toEqual(['Bearer receivers-token', 'Bearer receivers-token'])
  expect(receiver.bodies.map((body) => contract.notification.decode(body).kind)).toEqual(['created', 'modified'])
})

test('USE-5: a new sale fires the automation, which posts a message to the chat', async () => {
  const { mock, client } = await start()
  const chat = await listen(accepted)
  const automation = await listen(async (body, response) => {
    const text = await saleMessage(client, contract.notification.decode(body).recordId)
    await fetch(chat.url, { method: 'POST', body: JSON.stringify({ text }) })
    response.writeHead(200).end()
  })
  await mock.webhook({ section: 'sales', on: { creation: true }, url: automation.url })
  await client.createRecord('sales', { sold_on: '2026-11-20', entity_id: 1, lines: [{ item_id: 1, quantity: 1, unit_price: 12.5 }] })
  await mock.settle()
  expect(chat.bodies).toEqual([{ text: expect.stringMatching(/^New sale to .+: 1 × .+, 12\.50 € before tax$/) }])
  expect(await mock.deliveries()).toMatchObject([{ state: 'delivered' }])
})

test('the answer to a write does not wait for a receiver that never answers (HOOK-4)', async () => {
  const { mock, client } = await start()
  const hanging = await listen(() => {})
  await mock.webhook({ section: 'entities', on: { creation: true }, url: hanging.url })
  const written = await client.createRecord('entities', { name: 'Nadal' })
  expect(written.ok).toBe(true)
  await expect.poll(() => hanging.bodies.length).toBe(1)
  expect(await mock.deliveries()).toMatchObject([{ state: 'claimed', attempts: [] }])
})

test('two hundred sandboxes at once do not see one another through HTTP', async () => {
  const { mock } = await start()
  const receiver = await listen(accepted)
  const found = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      const sandbox = await mock.sandbox({ from: 'empty' })
      await sandbox.webhook({ section: 'entities', on: { creation: true }, url: `${receiver.url}/${sandbox.id}` })
      const client = createClient({ baseUrl: sandbox.url, key: sandbox.key, contract })
      await client.createRecord('entities', { name: `Customer ${number}` })
      await sandbox.settle()
      const report = await client.runReport({ id: 'customers', safeColumnNames: true })
      const deliveries = await sandbox.deliveries()
      return {
        names: report.ok ? report.value.rows.map(({ name }) => name) : [],
        requests: sandbox.journal().map(({ operation }) => operation),
        targets: deliveries.flatMap(({ attempts }) => attempts.map(({ request }) => request.url)),
        expected: `${receiver.url}/${sandbox.id}`,
      }
    }),
  )
  for (const [number, { names, requests, targets, expected }] of found.entries()) {
    expect(names).toEqual([`Customer ${number}`])
    expect(requests).toEqual(['writeRecords', 'runReport'])
    expect(targets).toEqual([expected])
  }
  expect(receiver.bodies).toHaveLength(200)
  expect(await mock.deliveries()).toEqual([])
})

test('a webhook as the command line gives it, and one that cannot be', async () => {
  const receiver = await listen(accepted)
  const { mock } = await start({ webhooks: [`section=entities,events=created,url=${receiver.url}`] })
  await mock.write({ section: 'entities', fields: { name: 'Nadal' } })
  await mock.settle()
  expect(receiver.bodies).toHaveLength(1)
  await expect(startMock({ webhooks: ['section=entitys,events=created,url=http://a.example'] })).rejects.toThrow(/--webhook at \/section: There is no section/)
})
