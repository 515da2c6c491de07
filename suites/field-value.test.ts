import { expect, test } from 'vitest'
import { likeness, plainTexts, sampleEdits, shownFields } from './field-value.ts'

const report = {
  id: 'customers',
  parameters: {},
  columns: {
    c1: { section: 'entities', field: 'id' },
    c2: { section: 'entities', field: 'name' },
    c3: { section: 'entities', field: 'email' },
    c4: { section: 'entities', field: 'city' },
    c5: { section: 'sales', field: 'total' },
  },
}
const sample = { id: 'entities', create: { name: 'Nadal', email: 'a@b.example', city: 'Inca', notes: 'x' }, edit: {} }

test('only fields of the section that have a column are shown, and the id is no field', () => {
  expect(shownFields({ ...sample.create, id: 1, total: 2 }, 'entities', report).map(({ column }) => column)).toEqual(['c2', 'c3', 'c4'])
})

test('an address is no text that may be any other', () => {
  expect(plainTexts(sample, report).map(({ field }) => field)).toEqual(['name', 'city'])
})

test('an edit that changes nothing is none, and without any a text is altered', () => {
  expect(sampleEdits({ ...sample, edit: { name: 'Nadal', city: 'Palma' } }, report)).toEqual([{ field: 'city', column: 'c4', value: 'Palma' }])
  expect(sampleEdits({ ...sample, edit: { name: 'Nadal' } }, report)).toEqual([{ field: 'city', column: 'c4', value: 'Inca 2' }])
})

test.each([
  ['a', 'a', 'same'],
  ['a', 'A', 'other'],
  ['a', null, 'other'],
  ['007', '7', 'other'],
  [7, '7.00', 'same'],
  [7, 8, 'other'],
  ['7', 7, 'same'],
  ['2025-05-01', '01/05/2025', 'unknown'],
  [true, 'S', 'unknown'],
] as const)('%j shown as %j is %s', (written, shown, expected) => {
  expect(likeness(written, shown)).toBe(expected)
})
