import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fields } from '../../core/index.ts'
import { createWorld, invoiceWith, lineOf, start } from './test-world.ts'

test('a created record gets the next id, its defaults at any depth, and its time', async () => {
  await using world = await createWorld()
  const fields = { name: 'Ferrer', address: { street: 'Carrer Major, 1' } }
  expect(await world.create('entities', fields))
    .toEqual({ section: 'entities', recordId: 2, outcome: 'created' })
  expect(await world.record('entities', 2)).toEqual({
    section: 'entities',
    id: 2,
    fields: {
      name: 'Ferrer',
      country: 'ES',
      active: true,
      address: { street: 'Carrer Major, 1', country: 'ES' },
    },
    eliminado: 0,
    createdAt: start,
    updatedAt: start,
  })
  expect(fields).toEqual({ name: 'Ferrer', address: { street: 'Carrer Major, 1' } })
})

test('an edit changes what it names and nothing else', async () => {
  await using world = await createWorld()
  world.wait(5)
  expect(await world.edit('entities', 1, { country: 'FR' }))
    .toEqual({ section: 'entities', recordId: 1, outcome: 'edited' })
  expect(await world.record('entities', 1)).toMatchObject({
    fields: { name: 'Nadal', country: 'FR', active: true },
    createdAt: start - 1,
    updatedAt: start + 5,
  })
})

test('an edit replaces lists and objects whole', async () => {
  await using world = await createWorld()
  await world.edit('entities', 1, { tags: ['good', 'late'], address: { street: 'One' } })
  await world.edit('entities', 1, { tags: ['late'], address: { country: 'PT' } })
  expect((await world.record('entities', 1))?.fields)
    .toEqual({ name: 'Nadal', country: 'ES', active: true, tags: ['late'], address: { country: 'PT' } })
})

test('an edit that changes nothing leaves the time of the last change', async () => {
  await using world = await createWorld()
  world.wait(5)
  expect(await world.edit('entities', 1, { name: 'Nadal' })).toMatchObject({ outcome: 'edited' })
  expect(await world.edit('entities', 1, {})).toMatchObject({ outcome: 'edited' })
  expect(await world.record('entities', 1)).toMatchObject({ updatedAt: start - 1 })
})

test('null removes an optional field, and is a value where the schema has it', async () => {
  await using world = await createWorld()
  await world.edit('entities', 1, { born_on: '1986-06-03', nickname: 'Rafa' })
  await world.edit('entities', 1, { born_on: null, nickname: null })
  expect((await world.record('entities', 1))?.fields)
    .toEqual({ name: 'Nadal', country: 'ES', active: true, nickname: null })
  await world.edit('entities', 1, { country: null })
  expect((await world.record('entities', 1))?.fields).toEqual({ name: 'Nadal', active: true, nickname: null })
  expect(await world.edit('entities', 1, { name: null })).toMatchObject({ error: { code: 'missingField' } })
})

test('a record id may be written as digits', async () => {
  await using world = await createWorld()
  expect(await world.edit('entities', '1', { country: 'FR' })).toMatchObject({ recordId: 1, outcome: 'edited' })
})

test('eliminado 1 deletes a record and keeps its fields', async () => {
  await using world = await createWorld()
  world.wait(5)
  expect(await world.edit('entities', 1, { eliminado: 1 }))
    .toEqual({ section: 'entities', recordId: 1, outcome: 'deleted' })
  expect(await world.record('entities', 1))
    .toMatchObject({ eliminado: 1, fields: { name: 'Nadal' }, updatedAt: start + 5 })
})

test('deleting again succeeds and changes nothing', async () => {
  await using world = await createWorld()
  await world.edit('entities', 1, { eliminado: 1 })
  world.wait(5)
  expect(await world.edit('entities', 1, { eliminado: 1 })).toMatchObject({ outcome: 'deleted' })
  expect(await world.record('entities', 1)).toMatchObject({ eliminado: 1, updatedAt: start })
})

