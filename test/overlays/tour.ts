/**
 * Everything that a deployment can say, told in meaning: the scenario, and around it what tells overlays apart.
 * Words are left out where they are the contract's own and so hold names of the wire.
 */
import type { Contract, DecodedAnswer, WireAnswer } from '../../src/contract/index.ts'
import type { Client, RawResult, Result } from '../../src/client/index.ts'
import type { RecordChanged, RecordId, Refusal } from '../../src/core/index.ts'
import { scenarioClients, withMock } from '../mock-clients.ts'
import type { MockAccess } from '../mock-clients.ts'
import { runScenario } from '../scenario.ts'
import type { Transcript } from '../scenario.ts'

/** Identifiers of whom the simulated agencies know something, and of whom they do not answer. */
export interface KnownIds {
  taxId: { value: string; name: string }
  vatId: { value: string }
  downTaxId: string
}

export function runTour(contract: Contract, known: KnownIds): Promise<Transcript> {
  return withMock(contract, async (mock) => {
    const admin = mock.client('lucia.ferrer')
    return [
      ...(await runScenario(scenarioClients(mock))),
      ...(await tellReports(admin)),
      ...(await tellWrites(admin)),
      ...(await tellTools(admin, known)),
      ...(await tellRefusals(mock, admin, contract)),
      ...tellNotifications(contract),
    ]
  })
}

function told<T>(result: Result<T>): unknown {
  return result.ok ? result.value : result.error.kind === 'refused' ? toldRefusal(result.error.refusal) : result.error
}

/** What is wrong and where; `message` and `expected` may be the contract's own. */
function toldRefusal({ code, details, retryAfterSeconds }: Refusal): unknown {
  return { refusal: code, retryAfterSeconds, pointers: details?.map(({ pointer }) => pointer) }
}

async function tellReports(admin: Client): Promise<Transcript> {
  const months = { id: 'sales-per-month', pageSize: 7, safeColumnNames: true }
  const files = { id: 'invoices-with-files', pageSize: 3 }
  return [
    ['the second page', told(await admin.runReport({ ...months, page: 2 }))],
    ['a page past the end', told(await admin.runReport({ ...months, page: 9 }))],
    ['the default page size', told(await admin.runReport({ id: 'customers' }))],
    ['labels for column names', told(await admin.runReport({ id: 'sales-per-month', pageSize: 2, safeColumnNames: false }))],
    ['without files', told(await admin.runReport({ ...files, withFiles: false }))],
    ['with files', told(await admin.runReport({ ...files, withFiles: true }))],
    ['no rows to a page', told(await admin.runReport({ ...months, pageSize: 0 }))],
    ['a document in no particular format', told(await admin.generateDocument({ id: 'stock-list' }))],
  ]
}

async function tellWrites(admin: Client): Promise<Transcript> {
  const write = admin.writeRecords
  const line = { item_id: 1, quantity: 1, unit_price: 12.5 }
  const sale = { entity_id: 1, sold_on: '2026-11-20', channel: 'online', payment_method: 'card' }
  const written = await write({
    operations: [
      { section: 'stock', fields: { sku: 'LLA-1', name: 'Llave inglesa', quantity: 5, unit_price: 10 } },
      { section: 'stock', fields: { sku: 'LLA-2', name: 'Llave', cuantity: 5 } },
      { section: 'sales', fields: { ...sale, lines: [line] } },
      { section: 'sales', fields: { ...sale, lines: [line, { ...line, quantity: 'two' }] } },
      { section: 'sales', fields: { ...sale, lines: [{ ...line, quantity: 1_000_000 }] } },
      { section: 'invoices', recordId: 9_999_999, fields: { notes: 'x' } },
      { section: 'entities', fields: { name: 'Nadal', tax_id: 'B12345670' } },
    ],
  })
  const id: RecordId = (written.ok ? written.value.results[0]?.recordId : undefined) ?? 0
  const edit = (fields: { eliminado?: number; name?: string }) => write({ operations: [{ section: 'stock', recordId: id, fields }] })
  return [
    ['writes', told(written)],
    ['deleted', told(await edit({ eliminado: 1 }))],
    ['edited though deleted', told(await edit({ name: 'Llave' }))],
    ['restored', told(await edit({ eliminado: 0 }))],
  ]
}

async function tellTools(admin: Client, { taxId, vatId, downTaxId }: KnownIds): Promise<Transcript> {
  const country = vatId.value.slice(0, 2)
  return [
    ['tax id with its name', told(await admin.validateTaxId(taxId))],
    ['tax id with another name', told(await admin.validateTaxId({ ...taxId, name: 'Núñez & Niño' }))],
    ['tax id of an agency that is down', told(await admin.validateTaxId({ value: downTaxId }))],
    ['VAT with its country', told(await admin.validateVatId(vatId))],
    ['VAT with its country apart', told(await admin.validateVatId({ value: vatId.value.slice(2), country }))],
  ]
}

async function tellRefusals(mock: MockAccess, admin: Client, contract: Contract): Promise<Transcript> {
  const { runReport, writeRecords } = contract.operations
  const sent = async (method: string, target: string, body?: unknown) => {
    const result: RawResult = await admin.raw.send({ method, target, ...(body === undefined ? {} : { body }) })
    return result.ok ? kindOf(runReport.decodeAnswer(result.exchange.answer)) : result.error
  }
  return [
    ['a wrong method', await sent('DELETE', runReport.path)],
    ['an unknown path', await sent('POST', '/api/nothing')],
    ['JSON that is none', await refusedText(mock, contract, writeRecords.path, '[{', 'application/json')],
    ['a form', await refusedText(mock, contract, writeRecords.path, 'a=b', 'application/x-www-form-urlencoded')],
  ]
}

function kindOf(decoded: DecodedAnswer<unknown>): unknown {
  return decoded.kind === 'refusal' ? toldRefusal(decoded.refusal) : decoded
}

async function refusedText(mock: MockAccess, contract: Contract, path: string, body: string, contentType: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${mock.key('lucia.ferrer')}`, 'content-type': contentType }
  const response = await fetch(mock.url + path, { method: 'POST', headers, body })
  const mediaType = response.headers.get('content-type')?.split(';')[0]
  const text = await response.text()
  const answer: WireAnswer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    mediaType,
    body: mediaType?.endsWith('json') === true ? JSON.parse(text) : text,
  }
  return kindOf(contract.operations.writeRecords.decodeAnswer(answer))
}

const events: [string, RecordChanged][] = [
  ['a creation', { kind: 'created', section: 'stock', recordId: 81 }],
  [
    'a modification',
    { kind: 'modified', section: 'sales', recordId: 7, changedFields: ['lines', 'sold_on'], occurredAt: '2026-11-20T00:00:00.000Z' },
  ],
  [
    'a deletion, with the record',
    { kind: 'modified', section: 'sales', recordId: 7, changedFields: ['eliminado'], record: { eliminado: 1, channel: 'online', lines: [{ item_id: 1, quantity: 2 }] } },
  ],
]

function tellNotifications({ notification }: Contract): Transcript {
  return events.map(([step, event]) => {
    const { headers, body } = notification.encode(event)
    const travelled: unknown = JSON.parse(JSON.stringify(body))
    const violations = notification.check(travelled, headers)
    return [`notification of ${step}`, violations.length > 0 ? violations : notification.decode(travelled, headers)]
  })
}
