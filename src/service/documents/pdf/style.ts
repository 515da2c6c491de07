/** The style of each element as print shows it: cascade, inheritance, and values as pdfmake takes them. */
import { matches } from './selector.ts'
import { parseDeclarations } from './stylesheet.ts'
import type { Declarations, StyleRule } from './stylesheet.ts'
import type { Element } from './tree.ts'
import { color, length, percentage } from './units.ts'

/** Left, top, right, bottom, as pdfmake orders them. */
export type Sides<T> = [left: T, top: T, right: T, bottom: T]

export interface Border {
  width: number
  color: string
}

/** Lengths in points. */
export interface Style {
  display: 'block' | 'inline' | 'flex' | 'none' | 'list-item' | 'table'
  // Inherited.
  fontSize: number
  bold: boolean
  italics: boolean
  color: string
  alignment: 'left' | 'right' | 'center' | 'justify'
  /** A multiple of the font size. */
  lineHeight: number
  whiteSpace: 'normal' | 'nowrap' | 'pre-line' | 'pre'
  uppercase: boolean
  letterSpacing: number
  listStyle: string
  // Not inherited.
  decoration: 'underline' | 'lineThrough' | undefined
  background: string | undefined
  margin: Sides<number>
  /** `margin-left: auto`: a block narrower than its container goes to the right. */
  pushedRight: boolean
  padding: Sides<number>
  border: Sides<Border>
  width: number | string | undefined
  grows: boolean
  columnGap: number
  justify: string
  verticalAlignment: 'top' | 'middle' | 'bottom'
  breakBefore: boolean
  keepTogether: boolean
  keepWithNext: boolean
}

export interface Styles {
  /** `parent` is the style of the element around it; the root has none. */
  of(element: Element, parent: Style | undefined): Style
}

/** Tags that stand in lines of text unless the page's style says otherwise. */
const inlineTags = new Set(
  (
    'a abbr b bdi bdo br cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup ' +
    'time u var wbr'
  ).split(' '),
)
const hiddenTags = new Set(
  (
    'head title style script meta link base template noscript col colgroup ' +
    'img picture svg math canvas video audio iframe object embed input button select textarea'
  ).split(' '),
)

/** What a browser does before any rule, as far as it is kept here (HTML Standard, section 15.3). */
const tagDefaults: Record<string, Declarations> = {
  p: parseDeclarations('margin: 1em 0'),
  h1: parseDeclarations('font-size: 2em; font-weight: bold; margin: 0.67em 0; break-after: avoid'),
  h2: parseDeclarations('font-size: 1.5em; font-weight: bold; margin: 0.83em 0; break-after: avoid'),
  h3: parseDeclarations('font-size: 1.17em; font-weight: bold; margin: 1em 0; break-after: avoid'),
  h4: parseDeclarations('font-weight: bold; margin: 1.33em 0; break-after: avoid'),
  ul: parseDeclarations('margin: 1em 0; list-style-type: disc'),
  ol: parseDeclarations('margin: 1em 0; list-style-type: decimal'),
  dl: parseDeclarations('margin: 1em 0'),
  dd: parseDeclarations('margin-left: 40px'),
  blockquote: parseDeclarations('margin: 1em 40px'),
  pre: parseDeclarations('white-space: pre; margin: 1em 0'),
  hr: parseDeclarations('border-top: 1px solid #888888; margin: 0.5em 0'),
  th: parseDeclarations('font-weight: bold; text-align: center; padding: 1px'),
  td: parseDeclarations('padding: 1px'),
  b: parseDeclarations('font-weight: bold'),
  strong: parseDeclarations('font-weight: bold'),
  i: parseDeclarations('font-style: italic'),
  em: parseDeclarations('font-style: italic'),
  cite: parseDeclarations('font-style: italic'),
  small: parseDeclarations('font-size: 0.83em'),
  u: parseDeclarations('text-decoration: underline'),
  a: parseDeclarations('text-decoration: underline'),
  s: parseDeclarations('text-decoration: line-through'),
  del: parseDeclarations('text-decoration: line-through'),
}

// Bounds that let a line fit on every page: what is higher than a page would be lost.
/** Points. */
const largestFont = 60
/** A multiple of the font size. */
const highestLine = 2.5
/** Points: a margin, a padding or a gap. */
const mostRoom = 120

const initial = {
  fontSize: 12,
  bold: false,
  italics: false,
  color: '#000000',
  alignment: 'left',
  lineHeight: 1.2,
  whiteSpace: 'normal',
  uppercase: false,
  letterSpacing: 0,
  listStyle: 'disc',
} as const

