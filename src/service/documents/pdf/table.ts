/** Tables: rows and cells with their spans, borders and column widths. */
import { drawnBorder, nothing } from './definition.ts'
import type { Frame, PdfNode, Table, TableLayout } from './definition.ts'
import { rowHeight } from './extent.ts'
import type { Sides, Style, Styles } from './style.ts'
import type { Element } from './tree.ts'

/** A cell where it begins, in rows and columns from 0. */
interface Cell {
  element: Element
  style: Style
  row: number
  column: number
  colSpan: number
  rowSpan: number
}

interface Grid {
  cells: Cell[]
  rows: number
  columns: number
  headerRows: number
}

/** A wider span would be a mistake. */
const widestSpan = 100

/** In the order in which they are shown. */
const sections = ['thead', 'tbody', 'tfoot']

/** Undefined for a table without cells. The head is repeated on every page. */
export function tableNode(
  table: Element,
  style: Style,
  frame: Frame,
  cellContent: (cell: Element, style: Style) => PdfNode | undefined,
): PdfNode | undefined {
  const grid = readGrid(table, style, frame.styles)
  if (grid.columns === 0) return undefined
  const body = Array.from({ length: grid.rows }, () =>
    Array.from({ length: grid.columns }, (): PdfNode => nothing()),
  )
  for (const cell of grid.cells) {
    const row = body[cell.row]
    if (row !== undefined) row[cell.column] = cellNode(cell, cellContent(cell.element, cell.style))
  }
  const lines = layout(grid)
  return {
    table: { widths: widths(grid, style), body, ...breaking(body, grid.headerRows, lines, frame) },
    layout: lines,
  }
}

/** What is kept on one page, as far as it is sure to fit there. */
function breaking(
  body: PdfNode[][],
  headerRows: number,
  lines: TableLayout,
  frame: Frame,
): Pick<Table, 'headerRows' | 'keepWithHeaderRows' | 'dontBreakRows'> {
  const heights = body.map((cells, row) => rowHeight(cells, row, lines, undefined))
  const head = heights.slice(0, headerRows).reduce((sum, height) => sum + height, 0)
  const repeated = head <= frame.height / 2 ? headerRows : 0
  const fits = heights.every(height => head + height <= frame.height)
  return {
    headerRows: repeated,
    keepWithHeaderRows: fits && repeated > 0 && repeated < body.length ? 1 : 0,
    dontBreakRows: fits,
  }
}

function cellNode(cell: Cell, inner: PdfNode | undefined): PdfNode {
  const { background, border, verticalAlignment } = cell.style
  return {
    stack: inner === undefined ? [] : [inner],
    ...drawnBorder(border),
    ...(background !== undefined && { fillColor: background }),
    ...(verticalAlignment !== 'top' && { verticalAlignment }),
    ...(cell.colSpan > 1 && { colSpan: cell.colSpan }),
    ...(cell.rowSpan > 1 && { rowSpan: cell.rowSpan }),
  }
}

function readGrid(table: Element, tableStyle: Style, styles: Styles): Grid {
  const grid: Grid = { cells: [], rows: 0, columns: 0, headerRows: 0 }
  /** By column: how many more rows a cell from above still fills. */
  const filled: number[] = []
  for (const tag of sections) {
    for (const section of elements(table, tag)) {
      const sectionStyle = styles.of(section, tableStyle)
      if (sectionStyle.display === 'none') continue
      for (const row of elements(section, 'tr')) {
        const rowStyle = styles.of(row, sectionStyle)
        if (rowStyle.display === 'none') continue
        readRow(
          row,
          { ...rowStyle, background: rowStyle.background ?? sectionStyle.background },
          grid,
          filled,
          styles,
        )
        if (tag === 'thead') grid.headerRows++
      }
    }
  }
  for (const cell of grid.cells) cell.rowSpan = Math.min(cell.rowSpan, grid.rows - cell.row)
  return grid
}

