/**
 * USE-2: an online shop sells something. Its customer becomes an entity, its order a sale, which takes the
 * goods out of stock, and an invoice, which gets the next number of its series.
 */
import type { Client } from '../src/client/index.ts'
import type { JsonObject, RecordId } from '../src/core/index.ts'
import { demand } from './demand.ts'

export interface Order {
  customer: { name: string; email: string; city: string }
  /** ISO date. */
  day: string
  lines: { itemId: RecordId; description: string; quantity: number; unitPrice: number }[]
}

export interface Booked {
  customer: RecordId
  sale: RecordId
  invoice: RecordId
}

export async function invoiceFromShop(client: Client, order: Order): Promise<Booked> {
  const sold: JsonObject[] = order.lines.map(({ itemId, quantity, unitPrice }) => ({
    item_id: itemId,
    quantity,
    unit_price: unitPrice,
  }))
  const invoiced: JsonObject[] = sold.map((line, index) => ({ ...line, description: order.lines[index]?.description }))
  const customer = await create(client, 'entities', { ...order.customer, is_customer: true })
  const sale = await create(client, 'sales', { entity_id: customer, sold_on: order.day, channel: 'online', lines: sold })
  const invoice = await create(client, 'invoices', { entity_id: customer, issued_on: order.day, lines: invoiced })
  return { customer, sale, invoice }
}

async function create(client: Client, section: string, fields: JsonObject): Promise<RecordId> {
  const { results } = demand(await client.writeRecords({ operations: [{ section, fields }] }), `a record in ${section}`)
  const [result] = results
  if (result?.recordId === undefined) throw new Error(`${section}: ${result?.error?.message ?? 'no result'}`)
  return result.recordId
}
