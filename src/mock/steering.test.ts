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
