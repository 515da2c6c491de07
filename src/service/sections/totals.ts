import type { Fields, JsonObject, JsonValue } from '../../core/index.ts'
import type { Decimal } from './decimal.ts'
import { cents, decimal, minus, percent, plus, times, toNumber, zero } from './decimal.ts'
import { linesOf } from './lines.ts'

const hundred = decimal(100)

/**
 * The amounts that a business system computes itself, in euros, every one rounded to cents:
 * - of a line, `amount` = `quantity` × `unit_price` less `discount_percent`;
 * - of the record, `base` = the sum of the amounts, `tax` = for each `tax_percent` that percentage of its
 *   lines' amounts, summed, and `total` = `base` + `tax`.
 * What is absent counts as 0. Gives the fields with a new list of lines; the record given stays as it is.
 */
export function withTotals(fields: Fields, linesField: string): Fields {
  const bases = new Map<number, Decimal>()
  let base = zero
  const lines = linesOf(fields, linesField).map((line) => {
    const amount = lineAmount(line)
    const rate = numberOf(line['tax_percent'])
    base = plus(base, amount)
    bases.set(rate, plus(bases.get(rate) ?? zero, amount))
    return { ...line, amount: toNumber(amount) }
  })
  let tax = zero
  for (const [rate, taxed] of bases) tax = plus(tax, cents(percent(times(taxed, decimal(rate)))))
  return {
    ...fields,
    [linesField]: lines,
    base: toNumber(base),
    tax: toNumber(tax),
    total: toNumber(plus(base, tax)),
  }
}

function lineAmount(line: JsonObject): Decimal {
  const gross = times(decimal(numberOf(line['quantity'])), decimal(numberOf(line['unit_price'])))
  const discount = numberOf(line['discount_percent'])
  return cents(discount === 0 ? gross : percent(times(gross, minus(hundred, decimal(discount)))))
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0
}
