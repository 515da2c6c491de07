/** `npm run example -- USE-n`: one of the typical uses against a running mock. */
import { writeFileSync } from 'node:fs'
import { createClient } from '../src/client/index.ts'
import type { Client } from '../src/client/index.ts'
import { loadContract } from '../src/contract/index.ts'
import { keepCustomersInStep } from './use-1-keep-customers-in-step.ts'
import { invoiceFromShop } from './use-2-invoice-from-a-shop.ts'
import { exportReport } from './use-3-export-a-report.ts'
import { invoicePdf } from './use-4-invoice-pdf.ts'
import { saleMessage } from './use-5-new-sale-to-chat.ts'

const day = new Date().toISOString().slice(0, 10)
const order = {
  customer: { name: 'Ferretería Nadal', email: 'hola@nadal.example', city: 'Palma' },
  day,
  lines: [{ itemId: 1, description: 'Martillo', quantity: 1, unitPrice: 12.5 }],
}

const uses: Record<string, (client: Client) => Promise<string>> = {
  'USE-1': async (client) => {
    const customers = await keepCustomersInStep(client, '2026-10-01')
    return [...customers.values()].map(({ id, name, city }) => `${id}  ${name}, ${city}`).join('\n')
  },
  'USE-2': async (client) => {
    const { customer, sale, invoice } = await invoiceFromShop(client, order)
    return `customer ${customer}, sale ${sale}, invoice ${invoice}`
  },
  'USE-3': (client) => exportReport(client, 'sales-per-month'),
  'USE-4': async (client) => {
    writeFileSync('invoice.pdf', await invoicePdf(client, 1))
    return 'invoice.pdf is written'
  },
  'USE-5': async (client) => saleMessage(client, (await invoiceFromShop(client, order)).sale),
}

const use = uses[process.argv[2] ?? '']
if (use === undefined) {
  process.stderr.write(`which use? ${Object.keys(uses).join(', ')}\n`)
  process.exitCode = 2
} else {
  const baseUrl = process.env.ENSAYO_URL ?? 'http://127.0.0.1:4010'
  const key = process.env.ENSAYO_KEY ?? 'demo-admin-et3nt2akh24qjyanymcw'
  const client = createClient({ baseUrl, key, contract: await loadContract() })
  try {
    process.stdout.write(`${await use(client)}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
