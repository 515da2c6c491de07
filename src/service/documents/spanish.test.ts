import { expect, test } from 'vitest'
import { spanishDate, spanishMoney, spanishPercent, spanishQuantity } from './spanish.ts'

/** The formats use no-break spaces, which tests write as plain ones. */
function plain(text: string | undefined): string | undefined {
  return text?.replaceAll('\u00a0', ' ')
}

test.each([
  [0, '0,00 €'],
  [-0, '0,00 €'],
  [-0.001, '0,00 €'],
  [7.5, '7,50 €'],
  [1234.56, '1.234,56 €'],
  [-1234567.891, '-1.234.567,89 €'],
])('%d euros are %s', (euros, text) => {
  expect(plain(spanishMoney(euros))).toBe(text)
})

test('quantities keep up to three decimals, percentages two', () => {
  expect(spanishQuantity(1200)).toBe('1.200')
  expect(spanishQuantity(1.23456)).toBe('1,235')
  expect(plain(spanishPercent(21))).toBe('21 %')
  expect(plain(spanishPercent(5.2))).toBe('5,2 %')
})

test('days, months and instants are dates, in three shapes', () => {
  expect(spanishDate('2026-01-31')).toBe('31/01/2026')
  expect(spanishDate('2026-01-31', 'long')).toBe('31 de enero de 2026')
  expect(spanishDate('2026-01', 'month')).toBe('enero de 2026')
})

test('an instant is the day that it is in Spain', () => {
  expect(spanishDate('2026-01-31T23:30:00Z')).toBe('01/02/2026')
  expect(spanishDate('2026-01-31T22:30:00.000Z')).toBe('31/01/2026')
})

test('other texts are no dates', () => {
  expect(spanishDate('31/01/2026')).toBeUndefined()
  expect(spanishDate('2026-13-01')).toBeUndefined()
  expect(spanishDate('')).toBeUndefined()
})