function readRow(row: Element, rowStyle: Style, grid: Grid, filled: number[], styles: Styles): void {
  let column = 0
  const skipFilled = (): void => {
    for (let rows = filled[column] ?? 0; rows > 0; rows = filled[column] ?? 0) filled[column++] = rows - 1
  }
  for (const element of row.children) {
    if (typeof element === 'string' || (element.tag !== 'td' && element.tag !== 'th')) continue
    const own = styles.of(element, rowStyle)
    if (own.display === 'none') continue
    skipFilled()
    const style = {
      ...own,
      background: own.background ?? rowStyle.background,
      border: collapsed(own, rowStyle),
    }
    const colSpan = span(element, 'colspan')
    const rowSpan = span(element, 'rowspan')
    grid.cells.push({ element, style, row: grid.rows, column, colSpan, rowSpan })
    for (let spanned = 0; spanned < colSpan; spanned++) filled[column++] = rowSpan - 1
  }
  skipFilled()
  grid.columns = Math.max(grid.columns, column)
  grid.rows++
}

/** A row's lines above and below are drawn by its cells. */
function collapsed(cell: Style, row: Style): Style['border'] {
  const [left, top, right, bottom] = cell.border
  return [left, top.width > 0 ? top : row.border[1], right, bottom.width > 0 ? bottom : row.border[3]]
}

/**
 * A width that a cell asks for holds. Otherwise a column whose cells must not wrap is as wide as
 * they are, and the others share what is left; a table without a width is as wide as its content.
 */
function widths({ cells, columns }: Grid, table: Style): (number | string)[] {
  const single = cells.filter(cell => cell.colSpan === 1)
  const found = Array.from({ length: columns }, (_, column) => {
    const own = single.filter(cell => cell.column === column)
    const asked = own.find(cell => cell.style.width !== undefined)?.style
    if (asked !== undefined && typeof asked.width === 'string') return asked.width
    if (asked !== undefined) return Math.max(0, Number(asked.width) - asked.padding[0] - asked.padding[2])
    const wraps = own.some(cell => cell.style.whiteSpace !== 'nowrap' && cell.element.children.length > 0)
    return table.width === undefined || !wraps ? 'auto' : '*'
  })
  const fills = table.width !== undefined && !found.some(width => width === '*')
  const stretched = found.indexOf('auto')
  return fills && stretched >= 0 ? found.with(stretched, '*') : found
}

/** Paddings and lines are those of the cell that has most, in each row and column. */
function layout({ cells, rows, columns }: Grid): TableLayout {
  const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
  const horizontal = zeros(rows + 1)
  const vertical = zeros(columns + 1)
  const padding: Sides<number[]> = [zeros(columns), zeros(rows), zeros(columns), zeros(rows)]
  for (const { style, row, column, colSpan, rowSpan } of cells) {
    const [left, top, right, bottom] = style.border
    widen(vertical, column, left.width)
    widen(vertical, column + colSpan, right.width)
    widen(horizontal, row, top.width)
    widen(horizontal, row + rowSpan, bottom.width)
    widen(padding[0], column, style.padding[0])
    widen(padding[1], row, style.padding[1])
    widen(padding[2], column + colSpan - 1, style.padding[2])
    widen(padding[3], row + rowSpan - 1, style.padding[3])
  }
  return {
    hLineWidth: line => horizontal[line] ?? 0,
    vLineWidth: line => vertical[line] ?? 0,
    paddingLeft: column => padding[0][column] ?? 0,
    paddingTop: row => padding[1][row] ?? 0,
    paddingRight: column => padding[2][column] ?? 0,
    paddingBottom: row => padding[3][row] ?? 0,
    hLineWhenBroken: false,
  }
}

function widen(lengths: number[], index: number, length: number): void {
  lengths[index] = Math.max(lengths[index] ?? 0, length)
}

function span(cell: Element, attribute: string): number {
  const asked = Number(cell.attributes.get(attribute) ?? 1)
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, widestSpan) : 1
}

function elements(parent: Element, tag: string): Element[] {
  return parent.children.filter(child => typeof child !== 'string').filter(child => child.tag === tag)
}
