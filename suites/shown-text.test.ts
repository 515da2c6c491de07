import { expect, test } from 'vitest'
import { missingTexts, shows } from './shown-text.ts'

test('a text shows what it has in it, whatever the spaces', () => {
  expect(shows('Suministros\n  Ensayo, S.L.', 'Suministros Ensayo, S.L.')).toBe(true)
  expect(shows('Factura F\u20112025\u20110001', 'F-2025-0001')).toBe(true)
  expect(shows('Factura F-2025-0002', 'F-2025-0001')).toBe(false)
})

test('a number is shown in whichever way it is written', () => {
  expect(shows('total 58.75 EUR', '58,75')).toBe(true)
  expect(shows('total 1.234,50 EUR', '1234.5')).toBe(true)
  expect(shows('total 1\u00a0234,50 EUR', '1.234,50')).toBe(true)
  expect(shows('total 58.76 EUR', '58,75')).toBe(false)
})

test('a date is shown in whichever way it is written', () => {
  expect(shows('fecha 13/05/2025', '2025-05-13')).toBe(true)
  expect(shows('{"issued_on":"2025-05-13"}', '13/5/2025')).toBe(true)
  expect(shows('fecha 14/05/2025', '2025-05-13')).toBe(false)
})

test('the texts that are not shown are told', () => {
  expect(missingTexts('one two', ['one', 'three'])).toEqual(['three'])
})
