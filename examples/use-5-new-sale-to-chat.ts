/** USE-5: a new sale becomes a message for a chat tool, with the customer's name and the amount. */
import type { Client } from '../src/client/index.ts'
import type { RecordId } from '../src/core/index.ts'
import { demand } from './demand.ts'

export async function saleMessage(client: Client, sale: RecordId): Promise<string> {
  const request = { id: 'sales-lines', safeColumnNames: true }
  const found: string[] = []
  let customer = ''
  let amount = 0
  for await (const result of client.reportRows(request)) {
    const row = demand(result, 'the lines of sales')
    if (row.sale_id !== sale) continue
    customer = String(row.customer ?? 'a passing customer')
    amount += Number(row.amount)
    found.push(`${String(row.quantity)} × ${String(row.item)}`)
  }
  if (found.length === 0) throw new Error(`sale ${sale} has no lines`)
  return `New sale to ${customer}: ${found.join(', ')}, ${amount.toFixed(2)} € before tax`
}
