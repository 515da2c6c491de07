import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { startMock } from '../mock/index.ts'
import type { Mock } from '../mock/index.ts'
import { createClient } from './index.ts'
import type { Client, Result } from './index.ts'

const contract = await loadContract()
let mock: Mock
let client: Client

beforeEach(async () => {
  mock = await startMock()
  client = createClient({ baseUrl: mock.url, key: keyOf('lucia.ferrer'), contract })
})
afterEach(() => mock.close())

function keyOf(login: string): string {
  const found = mock.keys.find((key) => key.login === login)
  if (found === undefined) throw new Error(`${login} has no key`)
  return found.key
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const refused = (refusal: object) => ({ ok: false, error: { kind: 'refused', refusal } })

async function customers(): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const row of client.reportRows({ id: 'customers', pageSize: 7, safeColumnNames: true })) {
    if (!row.ok) throw new Error(row.error.message)
    found.push(row.value.id)
  }
  return found
}

test('the service and the user are there', async () => {
  expect(valueOf(await client.ping()).greeting).not.toBe('')
  expect(valueOf(await client.whoami())).toMatchObject({ login: 'lucia.ferrer' })
})

test('a record that is created is in the report until it is deleted', async () => {
  const before = await customers()
  const created = valueOf(await client.createRecord('entities', { name: 'Ultramarinos Nadal' }))
  expect(created).toMatchObject({ section: 'entities', outcome: 'created' })
  const { recordId } = created
  if (recordId === undefined) throw new Error('the new record has no id')
  expect(await customers()).toEqual([...before, recordId])
  expect(valueOf(await client.editRecord('entities', recordId, { city: 'Alzira' })).outcome).toBe('edited')
  expect(valueOf(await client.deleteRecord('entities', recordId)).outcome).toBe('deleted')
  expect(await customers()).toEqual(before)
})

test('the pages of a report joined are all of its rows', async () => {
  const first = valueOf(await client.runReport({ id: 'customers', pageSize: 7 }))
  const ids = await customers()
  expect(ids).toHaveLength(first.totalRows ?? Number.NaN)
  expect(ids.length).toBeGreaterThan(first.rows.length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a document comes in each format', async () => {
  const { rows } = valueOf(await client.runReport({ id: 'invoices-with-customer', pageSize: 1, safeColumnNames: true }))
  const parameters = { invoice_id: rows[0]?.invoice_id ?? null }
  const { content: html } = valueOf(await client.generateDocument({ id: 'invoice', format: 'html', parameters }))
  const { content: json } = valueOf(await client.generateDocument({ id: 'invoice', format: 'json', parameters }))
  const { content: pdf } = valueOf(await client.generateDocument({ id: 'invoice', format: 'pdf', parameters }))
  expect(html).toMatch(/^<!doctype html>/i)
  expect(json).toHaveProperty('lines')
  expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe('%PDF-')
})

test('the tools give a verdict', async () => {
  expect(valueOf(await client.validateTaxId({ value: '12345678A' }))).toMatchObject({ valid: false, reason: 'checkDigit' })
  expect(valueOf(await client.validateVatId({ value: 'US123456789' }))).toMatchObject({ valid: false, reason: 'notEu' })
})

test('refusals are values', async () => {
  const stranger = createClient({ baseUrl: mock.url, key: 'nobody-has-this-key', contract })
  expect(await stranger.whoami()).toMatchObject(refused({ code: 'unauthenticated', status: 401 }))
  const reader = createClient({ baseUrl: mock.url, key: keyOf('panel.ventas'), contract })
  expect(await reader.runReport({ id: 'customers' })).toMatchObject(refused({ code: 'forbidden' }))
  expect(await client.runReport({ id: 'no-such-report' })).toMatchObject(refused({ code: 'notFound' }))
  const details = [{ pointer: '/page' }]
  expect(await client.runReport({ id: 'customers', page: 0 })).toMatchObject(refused({ code: 'invalid', details }))
})
