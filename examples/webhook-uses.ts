/**
 * The two typical uses that a webhook starts, from end to end on this machine: `node examples/webhook-uses.ts`. The mock
 * is the service; the receivers are servers of their own.
 */
import { createClient } from '../src/client/index.ts'
import type { Client } from '../src/client/index.ts'
import { loadContract } from '../src/contract/index.ts'
import type { Contract } from '../src/contract/index.ts'
import type { Row } from '../src/core/index.ts'
import { startMock } from '../src/mock/index.ts'
import type { Mock } from '../src/mock/index.ts'
import { demand } from './demand.ts'
import { receive, receiveNotifications } from './receive.ts'
import { saleMessage } from './use-5-new-sale-to-chat.ts'

export interface Service {
  mock: Mock
  client: Client
  contract: Contract
}

/** USE-1: a customer is written and edited; the other system is notified each time and reads the whole record back. */
export async function customersByWebhook({ mock, client, contract }: Service): Promise<Map<unknown, Row>> {
  const copies = new Map<unknown, Row>()
  await using receiver = await receiveNotifications(contract, async ({ recordId }) => {
    const request = { id: 'entity-by-id', parameters: { id: recordId }, safeColumnNames: true }
    const [entity] = demand(await client.runReport(request), `entity ${recordId}`).rows
    if (entity !== undefined) copies.set(recordId, entity)
  })
  const on = { creation: true, modification: true }
  const { id } = await mock.webhook({ section: 'entities', on, url: receiver.url, token: 'the-receivers-own' })

  const { recordId = 0 } = demand(await client.createRecord('entities', { name: 'Talleres Sansó', city: 'Manacor' }), 'the customer')
  await mock.settle()
  demand(await client.editRecord('entities', recordId, { city: 'Palma' }), 'the customer')
  await mock.settle()
  await mock.removeWebhook(id)
  return copies
}

/** USE-5: a new sale notifies the automation, whose step writes a message to the chat. */
export async function salesToChat({ mock, client, contract }: Service): Promise<unknown[]> {
  const messages: unknown[] = []
  await using chat = await receive((message) => void messages.push(message))
  await using automation = await receiveNotifications(contract, async ({ recordId }) => {
    const text = await saleMessage(client, recordId)
    await fetch(chat.url, { method: 'POST', body: JSON.stringify({ text }) })
  })
  const { id } = await mock.webhook({ section: 'sales', on: { creation: true }, url: automation.url })

  const lines = [{ item_id: 1, quantity: 2, unit_price: 12.5 }]
  demand(await client.createRecord('sales', { sold_on: '2026-11-20', entity_id: 1, lines }), 'the sale')
  await mock.settle()
  await mock.removeWebhook(id)
  return messages
}

if (import.meta.main) {
  const contract = await loadContract()
  const mock = await startMock({ contract })
  const service = { mock, contract, client: createClient({ baseUrl: mock.url, key: mock.keys[0]?.key ?? '', contract }) }
  for (const [id, { name, city }] of await customersByWebhook(service)) {
    process.stdout.write(`USE-1  entity ${String(id)}: ${String(name)}, ${String(city)}\n`)
  }
  for (const message of await salesToChat(service)) process.stdout.write(`USE-5  ${JSON.stringify(message)}\n`)
  await mock.close()
}
