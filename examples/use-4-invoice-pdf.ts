/** USE-4: the PDF of an invoice, from the dynamic document that was made for it. */
import type { Client } from '../src/client/index.ts'
import type { RecordId } from '../src/core/index.ts'
import { demand } from './demand.ts'

export async function invoicePdf(client: Client, invoice: RecordId): Promise<Uint8Array> {
  const request = { id: 'invoice', format: 'pdf', parameters: { invoice_id: invoice } } as const
  const document = demand(await client.generateDocument(request), `the PDF of invoice ${invoice}`)
  return document.content
}
