/**
 * Reads a page's `<style>`: rules for elements and for the page, as print shows them. What is not
 * understood is left out, as CSS asks for (CSS Syntax Level 3, section 2.2).
 */
import { blocks, split, withoutComments } from './css-text.ts'
import { parseSelector } from './selector.ts'
import type { Selector } from './selector.ts'

/** Longhand properties with their values as text. */
export type Declarations = Map<string, string>

export interface StyleRule {
  selector: Selector
  declarations: Declarations
}

/** One `@page` rule: its own declarations and those of its margin boxes (`bottom-right`). */
export interface PageRule {
  firstPageOnly: boolean
  declarations: Declarations
  boxes: Map<string, Declarations>
}

export interface Stylesheet {
  /** In the order in which they override each other, weakest first. */
  rules: StyleRule[]
  pages: PageRule[]
}

/** Media inside media; deeper ones are left out. */
const deepestMedia = 8

/** Rules inside `@media print` and `@media all` count, those of other media do not. */
export function parseStylesheet(css: string): Stylesheet {
  const sheet: Stylesheet = { rules: [], pages: [] }
  readRules(withoutComments(css), sheet, 0)
  sheet.rules.sort((a, b) => a.selector.specificity - b.selector.specificity)
  return sheet
}

/** A `style` attribute or a rule's body. */
export function parseDeclarations(css: string): Declarations {
  const declarations: Declarations = new Map()
  for (const statement of split(css, ';')) {
    const colon = statement.indexOf(':')
    if (colon < 0) continue
    const property = statement.slice(0, colon).trim().toLowerCase()
    const value = statement
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    for (const [name, part] of longhands(property, value)) declarations.set(name, part)
  }
  return declarations
}

function readRules(css: string, sheet: Stylesheet, depth: number): void {
  for (const { prelude, body } of blocks(css).blocks) {
    if (/^@media\b/i.test(prelude)) {
      const printed = split(prelude.slice(6), ',').some(medium => /^(only\s+)?(all|print)$/i.test(medium))
      if (printed && depth < deepestMedia) readRules(body, sheet, depth + 1)
    } else if (/^@page\b/i.test(prelude)) {
      readPage(prelude.slice(5).trim(), body, sheet)
    } else if (!prelude.startsWith('@')) {
      const declarations = parseDeclarations(body)
      for (const written of split(prelude, ',')) {
        const selector = parseSelector(written)
        if (selector !== undefined) sheet.rules.push({ selector, declarations })
      }
    }
  }
}

/** CSS Paged Media Level 3, section 4: `@page` with its margin boxes, of all pages or of the first. */
function readPage(which: string, body: string, sheet: Stylesheet): void {
  if (which !== '' && which !== ':first') return
  const inner = blocks(body)
  const boxes = new Map<string, Declarations>()
  for (const box of inner.blocks) {
    if (box.prelude.startsWith('@'))
      boxes.set(box.prelude.slice(1).toLowerCase(), parseDeclarations(box.body))
  }
  sheet.pages.push({ firstPageOnly: which === ':first', declarations: parseDeclarations(inner.rest), boxes })
}

const sides = ['top', 'right', 'bottom', 'left']

function longhands(property: string, value: string): [string, string][] {
  switch (property) {
    case 'margin':
    case 'padding':
      return fourSides(value).map((part, side) => [`${property}-${sides[side]}`, part])
    case 'border':
      return sides.flatMap(side => borderSide(side, value))
    case 'border-top':
    case 'border-right':
    case 'border-bottom':
    case 'border-left':
      return borderSide(property.slice('border-'.length), value)
    case 'border-width':
    case 'border-color':
      return fourSides(value).map((part, side) => [property.replace('-', `-${sides[side]}-`), part])
    case 'background':
      return [['background-color', value]]
    case 'gap':
      return [['column-gap', split(value, ' ').at(-1) ?? '0']]
    case 'flex':
      return [['flex-grow', split(value, ' ')[0] === 'auto' ? '1' : (split(value, ' ')[0] ?? '0')]]
    case 'text-decoration-line':
      return [['text-decoration', value]]
    case 'page-break-before':
      return [['break-before', value === 'always' ? 'page' : value]]
    case 'page-break-inside':
      return [['break-inside', value]]
    case 'page-break-after':
      return [['break-after', value]]
    default:
      return [[property, value]]
  }
}

/** One to four values, clockwise from the top. */
function fourSides(value: string): string[] {
  const [top = '0', right = top, bottom = top, left = right] = split(value, ' ')
  return [top, right, bottom, left]
}

function borderSide(side: string, value: string): [string, string][] {
  const parts = split(value, ' ')
  const none = parts.includes('none')
  const width = parts.find(part => /^[\d.]/.test(part)) ?? (none ? '0' : '1px')
  const color = parts.find(part => /^(#|rgb)/i.test(part)) ?? parts.find(isColorName) ?? ''
  return [
    [`border-${side}-width`, none ? '0' : width],
    [`border-${side}-color`, color],
  ]
}

function isColorName(part: string): boolean {
  return /^[a-z]+$/i.test(part) && !/^(solid|dashed|dotted|double|none|hidden|thin|medium|thick)$/i.test(part)
}
