/** The sheet: `@page` size, margins and margin boxes (CSS Paged Media Level 3, sections 4 and 7). */
import { split } from './css-text.ts'
import type { PdfNode, TextRun } from './definition.ts'
import type { Sides } from './style.ts'
import type { Declarations, PageRule } from './stylesheet.ts'
import { color, length } from './units.ts'

export interface Paper {
  /** Points. */
  size: { width: number; height: number }
  margins: Sides<number>
  /** What stands in the margin of a page, pages counting from 1. */
  header(page: number, pages: number): PdfNode | undefined
  footer(page: number, pages: number): PdfNode | undefined
}

const names: Record<string, [width: number, height: number]> = {
  a3: [841.89, 1190.55],
  a4: [595.28, 841.89],
  a5: [419.53, 595.28],
  letter: [612, 792],
}
const sizes = { em: 10, rem: 10 }
/** Points; a browser's own default is about as much. */
const defaultMargin = 40
/** Points that margins leave to the content at least; margins that do not are not taken. */
const leastRoom = 180
const leastMargin = 10
/** A side of the sheet. */
const leastSide = leastRoom + 2 * leastMargin
const places = ['left', 'center', 'right'] as const

/** A4 upright unless the rules say otherwise. */
export function readPaper(rules: readonly PageRule[]): Paper {
  const all: Declarations = new Map()
  for (const rule of rules) {
    if (!rule.firstPageOnly) for (const [property, value] of rule.declarations) all.set(property, value)
  }
  const paper = size(all.get('size'))
  const margin = (side: string): number =>
    Math.max(0, length(all.get(`margin-${side}`), sizes) ?? defaultMargin)
  const asked: Sides<number> = [margin('left'), margin('top'), margin('right'), margin('bottom')]
  const [left, top, right, bottom] = asked
  const fits = paper.width - left - right >= leastRoom && paper.height - top - bottom >= leastRoom
  const margins: Sides<number> = fits ? asked : [leastMargin, leastMargin, leastMargin, leastMargin]

  function box(page: number, name: string): Declarations | undefined {
    const merged: Declarations = new Map()
    for (const rule of rules) {
      if (rule.firstPageOnly && page !== 1) continue
      for (const [property, value] of rule.boxes.get(name) ?? []) merged.set(property, value)
    }
    return merged.size === 0 ? undefined : merged
  }

  function strip(edge: 'top' | 'bottom', page: number, pages: number): PdfNode | undefined {
    const columns = places.map((place): PdfNode => {
      const style = box(page, `${edge}-${place}`) ?? new Map<string, string>()
      const text = generated(style.get('content') ?? 'none', page, pages)
      return { text: text === '' ? [] : [boxRun(text, style)], alignment: place, width: '*' }
    })
    if (columns.every(column => 'text' in column && column.text.length === 0)) return undefined
    const room = edge === 'top' ? margins[1] : margins[3]
    return { columns, columnGap: 8, margin: [margins[0], room / 2 - 6, margins[2], 0] }
  }

  return {
    size: paper,
    margins,
    header: (page, pages) => strip('top', page, pages),
    footer: (page, pages) => strip('bottom', page, pages),
  }
}

function size(value: string | undefined): Paper['size'] {
  const words = split(value?.toLowerCase() ?? '', ' ')
  const [width, height = width] = words.map(word => length(word, sizes)).filter(found => found !== undefined)
  const name = words.find(word => Object.hasOwn(names, word)) ?? 'a4'
  const [across, down] =
    width !== undefined && height !== undefined ? [width, height] : (names[name] ?? [width, height])
  if (across === undefined || down === undefined || across < leastSide || down < leastSide) return size('a4')
  return words.includes('landscape') ? { width: down, height: across } : { width: across, height: down }
}

function boxRun(text: string, style: Declarations): TextRun {
  const weight = style.get('font-weight')
  return {
    text,
    fontSize: length(style.get('font-size'), sizes) ?? 8,
    bold: weight === 'bold' || Number(weight) >= 500,
    italics: style.get('font-style') === 'italic',
    color: color(style.get('color')) ?? '#000000',
  }
}

/** `content`: strings and the counters of pages, one after the other. */
function generated(content: string, page: number, pages: number): string {
  const parts = content.match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|counter\(\s*pages?\s*\)/gs) ?? []
  return parts
    .map(part => {
      if (!part.startsWith('counter')) return unescaped(part.slice(1, -1))
      return String(part.includes('pages') ? pages : page)
    })
    .join('')
}

/** CSS Syntax Level 3, section 4.3.7. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:([\da-f]{1,6})\s?|(.))/gis,
    (_, hex: string | undefined, char: string | undefined) => {
      if (hex === undefined) return char ?? ''
      const code = Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}
