/** Numbers and dates as a Spanish business writes them, for the templates' filters. */

/** Made with the first value that is written: a formatter takes milliseconds to make. */
function lazily<Written, Format extends { format(value: Written): string }>(make: () => Format): (value: Written) => string {
  let format: Format | undefined
  return (value) => (format ??= make()).format(value)
}

/** Spanish leaves four digits ungrouped by default (`1234,56`); amounts of money are grouped always. */
const grouped = { useGrouping: 'always', signDisplay: 'negative' } as const
const numbers = (options: Intl.NumberFormatOptions) =>
  lazily<number, Intl.NumberFormat>(() => new Intl.NumberFormat('es-ES', { ...options, ...grouped }))

/** Euros: 1234.5 → `1.234,50 €`. The spaces inside these texts are no-break spaces. */
export const spanishMoney = numbers({ style: 'currency', currency: 'EUR' })

/** 1234.5 → `1.234,5`; at most three decimals. */
export const spanishQuantity = numbers({ maximumFractionDigits: 3 })

const percent = numbers({ style: 'percent', maximumFractionDigits: 2 })

/** A number of hundredths: 21 → `21 %`. */
export function spanishPercent(hundredths: number): string {
  return percent(hundredths / 100)
}

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

/**
 * A day `YYYY-MM-DD`, a month `YYYY-MM` or an ISO 8601 instant, which is shown as the day it falls on in
 * Spain; undefined when the text is none of these.
 */
export function spanishDate(iso: string, shape: DateShape = 'short'): string | undefined {
  if (!/^\d{4}-\d{2}(-\d{2}(T.*)?)?$/.test(iso)) return undefined
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return undefined
  return (iso.includes('T') ? instants : days)[shape](time)
}

/** A day is the same one everywhere. */
const days = dates('UTC')
const instants = dates('Europe/Madrid')

function dates(timeZone: string): Record<DateShape, (time: number) => string> {
  const of = (shape: DateShape) =>
    lazily<number, Intl.DateTimeFormat>(() => new Intl.DateTimeFormat('es-ES', { ...shapes[shape], timeZone }))
  return { short: of('short'), long: of('long'), month: of('month') }
}
