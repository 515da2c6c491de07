/** Lines of text: inline elements as runs, white space as CSS treats it (CSS Text Level 3, section 4). */
import type { PdfNode, TextRun } from './definition.ts'
import type { Style, Styles } from './style.ts'
import type { Element } from './tree.ts'

/** The height of a line of the PDF's font when nothing is said of it, as a multiple of the font size. */
const naturalLineHeight = 1.171875

/** Characters: time grows with the square of a paragraph's length, so longer ones are cut. */
const longestParagraph = 4_000

/** Characters of a word or an unbroken line that is still kept whole; a longer one may be wider than the page. */
const longestWord = 40
const longestUnbroken = 200

/** A paragraph of inline content; undefined when there is nothing to show. */
export function paragraph(
  children: readonly (Element | string)[],
  style: Style,
  styles: Styles,
): PdfNode | undefined {
  const runs: TextRun[] = []
  collect(children, style, undefined, styles, runs)
  trimEnd(runs)
  if (runs.length === 0) return undefined
  // CSS shares a line's extra height between above and below, the PDF library puts it all below.
  const shift = ((style.lineHeight - naturalLineHeight) * style.fontSize) / 2
  const parts = cut(runs).map((part): PdfNode => {
    const noWrap = style.whiteSpace === 'nowrap' && lengthOf(part) <= longestUnbroken
    return {
      text: part.flatMap(breakable),
      alignment: style.alignment,
      lineHeight: style.lineHeight / naturalLineHeight,
      margin: [0, shift, 0, -shift],
      ...(noWrap && { noWrap }),
    }
  })
  return parts.length === 1 ? parts[0] : { stack: parts }
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
      runs.push(runOf('\n', style, link))
    } else {
      const inner = styles.of(child, style)
      if (inner.display !== 'none') collect(child.children, inner, linkOf(child) ?? link, styles, runs)
    }
  }
}

function append(raw: string, style: Style, link: string | undefined, runs: TextRun[]): void {
  let text = collapse(raw, style.whiteSpace)
  const before = runs.at(-1)?.text
  if (style.whiteSpace !== 'pre' && (before === undefined || /[ \n]$/.test(before)))
    text = text.replace(/^ /, '')
  if (text === '') return
  runs.push(runOf(style.uppercase ? text.toLocaleUpperCase('es') : text, style, link))
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

/** Parts of at most the longest length, cut at spaces as far as there are any. */
function cut(runs: readonly TextRun[]): TextRun[][] {
  const parts: TextRun[][] = [[]]
  let room = longestParagraph
  for (const run of runs) {
    let rest = run.text
    while (rest.length > room) {
      const space = rest.lastIndexOf(' ', room)
      const end = space > 0 ? space : room < longestParagraph ? 0 : room
      parts.at(-1)?.push({ ...run, text: rest.slice(0, end) })
      rest = rest.slice(end).trimStart()
      parts.push([])
      room = longestParagraph
    }
    parts.at(-1)?.push({ ...run, text: rest })
    room -= rest.length
  }
  return parts.filter(part => lengthOf(part) > 0)
}

function lengthOf(runs: readonly TextRun[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0)
}

/** Sets words apart that are too long to be kept whole. */
function breakable(run: TextRun): TextRun[] {
  const parts = run.text.split(new RegExp(`(\\S{${longestWord + 1},})`, 'u'))
  if (parts.length === 1) return [run]
  return parts
    .map((text, index): TextRun => ({ ...run, text, ...(index % 2 === 1 && { wordBreak: 'break-all' }) }))
    .filter(({ text }) => text !== '')
}

function trimEnd(runs: TextRun[]): void {
  for (let last = runs.at(-1); last !== undefined; last = runs.at(-1)) {
    if (last.text !== '\n') last.text = last.text.replace(/[ \n]+$/, '')
    if (last.text !== '') return
    runs.pop()
  }
}

function runOf(text: string, style: Style, link: string | undefined): TextRun {
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
