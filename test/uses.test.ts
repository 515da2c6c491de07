import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { keepCustomersInStep } from '../examples/use-1-keep-customers-in-step.ts'
import { invoiceFromShop } from '../examples/use-2-invoice-from-a-shop.ts'
import { exportReport } from '../examples/use-3-export-a-report.ts'
import { invoicePdf } from '../examples/use-4-invoice-pdf.ts'
import { saleMessage } from '../examples/use-5-new-sale-to-chat.ts'
import type { Client } from '../src/client/index.ts'
import { createContract, loadContract } from '../src/contract/index.ts'
import type { Contract } from '../src/contract/index.ts'
import type { JsonObject } from '../src/core/index.ts'
import { scenarioClients, withMock } from './mock-clients.ts'
import { pdfText } from './pdf-text.ts'
import { renameAssumed } from './renamed-contract.ts'
import { runScenario } from './scenario.ts'
import type { Transcript } from './scenario.ts'

const seed = Number(process.env.ENSAYO_SEED ?? 20261120)
const original = await loadContract()
const { document: renamedDocument, renamed } = renameAssumed(JSON.parse(JSON.stringify(original.document)), seed)

const sameToSay: [name: string, contract: Contract][] = [
  ['the contract', original],
  [`a contract with its ${renamed} assumed names replaced (seed ${seed})`, createContract(renamedDocument)],
]
const example = fileURLToPath(new URL('../openapi/overlays/ejemplo-es.yaml', import.meta.url))
const contracts: typeof sameToSay = [...sameToSay, ['the example overlay', await loadContract({ overlays: [example] })]]

const order = {
  customer: { name: 'Ferretería Nadal', email: 'hola@nadal.example', city: 'Palma' },
  day: '2026-11-20',
  lines: [
    { itemId: 1, description: 'Martillo', quantity: 1, unitPrice: 12.5 },
    { itemId: 3, description: 'Llave inglesa', quantity: 2, unitPrice: 10 },
  ],
}

test.each(contracts)('USE-1: customers are kept in step, over %s', async (_, contract) => {
  await withMock(contract, async ({ client }) => {
    const written: JsonObject = { name: 'Talleres Sansó', city: 'Manacor' }
    const created = await client('lucia.ferrer').createRecord('entities', written)
    const id = created.ok ? created.value.recordId : undefined
    const customers = await keepCustomersInStep(client('lucia.ferrer'), '2026-11-20')
    expect(customers.get(id)).toMatchObject(written)
  })
})

test.each(contracts)('USE-2: an order of a shop becomes customer, sale and invoice, over %s', async (_, contract) => {
  await withMock(contract, async ({ client }) => {
    const admin = client('lucia.ferrer')
    const stockBefore = await stockOf(admin)
    const booked = await invoiceFromShop(admin, order)
    const invoices = await admin.runReport({ id: 'invoices-with-customer', pageSize: 500, safeColumnNames: true })
    const rows = invoices.ok ? invoices.value.rows : []
    expect(rows.find((row) => row.invoice_id === booked.invoice)).toMatchObject({
      customer: 'Ferretería Nadal',
      number: expect.stringMatching(/^F-2026-\d{4}$/),
      base: 32.5,
      tax: 6.83,
      total: 39.33,
    })
    const stockAfter = await stockOf(admin)
    expect([1, 3].map((id) => Number(stockBefore.get(id)) - Number(stockAfter.get(id)))).toEqual([1, 2])
  })
})

/** Quantity by item, read from the stock list document. */
async function stockOf(client: Client): Promise<Map<unknown, unknown>> {
  const list = await client.generateDocument({ id: 'stock-list', format: 'json' })
  if (!list.ok) throw new Error(list.error.message)
  const found = new Map<unknown, unknown>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('quantity' in value && 'id' in value) found.set(value.id, value.quantity)
    Object.values(value).forEach(collect)
  }
  collect(list.value.content)
  return found
}

test.each(contracts)('USE-3: a report is exported whole as CSV, over %s', async (_, contract) => {
  await withMock(contract, async ({ client }) => {
    const csv = await exportReport(client('panel.ventas'), 'sales-per-month')
    const [header, ...months] = csv.trimEnd().split('\n')
    expect(header).toBe('month,sales_count,base,tax,total')
    expect(months.length).toBeGreaterThan(12)
    expect([...months].sort()).toEqual(months)
  })
})

test.each(contracts)('USE-4: an invoice comes as a PDF with its values, over %s', async (_, contract) => {
  await withMock(contract, async ({ client }) => {
    const text = await pdfText(await invoicePdf(client('lucia.ferrer'), 1))
    expect(text).toContain('F-2025-0001')
  })
})

test.each(contracts)('USE-5: a new sale becomes a chat message, over %s', async (_, contract) => {
  await withMock(contract, async ({ client }) => {
    const { sale } = await invoiceFromShop(client('lucia.ferrer'), order)
    expect(await saleMessage(client('lucia.ferrer'), sale)).toMatch(/^New sale to Ferretería Nadal: 1 × .+, 2 × .+, 32\.50 € before tax$/)
  })
})

test('a walk through the whole interface means the same, whatever things are called', async () => {
  const walk = (contract: Contract): Promise<Transcript> => withMock(contract, (mock) => runScenario(scenarioClients(mock)))
  const [expected, ...others] = await Promise.all(sameToSay.map(([, contract]) => walk(contract)))
  expect(expected).toHaveLength(30)
  for (const transcript of others) expect(transcript).toEqual(expected)
})
