/**
 * One walk through the whole interface, told in meaning alone. Whatever a deployment calls things, on the
 * same fixtures this transcript is the same.
 */
import type { Client, Result } from '../src/client/index.ts'
import type { Row } from '../src/core/index.ts'

/** Clients of one mock: with a key for everything, with one that may only run one report, with no valid key. */
export interface ScenarioClients {
  admin: Client
  limited: Client
  stranger: Client
}

export type Transcript = [step: string, said: unknown][]

export async function runScenario({ admin, limited, stranger }: ScenarioClients): Promise<Transcript> {
  const transcript: Transcript = []
  const note = (step: string, said: unknown) => transcript.push([step, said])
  const told = <T>(result: Result<T>): unknown => (result.ok ? result.value : outcomeOf(result))

  note('ping', told(await admin.ping()))
  note('whoami', told(await admin.whoami()))
  note('whoami of a limited user', told(await limited.whoami()))
  note('no key', told(await stranger.whoami()))
  note('a forbidden report', told(await limited.runReport({ id: 'customers' })))
  note('an unknown report', told(await admin.runReport({ id: 'no-such-report' })))
  note('a missing parameter', told(await admin.runReport({ id: 'entity-by-id' })))

  const pages: number[] = []
  const rows: Row[] = []
  for await (const page of admin.reportPages({ id: 'customers', pageSize: 60, safeColumnNames: true })) {
    if (!page.ok) note('a page', told(page))
    else {
      pages.push(page.value.page)
      rows.push(...page.value.rows)
    }
  }
  note('pages', pages)
  note('rows', rows)
  const withFiles = await admin.runReport({ id: 'invoices-with-files', pageSize: 20, withFiles: true })
  const files = withFiles.ok ? (withFiles.value.files ?? []) : []
  note('files', files.map(({ recordId, name, mediaType, content }) => [recordId, name, mediaType, content.byteLength]))

  const written = await admin.writeRecords({
    operations: [
      { section: 'entities', fields: { name: 'Taller Nadal', city: 'Manacor', email: 'taller@nadal.example' } },
      { section: 'entities', fields: { name: 7 } },
      { section: 'nowhere', fields: {} },
    ],
  })
  note('three operations, two of them wrong', told(written))
  const id = written.ok ? written.value.results[0]?.recordId : undefined
  if (id === undefined) return transcript
  const read = async (step: string) => {
    const found = await admin.runReport({ id: 'entity-by-id', parameters: { id }, safeColumnNames: true })
    note(step, found.ok ? found.value.rows.map(({ created_at: _, updated_at: __, ...row }) => row) : told(found))
  }
  await read('read back')
  note('edit', told(await admin.writeRecords({ operations: [{ section: 'entities', recordId: id, fields: { city: 'Palma' } }] })))
  await read('read back after the edit')
  note('delete', told(await admin.writeRecords({ operations: [{ section: 'entities', recordId: id, fields: { eliminado: 1 } }] })))
  await read('read back after the deletion')
  note('a forbidden section', told(await limited.writeRecords({ operations: [{ section: 'stock', fields: { name: 'x' } }] })))

  const html = await admin.generateDocument({ id: 'invoice', format: 'html', parameters: { invoice_id: 1 } })
  note('html', told(html))
  note('json', told(await admin.generateDocument({ id: 'invoice', format: 'json', parameters: { invoice_id: 1 } })))
  const pdf = await admin.generateDocument({ id: 'invoice', format: 'pdf', parameters: { invoice_id: 1 } })
  const content = pdf.ok ? pdf.value.content : undefined
  note('pdf', content instanceof Uint8Array ? Buffer.from(content.subarray(0, 5)).toString() : told(pdf))
  note('an unknown document', told(await admin.generateDocument({ id: 'no-such-document' })))

  for (const value of ['B12345674', 'B12345670', '00000000T', 'nonsense']) {
    note(`tax id ${value}`, told(await admin.validateTaxId({ value })))
  }
  for (const value of ['ESB12345674', 'DE136695976', 'DE136695975', 'GB999999973']) {
    note(`VAT ${value}`, told(await admin.validateVatId({ value })))
  }
  note('a forbidden tool', told(await limited.validateTaxId({ value: '00000000T' })))
  return transcript
}

/** A refusal as far as its meaning is the same everywhere: statuses and words are the deployment's. */
function outcomeOf(result: Result<unknown> & { ok: false }): unknown {
  const { error } = result
  if (error.kind !== 'refused') return error
  const { code, message, details } = error.refusal
  return { code, message, details }
}
