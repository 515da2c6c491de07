/** Fields that a business system fills in itself, so that a made-up record adds up. */
import { isJsonObject } from '../../../core/index.ts'
import type { Fields, JsonObject, JsonValue } from '../../../core/index.ts'
import type { Chance } from './chance.ts'
import type { Section } from './section-fields.ts'

/** Numbers and totals, for the behaviours that the section declares. The number is nobody's: it only looks like one. */
export function withComputedFields(section: Section, fields: Fields, chance: Chance): Fields {
  const computed = { ...fields }
  for (const behaviour of section.behaviours) {
    if (behaviour.kind === 'totals') Object.assign(computed, totalsOf(computed, behaviour.lines))
    if (behaviour.kind === 'numbering') {
      const year = textOf(computed[behaviour.date]).slice(0, 4)
      computed[behaviour.field] = `${textOf(computed[behaviour.series])}-${year}-${String(chance.between(1, 9999)).padStart(4, '0')}`
    }
  }
  return computed
}

/** In euros: each line's amount, then base, tax by rate, and total, each rounded to cents. */
function totalsOf(fields: Fields, list: string): Fields {
  const value = fields[list]
  const lines = Array.isArray(value) ? value.filter(isJsonObject) : []
  const priced = lines.map((line) => ({ ...line, amount: inEuros(centsOf(line)) }))
  const byRate = new Map<number, number>()
  for (const line of lines) {
    const rate = numberOf(line.tax_percent)
    byRate.set(rate, (byRate.get(rate) ?? 0) + centsOf(line))
  }
  const base = [...byRate.values()].reduce((sum, cents) => sum + cents, 0)
  const tax = [...byRate].reduce((sum, [rate, cents]) => sum + rounded((cents * rate) / 100), 0)
  return { [list]: priced, base: inEuros(base), tax: inEuros(tax), total: inEuros(base + tax) }
}

function centsOf({ quantity, unit_price: price, discount_percent: discount }: JsonObject): number {
  return rounded(numberOf(quantity) * numberOf(price) * (100 - numberOf(discount)))
}

/** Half away from zero. Binary fractions lie a little beside the half that was meant, by far less than this. */
function rounded(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value) * (1 + 1e-12))
}

function inEuros(cents: number): number {
  return cents / 100
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