test('a deleted record can be restored, edited in the same breath, and not edited otherwise', async () => {
  await using world = await createWorld()
  await world.edit('entities', 1, { eliminado: 1 })
  for (const fields of [{ country: 'FR' }, {}, { country: 'FR', eliminado: 1 }]) {
    expect(await world.edit('entities', 1, fields)).toMatchObject({
      outcome: 'failed',
      error: { code: 'recordDeleted', message: expect.stringContaining('eliminado to 0') },
    })
  }
  expect(await world.edit('entities', 1, { eliminado: 0, country: 'FR' }))
    .toEqual({ section: 'entities', recordId: 1, outcome: 'restored' })
  expect(await world.record('entities', 1)).toMatchObject({ eliminado: 0, fields: { country: 'FR' } })
})

test('operations are done in order, each sees the ones before, and one that fails stops none', async () => {
  await using world = await createWorld()
  const results = await world.batch([
    { section: 'entities', fields: { name: 'Ferrer' } },
    { section: 'entities', fields: { nme: 'Wrong' } },
    { section: 'entities', recordId: 2, fields: { country: 'FR' } },
    { section: 'entities', recordId: 2, fields: { eliminado: 1 } },
    { section: 'entities', recordId: 2, fields: { country: 'PT' } },
    { section: 'entities', fields: { name: 'Last' } },
  ])
  expect(results.map(({ recordId, outcome }) => [recordId, outcome])).toEqual([
    [2, 'created'],
    [undefined, 'failed'],
    [2, 'edited'],
    [2, 'deleted'],
    [2, 'failed'],
    [3, 'created'],
  ])
  expect(await world.record('entities', 2)).toMatchObject({ eliminado: 1, fields: { country: 'FR' } })
})

test('the permission to write is looked at for each operation', async () => {
  await using world = await createWorld()
  const operations = [
    { section: 'entities', fields: { name: 'Ferrer' } },
    { section: 'stock', fields: { name: 'Nail' } },
  ]
  expect(await world.batch(operations, ['section:*:read', 'section:stock:write'])).toMatchObject([
    {
      outcome: 'failed',
      error: { code: 'forbidden', message: expect.stringContaining('section:entities:write') },
    },
    { outcome: 'created' },
  ])
  expect(await world.record('entities', 2)).toBeUndefined()
})

test.each<[string, string, Fields, string, string, string]>([
  [
    'a field that does not exist', 'entities', { name: 'A', coutry: 'FR' },
    'unknownField', '/fields/coutry', 'country',
  ],
  [
    'a required field that is missing', 'entities', { country: 'FR' },
    'missingField', '/fields/name', 'name',
  ],
  [
    'a wrong type', 'entities', { name: 7 },
    'invalidField', '/fields/name', 'a text',
  ],
  [
    'an empty text', 'entities', { name: '' },
    'invalidField', '/fields/name', 'at least 1',
  ],
  [
    'a broken pattern', 'entities', { name: 'A', country: 'es' },
    'invalidField', '/fields/country', '[A-Z]{2}',
  ],
  [
    'a day that is none', 'entities', { name: 'A', born_on: '2026-02-30' },
    'invalidField', '/fields/born_on', 'date',
  ],
  [
    'no list', 'entities', { name: 'A', tags: 'good' },
    'invalidField', '/fields/tags', 'a list',
  ],
  [
    'a value not listed', 'entities', { name: 'A', tags: ['bad'] },
    'invalidField', '/fields/tags/0', '"good", "late"',
  ],
  [
    'too many items', 'entities', { name: 'A', tags: ['good', 'good', 'good', 'late'] },
    'invalidField', '/fields/tags', 'at most 3',
  ],
  [
    'an inner field that does not exist', 'entities', { name: 'A', address: { stret: '' } },
    'unknownField', '/fields/address/stret', 'street',
  ],
  [
    'no tax id', 'entities', { name: 'A', tax_id: 'B12' },
    'invalidField', '/fields/tax_id', 'NIF',
  ],
  [
    'a wrong check digit', 'entities', { name: 'A', tax_id: 'B58378432' },
    'invalidCheckDigit', '/fields/tax_id', 'mistake',
  ],
  [
    'a VAT number from elsewhere', 'entities', { name: 'A', vat_id: 'GB980780684' },
    'invalidField', '/fields/vat_id', 'EU',
  ],
  [
    'a wrong VAT check digit', 'entities', { name: 'A', vat_id: 'DE136695977' },
    'invalidCheckDigit', '/fields/vat_id', 'mistake',
  ],
  [
    'a birth as deleted', 'entities', { name: 'A', eliminado: 1 },
    'invalidField', '/fields/eliminado', 'new record',
  ],
  [
    'no state', 'entities', { name: 'A', eliminado: '1' },
    'invalidField', '/fields/eliminado', '0 to restore',
  ],
  [
    'a customer who does not exist', 'invoices', invoiceWith({ entity_id: 9 }),
    'unknownReference', '/fields/entity_id', 'record 9 of entities',
  ],
  [
    'an item that does not exist', 'sales', { lines: [lineOf(1), lineOf(7)] },
    'unknownReference', '/fields/lines/1/item_id', 'record 7 of stock',
  ],
  [
    'a quantity of nothing', 'sales', { lines: [lineOf(1, 0)] },
    'invalidField', '/fields/lines/0/quantity', 'more than 0',
  ],
  [
    'a line without price', 'sales', { lines: [{ quantity: 1 }] },
    'missingField', '/fields/lines/0/unit_price', 'required',
  ],
  [
    'a computed field', 'invoices', invoiceWith({ total: 5 }),
    'readOnlyField', '/fields/total', 'computed',
  ],
  [
    'no date to number by', 'invoices', { entity_id: 1, lines: [lineOf(1)] },
    'missingField', '/fields/issued_on', 'add it',
  ],
  [
    'a date that is none', 'invoices', invoiceWith({ issued_on: 7 }),
    'invalidField', '/fields/issued_on', 'a text',
  ],
  [
    'a number of its own', 'invoices', invoiceWith({ number: 'F-2026-0001' }),
    'readOnlyField', '/fields/number', 'computed',
  ],
  [
    'a computed field of a line', 'sales', { lines: [{ ...lineOf(1), amount: 1 }] },
    'readOnlyField', '/fields/lines/0/amount', 'computed',
  ],
])('%s is refused and said', async (_, section, fields, code, pointer, hint) => {
  await using world = await createWorld()
  const result = await world.create(section, fields)
  expect(result).toEqual({
    section,
    outcome: 'failed',
    error: {
      code,
      message: expect.stringContaining(hint),
      details: [expect.objectContaining({ pointer, message: result.error?.message })],
    },
  })
  expect(result.error?.message).toMatch(/^The field .*\.$/)
})

