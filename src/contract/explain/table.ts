/** Tables for a terminal: as wide as their content if there is room, else with their cells folded. */

export interface Column {
  heading: string
  /** Colours a piece of text; must not change how wide it is. */
  paint?: (text: string) => string
  /** Whether its words are kept whole even if those of other columns have to be broken. */
  firm?: boolean
}

export interface Table {
  columns: readonly Column[]
  /** One cell for each column, in which line breaks are kept; or a heading over the rows that follow. */
  rows: readonly (readonly string[] | string)[]
  /** Of the whole table, in characters. */
  width: number
  indent: number
  paintHeading: (text: string) => string
}

const gap = 2

export function tableLines({ columns, rows, width, indent, paintHeading }: Table): string[] {
  const headings = columns.map(({ heading }) => heading)
  const texts = [headings, ...rows.filter((row) => typeof row !== 'string')]
  const widest = (separator: RegExp) =>
    columns.map((_, column) => Math.max(...texts.flatMap((row) => (row[column] ?? '').split(separator).map(lengthOf))))
  const room = width - indent - gap * (columns.length - 1)
  const words = widest(/[ \n]/)
  const least = levelled(words, columns.map(({ firm = false }, column) => (firm ? (words[column] ?? 0) : 1)), room)
  const widths = levelled(widest(/\n/), least, room)
  return [
    paintHeading(lineOf(headings, widths, indent)),
    ...rows.flatMap((row) => {
      if (typeof row === 'string') return [paintHeading(' '.repeat(indent - gap) + row)]
      const cells = row.map((cell, column) => fold(cell, widths[column] ?? 1))
      const height = Math.max(...cells.map((lines) => lines.length))
      return Array.from({ length: height }, (_, line) => lineOf(cells.map((lines) => lines[line] ?? ''), widths, indent, columns))
    }),
  ]
}

function lineOf(cells: readonly string[], widths: readonly number[], indent: number, columns: readonly Column[] = []): string {
  const last = cells.findLastIndex((cell) => cell !== '')
  const painted = cells.slice(0, last + 1).map((cell, column) => {
    const padding = column === last ? '' : ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell)))
    return (columns[column]?.paint?.(cell) ?? cell) + padding
  })
  return ' '.repeat(indent) + painted.join(' '.repeat(gap))
}

/**
 * Every column gets what it wishes for up to one level, the highest for which there is room; those whose least
 * lies above it get that.
 */
function levelled(wishes: readonly number[], least: readonly number[], room: number): number[] {
  const upTo = (level: number) => wishes.map((wish, column) => Math.max(least[column] ?? 0, Math.min(wish, level)))
  let level = room
  while (level > 0 && upTo(level).reduce((sum, width) => sum + width, 0) > room) level -= 1
  return upTo(level)
}

/** Breaks text between words, long words after a separator or before a capital, and anything else where the line ends. */
export function fold(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').flatMap((part) => pieces(part, width))) {
      const joined = line === '' ? word.text : line + (word.glued ? '' : ' ') + word.text
      if (line !== '' && lengthOf(joined) > width) {
        lines.push(line)
        line = word.text
      } else line = joined
    }
    return [...lines, line]
  })
}

interface Piece {
  text: string
  /** Whether it continues the word before it. */
  glued: boolean
}

function pieces(word: string, width: number): Piece[] {
  if (lengthOf(word) <= width) return [{ text: word, glued: false }]
  const seams = /(?<=[/.,→_-])(?![/.,→_-])|(?<=\p{Ll})(?=\p{Lu})/u
  const parts = word.split(seams).flatMap((part) => part.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [])
  return parts.map((text, index) => ({ text, glued: index > 0 }))
}

/** In characters as people count them, so that accents do not shift columns. */
function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length
}
