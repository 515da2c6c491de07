import { expect, test } from 'vitest'
import { firstDifference, missingRows, repeatedRows, sameRows, valuesText } from './row-comparison.ts'

const [a, b, c] = [{ id: 1 }, { id: 2 }, { id: 3 }]

test('rows are the same whatever the order of their columns', () => {
  expect(sameRows([{ id: 1, name: 'x' }], [{ name: 'x', id: 1 }])).toBe(true)
  expect(sameRows([a], [b])).toBe(false)
})

test('a row that the whole has twice may come twice', () => {
  expect(repeatedRows([a, a, b], [a, a, b])).toEqual([])
  expect(repeatedRows([a, b, a], [a, b])).toEqual([a])
})

test('missing rows are counted', () => {
  expect(missingRows([a, a, b, c], [c, a])).toEqual([a, b])
})

test('the first difference is told by its place', () => {
  expect(firstDifference([a, b], [a, c])).toBe(1)
  expect(firstDifference([a, b], [a])).toBe(1)
  expect(firstDifference([a, b], [a, b])).toBeUndefined()
})

test('values are compared without names, numbers as their text', () => {
  expect(valuesText({ id: 1, name: 'x' })).toBe(valuesText({ 'Código': '1', 'Razón social': 'x' }))
})
