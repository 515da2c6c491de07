/** Whether a text shows a value, however it writes numbers, dates and spaces. */

/** True when the text has the wanted words as they are, or the same number or date written in another way. */
export function shows(text: string, wanted: string): boolean {
  // Readers of PDFs give words in pieces, and hyphens and spaces of many kinds.
  if (squeezed(text).includes(squeezed(wanted))) return true
  const date = isoDate(wanted)
  if (date !== undefined) return (text.match(dates) ?? []).some((found) => isoDate(found) === date)
  const numbers = readings(wanted)
  if (numbers.length === 0) return false
  return (text.match(figures) ?? []).some((found) => readings(found).some((number) => numbers.includes(number)))
}

/** Those of the texts that are not shown. */
export function missingTexts(text: string, wanted: readonly string[]): string[] {
  return wanted.filter((one) => !shows(text, one))
}

const dates = /\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}/g
const figures = /-?\d[\d.,'\u00a0\u202f]*/g

function squeezed(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad\u200b]+/g, '').replace(/[\u2010-\u2014\u2212]/g, '-').toLowerCase()
}

/** 2025-05-13 and 13/05/2025 as the former; the day comes first, as in Spain. */
function isoDate(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text.trim()) ?? []
  if (year !== '') return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? text.trim() : undefined
}

/** The numbers that a figure may stand for: 1.234 is one thing in Spain and another one in JSON. */
function readings(text: string): number[] {
  const figure = text.trim().replace(/[.,]$/, '')
  if (!/^-?\d[\d.,'\u00a0\u202f]*$/.test(figure)) return []
  const bare = figure.replace(/['\u00a0\u202f]/g, '')
  const candidates = [bare.replaceAll('.', '').replace(',', '.'), bare.replaceAll(',', '')]
  return [...new Set(candidates.filter((one) => /^-?\d+(?:\.\d+)?$/.test(one)).map(Number))]
}
