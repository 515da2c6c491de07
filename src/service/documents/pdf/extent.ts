/**
 * How high a node may become at most. The PDF library loses what is to be kept on one page and does not
 * fit there, so only what fits in the worst case is kept together.
 */
import type { PdfNode, TextRun } from './definition.ts'

/** A character's width, as a multiple of the font size, that hardly any text exceeds on average. */
const widestAverage = 0.75

/** An upper bound in points, `width` being that of the container where it is known. */
export function greatestHeight(node: PdfNode, width: number | undefined): number {
  const [left, top, right, bottom] = node.margin ?? [0, 0, 0, 0]
  const inner = width === undefined ? undefined : Math.max(0, width - left - right)
  return top + Math.max(0, bottom) + contentHeight(node, inner)
}

function contentHeight(node: PdfNode, width: number | undefined): number {
  if ('text' in node) return textHeight(node.text, node.lineHeight ?? 1, node.noWrap === true, width)
  if ('stack' in node) return sum(node.stack.map(inner => greatestHeight(inner, width)))
  if ('columns' in node) return most(node.columns.map(inner => greatestHeight(inner, undefined)))
  if ('ul' in node) return sum(node.ul.map(inner => greatestHeight(inner, undefined)))
  if ('ol' in node) return sum(node.ol.map(inner => greatestHeight(inner, undefined)))
  const { body, widths } = node.table
  const only = widths.length === 1 && widths[0] === '*' ? width : undefined
  return sum(body.map((cells, row) => rowHeight(cells, row, node.layout, only)))
}

/** One row with its paddings and lines; `width` is that of a table of one column. */
export function rowHeight(
  cells: readonly PdfNode[],
  row: number,
  layout: Extract<PdfNode, { table: unknown }>['layout'],
  width: number | undefined,
): number {
  const inner =
    width === undefined
      ? undefined
      : width - layout.paddingLeft(0) - layout.paddingRight(0) - layout.vLineWidth(0) - layout.vLineWidth(1)
  return (
    layout.hLineWidth(row) +
    layout.paddingTop(row) +
    most(cells.map(cell => greatestHeight(cell, inner))) +
    layout.paddingBottom(row) +
    layout.hLineWidth(row + 1)
  )
}

function textHeight(
  runs: readonly TextRun[],
  lineHeight: number,
  noWrap: boolean,
  width: number | undefined,
): number {
  const fontSize = most(runs.map(run => run.fontSize))
  const text = runs.map(run => run.text).join('')
  const lines = text.split('\n').map(line => {
    if (noWrap) return 1
    const words = mostWords(line)
    if (width === undefined || width <= 0) return words
    // Long words may leave half of every line empty.
    return Math.min(words, 1 + Math.ceil((2 * line.length * fontSize * widestAverage) / width))
  })
  // The font's own line is higher than its size by less than a fifth.
  return sum(lines) * fontSize * 1.2 * lineHeight
}

/** As many lines as the text has places to break at, every word standing alone. */
function mostWords(line: string): number {
  const broken = line.match(/[^\p{L}\p{N}]+|[\u0e00-\uffff]/gu)?.length ?? 0
  const long = sum((line.match(/\S{41,}/g) ?? []).map(word => word.length))
  return 1 + broken + long
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0)
}

function most(lengths: readonly number[]): number {
  return lengths.reduce((longest, length) => Math.max(longest, length), 0)
}
