/** What is promised of webhooks, proved on a whole mock: writes over HTTP, real receivers, the sandbox's clock. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../src/client/index.ts'
import type { Client } from '../src/client/index.ts'
import { loadContract } from '../src/contract/index.ts'
import { startMock } from '../src/mock/index.ts'
import type { MockOptions } from '../src/mock/index.ts'

const contract = await loadContract()

async function start(options: MockOptions = {}) {
  const mock = await startMock({ contract, ...options })
  onTestFinished(() => mock.close())
  return { mock, client: createClient({ baseUrl: mock.url, key: mock.keys[0]?.key ?? '', contract }) }
}

/** `key` is the path and the record, `time` how often they came together by now. */
type Answer = (response: ServerResponse, key: string, time: number) => void | Promise<void>

/** A receiver on this machine, and how often it was sent each record's notification, by path and record. */
async function receive(answer: Answer) {
  const times = new Map<string, number>()
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const { recordId } = contract.notification.decode(JSON.parse(Buffer.concat(chunks).toString()))
    const key = `${request.url} ${recordId}`
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    await answer(response, key, time)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, times }
}

/** A number from 0 to below 1, the same for the same text: FNV-1a, mixed once more. */
function luckOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32
}

async function createCustomers(client: Client, count: number): Promise<void> {
  const operations = Array.from({ length: count }, (_, index) => ({ section: 'entities', fields: { name: `Customer ${index}` } }))
  const written = await client.writeRecords({ operations })
  if (!written.ok) throw new Error(written.error.message)
  expect(written.value.results.filter(({ outcome }) => outcome !== 'created')).toEqual([])
}

const second = 1000

test('a thousand notifications to a receiver that fails at random all arrive, each retried at the policy’s instants', async () => {
  const seed = 'rehearsal'
  const accepted = new Set<string>()
  const receiver = await receive((response, key, time) => {
    const luck = luckOf(`${seed} ${key} ${time}`)
    if (luck < 0.3) response.writeHead(500).end()
    else if (luck < 0.4) response.destroy()
    else if (luck >= 0.41) {
      accepted.add(key)
      response.writeHead(204).end()
    }
    // Otherwise it hangs.
  })
  const delays = [1, 60, 3600, 7200, 7200, 14_400, 14_400, 86_400, 86_400, 86_400, 86_400, 86_400, 86_400, 86_400, 86_400]
  const retries = delays.map((seconds) => `${seconds}s`)
  const webhooks = Array.from({ length: 5 }, (_, number) => ({
    id: `w${number}`, section: 'entities', on: { creation: true }, url: `${receiver.url}/${number}`,
  }))
  const { mock, client } = await start({ webhooks, retries, sendLimitMs: 250 })
  const { now: begun } = await mock.clock.freeze()
  for (let batch = 0; batch < 4; batch += 1) await createCustomers(client, 50)
  await mock.clock.advance('30d')

  const deliveries = await mock.deliveries()
  expect(deliveries).toHaveLength(1000)
  expect(new Set(deliveries.map(({ webhook, event }) => `/${webhook.slice(1)} ${event.recordId}`))).toEqual(accepted)
  expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([])
  const due = [begun]
  for (const seconds of delays) due.push((due.at(-1) ?? 0) + seconds * second)
  const outcomes = { delivered: 0, rejected: 0, unreachable: 0, timedOut: 0 }
  for (const { attempts } of deliveries) {
    expect(attempts.map(({ at }) => Date.parse(at))).toEqual(due.slice(0, attempts.length))
    for (const { outcome } of attempts) outcomes[outcome] += 1
  }
  // It did fail, in each of its ways.
  expect(outcomes).toMatchObject({ delivered: 1000 })
  expect(Object.values(outcomes).every((count) => count > 5)).toBe(true)
})

test('a dead receiver delays neither the answers to writes nor what goes to another receiver (HOOK-4)', async () => {
  const dead = await receive(() => {})
  const alive = await receive((response) => void response.writeHead(204).end())
  const to = (id: string, url: string) => ({ id, section: 'entities', on: { creation: true }, url })
  const { mock, client } = await start({ webhooks: [to('dead', dead.url), to('alive', alive.url)] })
  await createCustomers(client, 100)
  await createCustomers(client, 100)
  await expect.poll(() => alive.times.size, { timeout: 5000 }).toBe(200)
  await expect.poll(() => mock.deliveries({ webhook: 'alive', states: ['delivered'] }), { timeout: 5000 }).toHaveLength(200)
  const held = await mock.deliveries({ webhook: 'dead' })
  expect(held).toHaveLength(200)
  expect(held.flatMap(({ attempts }) => attempts)).toEqual([])
})

// Real time, as the statement means it: the four answers run beside one another.
test('an answer after 9 s is a success, one after 11 s is not, to the end of its body (HOOK-5)', { timeout: 30_000 }, async () => {
  const slow = await receive(async (response, key) => {
    const [, part = '', seconds = ''] = /^\/(head|body)\/(\d+) /.exec(key) ?? []
    if (part === 'body') response.writeHead(200).write('{')
    await delay(Number(seconds) * second, undefined, { ref: false })
    if (part === 'head') response.writeHead(200)
    response.end('}')
  })
  const paths = ['/head/9', '/body/9', '/head/11', '/body/11']
  const webhooks = paths.map((path) => ({ section: 'entities', on: { creation: true }, url: slow.url + path }))
  const { mock } = await start({ webhooks, retries: 'none' })
  await mock.write({ section: 'entities', fields: { name: 'Nadal' } })
  await mock.settle()
  const outcomes = (await mock.deliveries()).map(({ state, attempts: [attempt] }) => [state, attempt?.outcome])
  expect(outcomes).toEqual([
    ['delivered', 'delivered'],
    ['delivered', 'delivered'],
    ['exhausted', 'timedOut'],
    ['exhausted', 'timedOut'],
  ])
})
