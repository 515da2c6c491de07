import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { customersByWebhook, salesToChat } from '../examples/webhook-uses.ts'
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
  const { mock, client } = await start()
  const copies = await customersByWebhook({ mock, client, contract })
  expect([...copies.values()]).toMatchObject([{ name: 'Talleres Sansó', city: 'Palma' }])
  const made = await mock.deliveries()
  expect(made.map(({ state, event }) => [state, event.kind])).toEqual([['delivered', 'created'], ['delivered', 'modified']])
  expect(made[1]?.event.changedFields).toEqual(['city'])
  expect(made[0]?.attempts[0]?.request.headers).toMatchObject({ authorization: 'Bearer [redacted]' })
})

test('USE-5: a new sale fires the automation, which posts a message to the chat', async () => {
  const { mock, client } = await start()
  const messages = await salesToChat({ mock, client, contract })
  expect(messages).toEqual([{ text: expect.stringMatching(/^New sale to .+: 2 × .+, 25\.00 € before tax$/) }])
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
