/** CSS lengths and colours as pdfmake takes them: points, and `#rrggbb` or a name. */

/** Points in one of each unit (CSS Values and Units Level 4, section 6.2). */
const absolute: Record<string, number> = {
  pt: 1,
  px: 0.75,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  q: 72 / 101.6,
  pc: 12,
}

export interface FontSizes {
  /** Points: what `em` and `rem` stand for. */
  em: number
  rem: number
}

/** Points; undefined for what is not a length (percentages, `auto`, `calc()`). A bare 0 is one. */
export function length(value: string | undefined, sizes: FontSizes): number | undefined {
  const found = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z]*)$/i.exec(value?.trim() ?? '')
  if (found === null) return undefined
  const amount = Number(found[1])
  const unit = (found[2] ?? '').toLowerCase()
  if (unit === '') return amount === 0 ? 0 : undefined
  if (unit === 'em') return amount * sizes.em
  if (unit === 'rem') return amount * sizes.rem
  const points = absolute[unit]
  return points === undefined ? undefined : amount * points
}

/** `'25%'` as pdfmake's widths take it; undefined for anything else. */
export function percentage(value: string | undefined): string | undefined {
  const found = /^(\d+(?:\.\d+)?)%$/.exec(value?.trim() ?? '')
  return found === null ? undefined : `${found[1]}%`
}

/** Undefined for what is transparent or not understood. */
export function color(value: string | undefined): string | undefined {
  const text = value?.trim().toLowerCase() ?? ''
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(text)
  if (short !== null)
    return `#${short
      .slice(1)
      .map(digit => digit + digit)
      .join('')}`
  if (/^#[\da-f]{6}$/.test(text)) return text
  const mixed = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*([\d.]+)\s*)?\)$/.exec(text)
  if (mixed !== null) {
    if (mixed[4] !== undefined && Number(mixed[4]) === 0) return undefined
    const parts = mixed.slice(1, 4).map(part => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
    return `#${parts.join('')}`
  }
  return /^[a-z]+$/.test(text) && !notColors.has(text) ? text : undefined
}

const notColors = new Set(['transparent', 'none', 'inherit', 'initial', 'unset', 'currentcolor', 'auto'])
