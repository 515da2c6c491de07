/** Lines of text: inline elements as runs, white space as CSS treats it (CSS Text Level 3, section 4). */
import type { PdfNode, TextRun } from './definition.ts'
import type { Style, Styles } from './style.ts'
import type { Element } from './tree.ts'

/** The height of a line of the PDF's font when nothing is said of it, as a multiple of the font size. */
const naturalLineHeight = 1.171875

/** A paragraph of inline content; undefined when there is nothing to show. */
export function paragraph(children: readonly (Element | string)[], style: Style, styles: Styles): PdfNode | undefined {
  const runs: TextRun[] = []
  collect(children, style, undefined, styles, runs)
  trimEnd(runs)
  if (runs.length === 0) return undefined
  // CSS shares a line's extra height between above and below, the PDF library puts it all below.
  const shift = ((style.lineHeight - naturalLineHeight) * style.fontSize) / 2
  return {
    text: runs,
    alignment: style.alignment,
    lineHeight: style.lineHeight / naturalLineHeight,
    margin: [0, shift, 0, -shift],
    ...(style.whiteSpace === 'nowrap' && { noWrap: true }),
  }
}

/** For markers and the like, whose line height is that of the text beside them. */
export function pdfLineHeight(style: Style): number {
  return style.lineHeight / naturalLineHeight
}

function collect(
  children: readonly (Element | string)[],
  style: Style,
  link: string | undefined,
  styles: Styles,
  runs: TextRun[],
): void {
  for (const child of children) {
    if (typeof child === 'string') {
      append(child, style, link, runs)
    } else if (child.tag === 'br') {
      trimEnd(runs)
      runs.push(run('\n', style, link))
    } else {
      const inner = styles.of(child, style)
      if (inner.display !== 'none') collect(child.children, inner, linkOf(child) ?? link, styles, runs)
    }
  }
}

function append(raw: string, style: Style, link: string | undefined, runs: TextRun[]): void {
  let text = collapse(raw, style.whiteSpace)
  const before = runs.at(-1)?.text
  if (style.whiteSpace !== 'pre' && (before === undefined || /[ \n]$/.test(before))) text = text.replace(/^ /, '')
  if (text === '') return
  runs.push(run(style.uppercase ? text.toLocaleUpperCase('es') : text, style, link))
}

/** White space is that of CSS alone: a no-break space stays. */
function collapse(text: string, whiteSpace: Style['whiteSpace']): string {
  switch (whiteSpace) {
    case 'pre':
      return text.replace(/ (?= )/g, '\u00a0').replaceAll('\t', '\u00a0\u00a0\u00a0\u00a0')
    case 'pre-line':
      return text.replace(/[ \t\r\f]+/g, ' ').replace(/ ?\n ?/g, '\n')
    case 'normal':
    case 'nowrap':
      return text.replace(/[ \t\r\n\f]+/g, ' ')
  }
}

function trimEnd(runs: TextRun[]): void {
  for (let last = runs.at(-1); last !== undefined; last = runs.at(-1)) {
    if (last.text !== '\n') last.text = last.text.replace(/[ \n]+$/, '')
    if (last.text !== '') return
    runs.pop()
  }
}

function run(text: string, style: Style, link: string | undefined): TextRun {
  const { fontSize, bold, italics, color, letterSpacing, decoration, background, display } = style
  return {
    text,
    fontSize,
    bold,
    italics,
    color,
    ...(letterSpacing !== 0 && { characterSpacing: letterSpacing }),
    ...(decoration !== undefined && { decoration }),
    // A block's background is its box's.
    ...(display === 'inline' && background !== undefined && { background }),
    ...(link !== undefined && { link }),
  }
}

function linkOf(element: Element): string | undefined {
  const target = element.tag === 'a' ? element.attributes.get('href') : undefined
  return target !== undefined && /^(https?|mailto|tel):/i.test(target) ? target : undefined
}
