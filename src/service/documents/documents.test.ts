import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isJsonObject } from '../../core/index.ts'
import type { DocumentAnswer, DocumentRequest, JsonObject, Outcome } from '../../core/index.ts'
import type { Principal, Store, StoredRecord } from '../../store/index.ts'
import { createSqliteStore } from '../../store/sqlite/index.ts'
import type { DocumentDefinition } from '../catalogue.ts'
import { loadCatalogue, sectionShapes } from '../fixtures/index.ts'
import { createDocuments } from './index.ts'
import { plain, readPdf } from './pdf-reader.ts'
import type { ReadPdf } from './pdf-reader.ts'

const catalogue = await loadCatalogue()
const sandbox = 'test'
const morning = Date.UTC(2026, 10, 1, 8)

interface World {
  store: Store
  generate(request: DocumentRequest, permissions?: string[]): Promise<Outcome<DocumentAnswer>>
  /** The JSON of a document; fails the test when there is none. */
  data(id: string, parameters?: JsonObject): Promise<JsonObject>
  html(id: string, parameters?: JsonObject): Promise<string>
  pdf(id: string, parameters?: JsonObject): Promise<ReadPdf>
  put(section: string, id: number, change: JsonObject, eliminado?: 0 | 1): Promise<void>
}

/** The built-in fixtures in a store of their own, with further documents where given. */
async function openWorld(...further: DocumentDefinition[]): Promise<World> {
  const store = createSqliteStore({ location: ':memory:', sections: sectionShapes(catalogue.sections) })
  await store.createSandbox(sandbox, catalogue.seed)
  const all = new Map([...catalogue.documents, ...further.map(added => [added.id, added] as const)])
  const documents = createDocuments({ store })

  function generate(
    request: DocumentRequest,
    permissions = ['document:*'],
  ): Promise<Outcome<DocumentAnswer>> {
    const user = {
      id: 1,
      login: 'ana',
      name: 'Ana',
      email: 'ana@empresa.example',
      disabled: false,
      permissions,
    }
    const caller: Principal = { sandbox, user }
    return documents.generate(caller, request, { documents: all, now: morning })
  }

  async function content<Format extends DocumentAnswer['format']>(
    format: Format,
    id: string,
    parameters: JsonObject,
  ) {
    const outcome = await generate({ id, format, parameters })
    if (!outcome.ok) throw new Error(outcome.problem.message)
    if (outcome.value.format !== format) throw new Error(`asked for ${format}, got ${outcome.value.format}`)
    return outcome.value.content
  }

  return {
    store,
    generate,
    async data(id, parameters = {}) {
      const data = await content('json', id, parameters)
      if (data instanceof Uint8Array || !isJsonObject(data)) throw new Error('no JSON object')
      return data
    },
    html: async (id, parameters = {}) => plain(String(await content('html', id, parameters))),
    async pdf(id, parameters = {}) {
      const bytes = await content('pdf', id, parameters)
      if (!(bytes instanceof Uint8Array)) throw new Error('no bytes')
      return readPdf(bytes)
    },
    put: (section, id, change, eliminado = 0) =>
      store.transaction(sandbox, async tx => {
        const before = await tx.record(section, id)
        const record: StoredRecord = before ?? {
          section,
          id,
          fields: {},
          eliminado: 0,
          createdAt: 0,
          updatedAt: 0,
        }
        await tx.putRecord({ ...record, fields: { ...record.fields, ...change }, eliminado })
      }),
  }
}

