import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, decimal, minus, percent, plus, times, toNumber } from './decimal.ts'

test.each([
  [1.005, 1.01],
  [2.675, 2.68],
  [0.615, 0.62],
  [1.004999, 1],
  [-1.005, -1.01],
  [-1.004, -1],
  [10, 10],
  [0.1, 0.1],
  [1e-9, 0],
  [-1e-9, 0],
  [123456789.125, 123456789.13],
  [1e21, 1e21],
])('%d is %d in cents', (value, expected) => {
  expect(toNumber(cents(decimal(value)))).toBe(expected)
})

test('a tenth and two tenths are three tenths', () => {
  expect(toNumber(plus(decimal(0.1), decimal(0.2)))).toBe(0.3)
  expect(toNumber(minus(decimal(0.3), decimal(0.1)))).toBe(0.2)
  expect(toNumber(percent(times(decimal(1.1), decimal(7))))).toBe(0.077)
})

test('every finite number survives the way there and back', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    expect(toNumber(decimal(value))).toBe(value === 0 ? 0 : value)
  }))
})

test('products are rounded as they would be on paper', () => {
  const thousandths = fc.integer({ min: -100_000_000, max: 100_000_000 })
  fc.assert(fc.property(thousandths, fc.nat(100_000_000), (quantity, price) => {
    const product = times(decimal(quantity / 1000), decimal(price / 1000))
    // On paper: whole millionths, of which ten thousand make a cent, halves away from zero.
    const millionths = BigInt(Math.abs(quantity)) * BigInt(price)
    const onPaper = Number((millionths + 5_000n) / 10_000n) / 100
    expect(toNumber(cents(product))).toBe(quantity < 0 && onPaper !== 0 ? -onPaper : onPaper)
  }))
})
