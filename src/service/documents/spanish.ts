/** Numbers and dates as a Spanish business writes them, for the templates' filters. */

/** Spanish leaves four digits ungrouped by default (`1234,56`); amounts of money are grouped always. */
const grouped = { useGrouping: 'always', signDisplay: 'negative' } as const
const money = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', ...grouped })
const quantity = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 3, ...grouped })
const percent = new Intl.NumberFormat('es-ES', { style: 'percent', maximumFractionDigits: 2, ...grouped })

const shapes = {
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const

/** How `spanishDate` writes: `31/01/2026`, `31 de enero de 2026`, `enero de 2026`. */
export type DateShape = keyof typeof shapes

export function isDateShape(text: unknown): text is DateShape {
  return typeof text === 'string' && Object.hasOwn(shapes, text)
}

/** Euros: 1234.5 → `1.234,50 €`. The spaces inside these texts are no-break spaces. */
export function spanishMoney(euros: number): string {
  return money.format(euros)
}

/** 1234.5 → `1.234,5`; at most three decimals. */
export function spanishQuantity(amount: number): string {
  return quantity.format(amount)
}

/** A number of hundredths: 21 → `21 %`. */
export function spanishPercent(hundredths: number): string {
  return percent.format(hundredths / 100)
}

/**
 * A day `YYYY-MM-DD`, a month `YYYY-MM` or an ISO 8601 instant, which is shown as the day it falls on in
 * Spain; undefined when the text is none of these.
 */
export function spanishDate(iso: string, shape: DateShape = 'short'): string | undefined {
  if (!/^\d{4}-\d{2}(-\d{2}(T.*)?)?$/.test(iso)) return undefined
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return undefined
  const timeZone = iso.includes('T') ? 'Europe/Madrid' : 'UTC'
  return new Intl.DateTimeFormat('es-ES', { ...shapes[shape], timeZone }).format(time)
}
