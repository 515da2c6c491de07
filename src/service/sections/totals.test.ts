import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'
import { withTotals } from './totals.ts'

test('amounts, base, tax and total are computed line by line and rate by rate', () => {
  const fields = {
    note: 'kept',
    lines: [
      { description: 'Drill', quantity: 3, unit_price: 89.9, discount_percent: 10, tax_percent: 21 },
      { description: 'Book', quantity: 1, unit_price: 1.005, discount_percent: 0, tax_percent: 4 },
      { description: 'Work', quantity: 1.5, unit_price: 40, tax_percent: 21 },
    ],
  }
  expect(withTotals(fields, 'lines')).toEqual({
    note: 'kept',
    lines: [
      { ...fields.lines[0], amount: 242.73 },
      { ...fields.lines[1], amount: 1.01 },
      { ...fields.lines[2], amount: 60 },
    ],
    base: 303.74,
    // 21 % of 302.73 is 63.5733, 4 % of 1.01 is 0.0404.
    tax: 63.61,
    total: 367.35,
  })
})

test('tax is rounded once for each rate, not for each line', () => {
  const lines = [1, 2, 3].map(() => ({ quantity: 1, unit_price: 0.02, tax_percent: 21 }))
  // 21 % of 0.06 is 0.0126; three times 21 % of 0.02 would come to nothing.
  expect(withTotals({ lines }, 'lines')).toMatchObject({ base: 0.06, tax: 0.01, total: 0.07 })
})

test('a credit note takes back exactly what its invoice charged', () => {
  const line = { quantity: 1, unit_price: 1.005, tax_percent: 21 }
  const invoice = withTotals({ lines: [line] }, 'lines')
  const credit = withTotals({ lines: [{ ...line, quantity: -1 }] }, 'lines')
  expect([credit['base'], credit['tax'], credit['total']])
    .toEqual([invoice['base'], invoice['tax'], invoice['total']].map((amount) => -Number(amount)))
})

test('no lines cost nothing, and what was given is left alone', () => {
  const fields = Object.freeze({ lines: [] })
  expect(withTotals(fields, 'lines')).toEqual({ lines: [], base: 0, tax: 0, total: 0 })
  expect(withTotals({}, 'lines')).toEqual({ lines: [], base: 0, tax: 0, total: 0 })
})

test('totals always add up', () => {
  const line = fc.record({
    quantity: fc.integer({ min: -10_000, max: 10_000 }).map((hundredths) => hundredths / 100),
    unit_price: fc.nat(1_000_000).map((thousandths) => thousandths / 1000),
    discount_percent: fc.nat(1000).map((tenths) => tenths / 10),
    tax_percent: fc.constantFrom(0, 4, 10, 21),
  })
  fc.assert(fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
    const fields = withTotals({ lines }, 'lines')
    const inCents = (value: unknown) => {
      const cents = Math.round(Number(value) * 100)
      expect(cents / 100).toBe(value)
      return cents
    }
    const computed = linesOf(fields, 'lines')
    const base = computed.reduce((sum, { amount }) => sum + inCents(amount), 0)
    expect(inCents(fields['base'])).toBe(base)
    expect(inCents(fields['total'])).toBe(base + inCents(fields['tax']))
    const exactTax = computed.reduce(
      (sum, { amount, tax_percent }) => sum + Number(amount) * Number(tax_percent),
      0,
    )
    // Four rates, each rounded by at most half a cent.
    expect(Math.abs(inCents(fields['tax']) - exactTax)).toBeLessThanOrEqual(2.000001)
  }))
})