/** What a reader of the page sees, in one line. */
function visible(html: string): string {
  const body = html.replace(/<(style|title)>[^]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ')
  return unescaped(body).replace(/\s+/g, ' ').trim()
}

function unescaped(html: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', '#34': '"', '#39': "'" }
  return html.replace(/&(amp|lt|gt|#34|#39);/g, (_, sign: string) => signs[sign] ?? '')
}

function definition(parts: Partial<DocumentDefinition>): DocumentDefinition {
  return { id: 'trial', title: 'Trial', description: '', parameters: [], data: [], template: '', ...parts }
}

const mixed: JsonObject = {
  entity_id: 15,
  series: 'F',
  number: 'F-2026-0900',
  issued_on: '2026-03-02',
  due_on: '2026-04-01',
  status: 'issued',
  customer_reference: 'PED-7',
  notes: 'Primera línea.\nSegunda línea.',
  lines: [
    {
      item_id: 4,
      description: 'Taladro a medida',
      quantity: 2,
      unit_price: 1000,
      discount_percent: 10,
      tax_percent: 21,
      amount: 1800,
    },
    {
      description: 'Libro técnico',
      quantity: 1,
      unit_price: 20.5,
      discount_percent: 0,
      tax_percent: 4,
      amount: 20.5,
    },
  ],
  base: 1820.5,
  tax: 378.82,
  total: 2199.32,
}

test('an invoice combines its customer, lines, stock items and taxes', async () => {
  const world = await openWorld()
  await world.put('invoices', 900, mixed)
  const data = await world.data('invoice', { invoice_id: 900 })
  const customer = await world.store.record(sandbox, 'entities', 15)
  const item = await world.store.record(sandbox, 'stock', 4)
  expect(data).toMatchObject({
    document: {
      id: 'invoice',
      title: 'Factura',
      generated_at: '2026-11-01T08:00:00.000Z',
      parameters: { invoice_id: 900 },
    },
    invoice: { id: 900, number: 'F-2026-0900', base: 1820.5, tax: 378.82, total: 2199.32 },
    customer: { id: 15, name: customer?.fields['name'], tax_id: customer?.fields['tax_id'] },
    lines: [
      {
        position: 1,
        sku: item?.fields['sku'],
        item: item?.fields['name'],
        description: 'Taladro a medida',
        amount: 1800,
      },
      { position: 2, sku: null, item: null, description: 'Libro técnico', amount: 20.5 },
    ],
    taxes: [
      { tax_percent: 21, base: 1800, tax: 378 },
      { tax_percent: 4, base: 20.5, tax: 0.82 },
    ],
  })
  await world.store.close()
})

test('an invoice says the same as a page and on paper', async () => {
  const world = await openWorld()
  await world.put('invoices', 900, mixed)
  const customer = await world.store.record(sandbox, 'entities', 15)
  const item = await world.store.record(sandbox, 'stock', 4)
  const html = await world.html('invoice', { invoice_id: 900 })
  const pdf = await world.pdf('invoice', { invoice_id: 900 })
  for (const text of [visible(html), pdf.pages[0]?.text]) {
    for (const shown of [
      'Factura F-2026-0900',
      '02/03/2026',
      '01/04/2026',
      'PED-7',
      'Primera línea.',
      'Segunda línea.',
      'Taladro a medida',
      '1.000,00 €',
      '10 %',
      '1.800,00 €',
      'IVA 4 % de 20,50 €',
      '0,82 €',
      'Total 2.199,32 €',
      '1 de abril de 2026',
      String(customer?.fields['name']),
      String(customer?.fields['tax_id']),
      String(item?.fields['sku']),
    ])
      expect(text).toContain(shown)
  }
  expect(html).toContain('<title>Factura F-2026-0900</title>')
  expect(pdf).toMatchObject({ title: 'Factura F-2026-0900', createdAt: 'D:20261101080000Z' })
  expect(pdf.pages).toMatchObject([{ width: 595.28, height: 841.89 }])
  await world.store.close()
})

test('every invoice of the fixtures adds up and fits its total', async () => {
  const world = await openWorld()
  const invoices = catalogue.seed.records.filter(
    ({ section, eliminado }) => section === 'invoices' && eliminado === 0,
  )
  expect(invoices.length).toBeGreaterThan(100)
  for (const { id, fields } of invoices) {
    const data = await world.data('invoice', { invoice_id: id })
    const taxes = Array.isArray(data['taxes']) ? data['taxes'] : []
    const sum = (key: string): number => {
      const amounts = taxes.map(rate => (isJsonObject(rate) ? Number(rate[key]) : Number.NaN))
      return amounts.reduce((total, amount) => total + amount, 0)
    }
    expect(sum('tax')).toBeCloseTo(Number(fields['tax']), 6)
    expect(sum('base') + sum('tax')).toBeCloseTo(Number(fields['total']), 6)
  }
  await world.store.close()
})

test('an invoice outlives its customer', async () => {
  const world = await openWorld()
  await world.put('invoices', 900, mixed)
  await world.put('entities', 15, {}, 1)
  expect(await world.data('invoice', { invoice_id: 900 })).toMatchObject({ customer: { id: 15, name: null } })
  expect(visible(await world.html('invoice', { invoice_id: 900 }))).toContain('Cliente 15, dado de baja')
  await world.store.close()
})

test('a statement carries the balance of invoices and payments, and sums the sales', async () => {
  const world = await openWorld()
  await world.put('entities', 900, { name: 'Nadal, S.L.', country: 'ES', credit_limit: 100 })
  const invoice = { ...mixed, entity_id: 900, lines: [] }
  await world.put('invoices', 901, {
    ...invoice,
    number: 'F-1',
    issued_on: '2026-01-10',
    total: 100,
    status: 'paid',
    paid_on: '2026-02-05',
  })
  await world.put('invoices', 902, {
    ...invoice,
    number: 'F-2',
    issued_on: '2026-02-01',
    total: 50.25,
    status: 'paid',
    paid_on: '2026-03-01',
  })
  await world.put('invoices', 903, {
    ...invoice,
    number: 'F-3',
    issued_on: '2026-03-01',
    total: 200.5,
    status: 'issued',
  })
  await world.put('invoices', 904, {
    ...invoice,
    number: 'F-4',
    issued_on: '2026-03-02',
    total: 999,
    status: 'cancelled',
  })
  await world.put('invoices', 905, {
    ...invoice,
    number: 'F-5',
    issued_on: '2026-03-02',
    total: 999,
    status: 'draft',
  })
  await world.put(
    'invoices',
    906,
    { ...invoice, number: 'F-6', issued_on: '2026-03-02', total: 999, status: 'issued' },
    1,
  )
  const line = { item_id: 4, quantity: 3, unit_price: 1, amount: 3 }
  await world.put('sales', 901, {
    entity_id: 900,
    sold_on: '2026-02-03',
    channel: 'shop',
    payment_method: 'cash',
    total: 10.1,
    lines: [line, line],
  })
  await world.put('sales', 902, {
    entity_id: 900,
    sold_on: '2026-02-28',
    channel: 'online',
    payment_method: 'card',
    total: 20.2,
    lines: [line],
  })

  const period = { entity_id: 900, since: '2026-02-01', until: '2026-03-31' }
  const data = await world.data('customer-statement', period)
  expect(data).toMatchObject({
    customer: { id: 900, name: 'Nadal, S.L.' },
    summary: { opening_balance: 100, invoiced: 250.75, paid: 150.25, closing_balance: 200.5 },
    movements: [
      { happened_on: '2026-02-01', kind: 'invoice', number: 'F-2', debit: 50.25, balance: 150.25 },
      { happened_on: '2026-02-05', kind: 'payment', number: 'F-1', credit: 100, balance: 50.25 },
      { happened_on: '2026-03-01', kind: 'invoice', number: 'F-3', debit: 200.5, balance: 250.75 },
      { happened_on: '2026-03-01', kind: 'payment', number: 'F-2', credit: 50.25, balance: 200.5 },
    ],
    sales: [
      { id: 901, sold_on: '2026-02-03', pieces: 6, total: 10.1, running_total: 10.1 },
      { id: 902, sold_on: '2026-02-28', pieces: 3, total: 20.2, running_total: 30.3 },
    ],
  })
  const everything = await world.data('customer-statement', { entity_id: 900 })
  expect(everything).toMatchObject({
    summary: { opening_balance: 0, invoiced: 350.75, paid: 150.25, closing_balance: 200.5 },
  })

  const html = visible(await world.html('customer-statement', period))
  const pdf = await world.pdf('customer-statement', period)
  for (const text of [html, pdf.pages.map(page => page.text).join(' ')]) {
    for (const shown of [
      'Nadal, S.L.',
      'Desde el 01/02/2026',
      'Hasta el 31/03/2026',
      'Saldo anterior 100,00 €',
      'Factura F-2',
      'Pago de F-1',
      '250,75 €',
      'Saldo pendiente',
      '200,50 €',
      'supera el límite',
      'Mostrador',
      'Efectivo',
      '30,30 €',
      '1 de noviembre de 2026',
    ])
      expect(text).toContain(shown)
    expect(text).not.toMatch(/F-[456]/)
  }
  await world.store.close()
})

test('the stock list values what lies in the warehouse beside what was sold lately', async () => {
  const world = await openWorld()
  const item = {
    name: 'Zócalo',
    category: 'Maderas',
    location: 'H-99-1',
    quantity: 3,
    reorder_level: 5,
    unit_cost: 2.5,
    unit_price: 4,
  }
  await world.put('stock', 901, { ...item, sku: 'MA-1' })
  await world.put('stock', 902, {
    ...item,
    sku: 'MA-2',
    name: 'Ábaco',
    location: 'H-98-1',
    quantity: 1000,
    unit_cost: 1.25,
  })
  await world.put('stock', 903, { ...item, sku: 'MA-3', location: 'H-99-2' }, 1)
  const line = { item_id: 901, quantity: 4, unit_price: 4, amount: 16 }
  await world.put('sales', 901, { sold_on: '2026-10-30', total: 16, lines: [line] })
  await world.put('sales', 902, { sold_on: '2025-12-31', total: 16, lines: [line] })

  const data = await world.data('stock-list', { category: 'Maderas' })
  expect(data).toMatchObject({
    period: { sold_since: '2026-01-01' },
    summary: { items: 2, pieces: 1003, value: 1257.5, to_order: 1 },
    categories: [{ category: 'Maderas', items: 2, pieces: 1003, value: 1257.5 }],
    items: [
      { sku: 'MA-1', quantity: 3, value: 7.5, sold: 4, to_order: 1 },
      { sku: 'MA-2', quantity: 1000, value: 1250, sold: 0, to_order: 0 },
    ],
  })
  expect(await world.data('stock-list', { location: 'H-99', sold_since: '2025-01-01' })).toMatchObject({
    items: [{ sku: 'MA-1', sold: 8 }],
  })
  const html = visible(await world.html('stock-list', { category: 'Maderas' }))
  const pdf = await world.pdf('stock-list', { category: 'Maderas' })
  for (const text of [html, pdf.pages[0]?.text]) {
    for (const shown of [
      'Categoría Maderas',
      'Maderas 1.003',
      '1.257,50 €',
      'MA-1 Zócalo H-99-1 4 3 2,50 € 7,50 €',
      '1.250,00 €',
    ]) {
      expect(text).toContain(shown)
    }
  }
  await world.store.close()
})

test('the whole stock list goes over several pages, none of its items is lost', async () => {
  const world = await openWorld()
  const pdf = await world.pdf('stock-list')
  expect(pdf.pages.length).toBeGreaterThan(2)
  const text = pdf.pages.map(page => page.text).join(' ')
  const items = catalogue.seed.records.filter(
    ({ section, eliminado }) => section === 'stock' && eliminado === 0,
  )
  for (const { fields } of items) expect(text).toContain(`${fields['sku']} `)
  expect(pdf.pages.map(page => page.text.match(/Página \d+ de \d+$/)?.[0])).toEqual(
    pdf.pages.map((_, index) => `Página ${index + 1} de ${pdf.pages.length}`),
  )
  expect(pdf.pages.slice(1).every(page => page.text.startsWith('Código Artículo'))).toBe(true)
  await world.store.close()
})

test('a selection without items is a document all the same', async () => {
  const world = await openWorld()
  expect(visible(await world.html('stock-list', { category: 'Nada' }))).toContain('No hay artículos')
  await world.store.close()
})

test('what records hold is text, never HTML', async () => {
  const world = await openWorld()
  const hostile = `<script>alert(1)</script><img src=x onerror="alert(1)">'"&{{ 1 }}`
  await world.put('entities', 15, { name: hostile, city: hostile })
  await world.put('invoices', 900, { ...mixed, number: hostile, notes: hostile, customer_reference: hostile })
  const html = await world.html('invoice', { invoice_id: 900 })
  expect(html).not.toMatch(/<(script|img)/)
  expect(html.match(/<\/style>/g)).toHaveLength(2)
  expect(visible(html)).toContain(`Cliente ${hostile}`)
  const pdf = await world.pdf('invoice', { invoice_id: 900 })
  expect(pdf.pages[0]?.text).toContain('<script>alert(1)</script>')
  await world.store.close()
})

test('the page stands by itself: it asks for nothing from elsewhere and may run nothing', async () => {
  const world = await openWorld()
  for (const [id, parameters] of [
    ['invoice', { invoice_id: 1 }],
    ['customer-statement', { entity_id: 15 }],
    ['stock-list', {}],
  ] as const) {
    const html = await world.html(id, parameters)
    expect(html).toMatch(/^<!doctype html>\n<html lang="es">\n<meta charset="utf-8">/)
    expect(html).not.toMatch(/<(script|link|img|iframe|object)\b|\burl\(|@import|https?:/)
    expect(html).toContain(`default-src 'none'`)
  }
  await world.store.close()
})

test('HTML is the format of who asks for none', async () => {
  const world = await openWorld()
  expect(await world.generate({ id: 'stock-list' })).toMatchObject({ ok: true, value: { format: 'html' } })
  await world.store.close()
})

test('the same request at the same time gives the same bytes', async () => {
  const world = await openWorld()
  const request: DocumentRequest = { id: 'invoice', format: 'pdf', parameters: { invoice_id: 1 } }
  expect(await world.generate(request)).toEqual(await world.generate(request))
  await world.store.close()
})

test('a document that is not there is told with the nearest that is', async () => {
  const world = await openWorld()
  expect(await world.generate({ id: 'Invoices' })).toEqual({
    ok: false,
    problem: { kind: 'notFound', message: 'there is no document "Invoices"; the nearest is "invoice"' },
  })
  await world.store.close()
})

test('a document asks for its permission', async () => {
  const world = await openWorld()
  const request = { id: 'stock-list' }
  expect(await world.generate(request, ['document:stock-list'])).toMatchObject({ ok: true })
  expect(await world.generate(request, ['document:invoice', 'section:*:read', 'report:*'])).toEqual({
    ok: false,
    problem: { kind: 'forbidden', message: 'ana may not generate the document "stock-list"' },
  })
  await world.store.close()
})

test('wrong parameters are refused with their places', async () => {
  const world = await openWorld()
  expect(await world.generate({ id: 'invoice', parameters: { invoice: 1, invoice_id: '1' } })).toMatchObject({
    problem: {
      kind: 'invalid',
      violations: [{ pointer: '/parameters/invoice_id' }, { pointer: '/parameters/invoice' }],
    },
  })
  await world.store.close()
})

test('a record that does not exist, or is deleted, makes no document', async () => {
  const world = await openWorld()
  const missing = (parameter: string, id: number) => ({
    ok: false,
    problem: {
      kind: 'notFound',
      message: expect.stringContaining(`for ${parameter} ${id}; it does not exist or is deleted`),
    },
  })
  expect(await world.generate({ id: 'invoice', parameters: { invoice_id: 99_999 } })).toEqual(
    missing('invoice_id', 99_999),
  )
  await world.put('invoices', 1, {}, 1)
  expect(await world.generate({ id: 'invoice', format: 'pdf', parameters: { invoice_id: 1 } })).toEqual(
    missing('invoice_id', 1),
  )
  await world.put('entities', 15, {}, 1)
  expect(await world.generate({ id: 'customer-statement', parameters: { entity_id: 15 } })).toEqual(
    missing('entity_id', 15),
  )
  await world.store.close()
})

test('a sandbox sees its own records only', async () => {
  const world = await openWorld()
  await world.store.createSandbox('other', { ...catalogue.seed, records: [], users: [], files: [] })
  const documents = createDocuments({ store: world.store })
  const user = { id: 1, login: 'ana', name: '', email: '', disabled: false, permissions: ['document:*'] }
  const request: DocumentRequest = { id: 'invoice', parameters: { invoice_id: 1 } }
  const view = { documents: catalogue.documents, now: morning }
  expect(await documents.generate({ sandbox: 'other', user }, request, view)).toMatchObject({
    problem: { kind: 'notFound' },
  })
  await world.store.close()
})

test.each([
  ['one\ntwo {{ nope }}', 'document "trial": its template fails in line 2: undefined variable: nope'],
  [
    '{% include "../package.json" %}',
    'document "trial": its template fails in line 1: tag "include" not found',
  ],
  [
    '{% for i in (1..99999999) %}{% endfor %}',
    'document "trial": its template fails in line 1: memory alloc limit exceeded',
  ],
])("the template %j is the definition's fault, told with its line", async (template, message) => {
  const world = await openWorld(definition({ template }))
  expect(await world.generate({ id: 'trial' })).toEqual({ ok: false, problem: { kind: 'internal', message } })
  await world.store.close()
})

test("SQL that the store refuses is the definition's fault, told with the data's name", async () => {
  const data = [{ name: 'things', sql: 'select nope from invoices', single: false }]
  const world = await openWorld(definition({ data }))
  expect(await world.generate({ id: 'trial', format: 'json' })).toMatchObject({
    problem: {
      kind: 'internal',
      message: expect.stringMatching(/^document "trial": the SQL of its data "things" was refused: .*nope/),
    },
  })
  await world.store.close()
})

test('more rows than a document takes are refused, not cut off', async () => {
  const data = [
    {
      name: 'pairs',
      sql: 'select a.id as one, b.id as other from sales a cross join sales b',
      single: false,
    },
  ]
  const world = await openWorld(definition({ data }))
  expect(await world.generate({ id: 'trial', format: 'json' })).toMatchObject({
    problem: { kind: 'invalid', message: 'document "trial": "pairs" has more than 5000 rows' },
  })
  await world.store.close()
})

test('a page too large for a PDF is refused as such, and is HTML nonetheless', async () => {
  const world = await openWorld(
    definition({ template: '{% for i in (1..21000) %}<p>{{ i }}</p>{% endfor %}' }),
  )
  expect(await world.generate({ id: 'trial', format: 'html' })).toMatchObject({ ok: true })
  expect(await world.generate({ id: 'trial', format: 'pdf' })).toMatchObject({
    problem: { kind: 'invalid', violations: [{ pointer: '/format' }] },
  })
  await world.store.close()
})

test('a template may give a page of its own, and without a title has that of its definition', async () => {
  const own = '<!doctype html><title>Own</title><p>page</p>'
  const world = await openWorld(
    definition({ template: own }),
    definition({ id: 'plain', title: 'A & B', template: '<p>x</p>' }),
  )
  expect(await world.html('trial')).toBe(`${own}\n`)
  expect(await world.html('plain')).toContain('<title>A &amp; B</title>\n<p>x</p>')
  expect(await world.pdf('plain')).toMatchObject({ title: 'A & B' })
  await world.store.close()
})

test('templates are plain text beside their definitions', async () => {
  const folder = new URL('../../../fixtures/documents/', import.meta.url)
  for (const id of ['invoice', 'customer-statement', 'stock-list']) {
    expect(catalogue.documents.get(id)?.template).toBe(
      await readFile(new URL(`${id}.liquid`, folder), 'utf8'),
    )
  }
})
