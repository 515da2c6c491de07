import { expect, test } from 'vitest'
import { isJsonObject } from '../../../core/index.ts'
import type { Fields, JsonObject, JsonValue } from '../../../core/index.ts'
import { loadCatalogue } from '../../../service/index.ts'
import { describeShape } from '../../../service/sections/field-shape.ts'
import { createRecordValidators } from '../../../service/sections/record-validator.ts'
import { createChance } from './chance.ts'
import { createSimulatedRecords } from './simulated-records.ts'

const catalogue = await loadCatalogue()
const validatorFor = createRecordValidators()

function section(id: string, from = catalogue) {
  const found = from.sections.get(id)
  if (found === undefined) throw new Error(`there is no section ${id}`)
  return found
}

async function records(id: string, count: number, seed = 1, from = catalogue): Promise<Fields[]> {
  const make = await createSimulatedRecords({ catalogue: from, section: section(id, from), chance: createChance(seed), seed })
  return Array.from({ length: count }, make)
}

const lines = (fields: Fields): JsonObject[] => (Array.isArray(fields.lines) ? fields.lines.filter(isJsonObject) : [])
const cents = (value: JsonValue | undefined): number => Math.round(Number(value) * 100)

test.each([...catalogue.sections.keys()])('what is made up is allowed by the section %s', async (id) => {
  const { schema } = section(id)
  const validate = validatorFor(schema, describeShape(schema))
  for (const fields of await records(id, 200)) expect(validate(fields)).toEqual([])
})

test.each(['invoices', 'sales'])('%s add up, and refer to records that there are', async (id) => {
  const known = new Set(catalogue.seed.records.map((record) => `${record.section}/${record.id}`))
  for (const fields of await records(id, 100)) {
    const sum = lines(fields).reduce((total, { amount }) => total + cents(amount), 0)
    expect(cents(fields.base)).toBe(sum)
    expect(cents(fields.total)).toBe(cents(fields.base) + cents(fields.tax))
    expect(lines(fields).length).toBeGreaterThan(0)
    expect(lines(fields).length).toBeLessThanOrEqual(3)
    if (fields.entity_id !== undefined) expect(known).toContain(`entities/${Number(fields.entity_id)}`)
    for (const { item_id: item } of lines(fields)) if (item !== undefined) expect(known).toContain(`stock/${Number(item)}`)
  }
})

test('the same seed makes up the same records, and another one others', async () => {
  expect(await records('invoices', 5, 7)).toEqual(await records('invoices', 5, 7))
  expect(await records('invoices', 5, 7)).not.toEqual(await records('invoices', 5, 8))
  expect(new Set((await records('entities', 20)).map(({ name }) => name)).size).toBeGreaterThan(10)
})

test('without records in the fixtures, the schema alone decides', async () => {
  const bare = { ...catalogue, seed: { ...catalogue.seed, records: [] } }
  const { schema } = section('entities')
  const validate = validatorFor(schema, describeShape(schema))
  for (const fields of await records('entities', 50, 1, bare)) expect(validate(fields)).toEqual([])
})

test('a section that describes no object is refused', async () => {
  const odd = { ...section('stock'), id: 'odd', schema: { type: 'string' } }
  const from = { ...catalogue, sections: new Map([['odd', odd]]) }
  await expect(records('odd', 1, 1, from)).rejects.toThrow('--section odd: no record can be made up')
})