test('names that JavaScript knows are fields like any other: unknown', async () => {
  await using world = await createWorld()
  const hostile: Fields[] = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    .map((name) => JSON.parse(`{ "name": "A", "${name}": { "polluted": 1 } }`))
  hostile.push(JSON.parse('{ "name": "A", "address": { "__proto__": { "polluted": 1 } } }'))
  for (const fields of hostile) {
    expect(await world.create('entities', fields)).toMatchObject({ error: { code: 'unknownField' } })
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(await world.record('entities', 2)).toBeUndefined()
})

test('the code is that of the gravest violation, wherever it stands', async () => {
  await using world = await createWorld()
  const { error } = await world.create('entities', { name: '', address: { stret: 'One' } })
  expect(error).toMatchObject({
    code: 'unknownField',
    details: [{ pointer: '/fields/name' }, { pointer: '/fields/address/stret' }],
  })
})

test('of alternatives that all fail, each is told', async () => {
  await using world = await createWorld()
  const { error } = await world.create('entities', { name: 'A', rating: 'some' })
  expect(error?.details?.map(({ expected }) => expected)).toEqual(['a whole number', 'one of "none"'])
})

test('several violations are told at once, under the gravest code', async () => {
  await using world = await createWorld()
  const { error } = await world.create('entities', { nme: 'A', country: 'es', tax_id: 'B58378432' })
  expect(error).toMatchObject({ code: 'unknownField', message: expect.stringContaining('further violations') })
  expect(error?.details?.map(({ pointer }) => pointer).sort())
    .toEqual(['/fields/country', '/fields/name', '/fields/nme', '/fields/tax_id'])
})

test('any number of violations gives an answer of readable size', async () => {
  await using world = await createWorld()
  const names = Array.from({ length: 20_000 }, (_, index) => `${index}${'x'.repeat(300)}`)
  const fields = Object.fromEntries(names.map((name) => [name, 1]))
  for (const given of [fields, { name: 'A', address: fields }]) {
    const { error } = await world.create('entities', given)
    expect(error?.code).toBe('unknownField')
    expect(JSON.stringify(error).length).toBeLessThan(60_000)
  }
})

test('an unknown section is refused and the nearest one named', async () => {
  await using world = await createWorld()
  expect(await world.create('invoice', {})).toEqual({
    section: 'invoice',
    outcome: 'failed',
    error: { code: 'unknownSection', message: expect.stringContaining('did you mean invoices?') },
  })
  expect(await world.create('__proto__', {})).toMatchObject({ error: { code: 'unknownSection' } })
})

const nobody = [2, 0, -1, 1.5, 1e21, '', '01', '1 ', 'one', '9'.repeat(400)]

test.each(nobody)('there is no record %j', async (recordId) => {
  await using world = await createWorld()
  const result = await world.edit('entities', recordId, { name: 'A' })
  expect(result).toMatchObject({ recordId, outcome: 'failed', error: { code: 'unknownRecord' } })
  expect(result.error?.message.length).toBeLessThan(200)
})

test('a deleted record cannot be referred to, and who refers to it already may be edited', async () => {
  await using world = await createWorld()
  await world.create('invoices', invoiceWith())
  await world.edit('entities', 1, { eliminado: 1 })
  await world.edit('stock', 1, { eliminado: 1 })
  expect(await world.create('invoices', invoiceWith())).toMatchObject({
    error: { code: 'unknownReference', message: expect.stringContaining('is deleted; restore it') },
  })
  expect(await world.edit('invoices', 1, { ...invoiceWith(), notes: 'Paid' })).toMatchObject({ outcome: 'edited' })
  expect(await world.edit('invoices', 1, { lines: [lineOf(1), lineOf(2)] })).toMatchObject({ outcome: 'edited' })
})

test('a computed field may be sent back as it was read, or as it comes out', async () => {
  await using world = await createWorld()
  await world.create('invoices', invoiceWith())
  const read = (await world.record('invoices', 1))?.fields ?? {}
  const whole = { ...read, notes: 'Sent back whole' }
  expect(await world.edit('invoices', 1, whole)).toMatchObject({ outcome: 'edited' })
  const longer = { ...whole, lines: [{ ...lineOf(1, 3), amount: 10 }] }
  expect(await world.edit('invoices', 1, longer)).toMatchObject({ outcome: 'edited' })
  expect((await world.record('invoices', 1))?.fields).toMatchObject({ lines: [{ amount: 30 }], total: 36.3 })
  expect(await world.create('invoices', { ...invoiceWith(), total: 12.1 })).toMatchObject({ outcome: 'created' })
  const set = [{ total: 12.2 }, { number: 'F-2026-0009' }, { lines: [{ ...lineOf(1), amount: '10' }] }]
  for (const fields of set) {
    expect(await world.edit('invoices', 1, fields))
      .toMatchObject({ error: { code: 'readOnlyField', details: [{ pointer: expect.any(String) }] } })
  }
})

test('whatever the fields are, there is a result, and a failure names its cause', async () => {
  await using world = await createWorld()
  const name = fc.oneof(
    fc.constantFrom('name', 'lines', 'gifts', 'entity_id', 'issued_on', 'series', 'total', 'address', 'tags', 'rating'),
    fc.constantFrom('eliminado', '__proto__', 'tax_id', 'vat_id', 'quantity'),
    fc.string(),
  )
  const line = fc.dictionary(fc.constantFrom('item_id', 'quantity', 'unit_price', 'amount'), fc.jsonValue())
  const value = fc.oneof(fc.jsonValue(), fc.array(line), fc.constantFrom(0, 1, 1e308, -1e308, '2026-03-02', 'F', null))
  const operation = fc.record({
    section: fc.constantFrom('entities', 'invoices', 'sales', 'stock'),
    // Through text, as a request comes: so `__proto__` is a name like any other.
    fields: fc.dictionary(name, value).map((fields): Fields => JSON.parse(JSON.stringify(fields))),
    recordId: fc.oneof(fc.integer(), fc.string()),
  }, { requiredKeys: ['section', 'fields'] })
  await fc.assert(fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 5 }), async (operations) => {
    const results = await world.batch(operations)
    expect(results).toHaveLength(operations.length)
    for (const { outcome, error } of results) {
      expect(error === undefined).toBe(outcome !== 'failed')
      for (const { pointer } of error?.details ?? []) expect(pointer).toMatch(/^\/fields/)
    }
  }), { numRuns: 150 })
})