export function createStyles(rules: readonly StyleRule[]): Styles {
  let rootSize: number | undefined

  function declarationsOf(element: Element): Declarations {
    const declarations: Declarations = new Map(tagDefaults[element.tag])
    for (const rule of rules) {
      if (!matches(element, rule.selector)) continue
      for (const [property, value] of rule.declarations) declarations.set(property, value)
    }
    const inline = element.attributes.get('style')
    if (inline !== undefined) {
      for (const [property, value] of parseDeclarations(inline)) declarations.set(property, value)
    }
    return declarations
  }

  return {
    of(element, parent) {
      const given = declarationsOf(element)
      const inherited = parent ?? initial
      const rem = rootSize ?? inherited.fontSize
      const size =
        length(given.get('font-size'), { em: inherited.fontSize, rem }) ??
        scaled(given.get('font-size'), inherited.fontSize) ??
        inherited.fontSize
      const fontSize = Math.min(Math.max(1, size), largestFont)
      if (parent === undefined) rootSize = fontSize
      const sizes = { em: fontSize, rem: rootSize ?? fontSize }
      const points = (property: string): number => length(given.get(property), sizes) ?? 0
      const room = (property: string): number => Math.min(Math.max(0, points(property)), mostRoom)
      const ink = color(given.get('color')) ?? inherited.color
      const border = (side: string): Border => ({
        width: points(`border-${side}-width`),
        color: color(given.get(`border-${side}-color`)) ?? ink,
      })
      const weight = given.get('font-weight')
      const slant = given.get('font-style')
      const transform = given.get('text-transform')
      return {
        display: display(element.tag, given.get('display')),
        fontSize,
        bold:
          weight === undefined
            ? inherited.bold
            : weight === 'bold' || weight === 'bolder' || Number(weight) >= 500,
        italics: slant === undefined ? inherited.italics : slant === 'italic' || slant === 'oblique',
        color: ink,
        alignment: alignment(given.get('text-align')) ?? inherited.alignment,
        lineHeight: Math.min(
          lineHeight(given.get('line-height'), sizes) ?? inherited.lineHeight,
          highestLine,
        ),
        whiteSpace: whiteSpace(given.get('white-space')) ?? inherited.whiteSpace,
        uppercase: transform === undefined ? inherited.uppercase : transform === 'uppercase',
        letterSpacing: given.has('letter-spacing') ? points('letter-spacing') : inherited.letterSpacing,
        listStyle: given.get('list-style-type') ?? inherited.listStyle,
        decoration: decoration(given.get('text-decoration')),
        background: color(given.get('background-color')),
        margin: [room('margin-left'), room('margin-top'), room('margin-right'), room('margin-bottom')],
        pushedRight: given.get('margin-left') === 'auto',
        padding: [room('padding-left'), room('padding-top'), room('padding-right'), room('padding-bottom')],
        border: [border('left'), border('top'), border('right'), border('bottom')],
        width: length(given.get('width'), sizes) ?? percentage(given.get('width')),
        grows: Number(given.get('flex-grow') ?? 0) > 0,
        columnGap: room('column-gap'),
        justify: given.get('justify-content') ?? 'normal',
        verticalAlignment: verticalAlignment(given.get('vertical-align')),
        breakBefore: given.get('break-before') === 'page',
        keepTogether: given.get('break-inside') === 'avoid',
        keepWithNext: given.get('break-after') === 'avoid',
      }
    },
  }
}

function display(tag: string, value: string | undefined): Style['display'] {
  if (hiddenTags.has(tag) || value === 'none') return 'none'
  if (tag === 'table') return 'table'
  if (tag === 'li') return 'list-item'
  if (value === 'flex') return 'flex'
  if (value === undefined) return inlineTags.has(tag) ? 'inline' : 'block'
  return value.startsWith('inline') ? 'inline' : 'block'
}

/** `120%` of the surrounding size. */
function scaled(value: string | undefined, size: number): number | undefined {
  const percent = percentage(value)
  return percent === undefined ? undefined : (size * Number(percent.slice(0, -1))) / 100
}

function lineHeight(value: string | undefined, sizes: { em: number; rem: number }): number | undefined {
  if (value === undefined) return undefined
  if (/^\d*\.?\d+$/.test(value)) return Number(value)
  const points = length(value, sizes) ?? scaled(value, sizes.em)
  return points === undefined || sizes.em === 0 ? undefined : points / sizes.em
}

function alignment(value: string | undefined): Style['alignment'] | undefined {
  switch (value) {
    case 'start':
      return 'left'
    case 'end':
      return 'right'
    case 'left':
    case 'right':
    case 'center':
    case 'justify':
      return value
    default:
      return undefined
  }
}

function whiteSpace(value: string | undefined): Style['whiteSpace'] | undefined {
  switch (value) {
    case 'pre-wrap':
    case 'break-spaces':
      return 'pre'
    case 'normal':
    case 'nowrap':
    case 'pre-line':
    case 'pre':
      return value
    default:
      return undefined
  }
}

function decoration(value: string | undefined): Style['decoration'] {
  if (value?.includes('underline') === true) return 'underline'
  return value?.includes('line-through') === true ? 'lineThrough' : undefined
}

function verticalAlignment(value: string | undefined): Style['verticalAlignment'] {
  return value === 'middle' || value === 'bottom' ? value : 'top'
}
