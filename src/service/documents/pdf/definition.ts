/** The part of pdfmake's document definition that is used here. Lengths are points. */
import type { Border, Sides, Styles } from './style.ts'

export interface TextRun {
  text: string
  fontSize: number
  bold: boolean
  italics: boolean
  color: string
  characterSpacing?: number
  decoration?: 'underline' | 'lineThrough'
  background?: string
  link?: string
  /** Breaks it anywhere, not only where words end. */
  wordBreak?: 'break-all'
}

/** What any node may carry. */
export interface NodeOptions {
  margin?: Sides<number>
  width?: number | string
  unbreakable?: boolean
  pageBreak?: 'before'
  verticalAlignment?: 'top' | 'middle' | 'bottom'
  // In a table's cell.
  colSpan?: number
  rowSpan?: number
  fillColor?: string
  border?: Sides<boolean>
  borderColor?: Sides<string>
}

export type PdfNode = NodeOptions &
  (
    | { text: TextRun[]; alignment?: string; lineHeight?: number; noWrap?: boolean }
    | { stack: PdfNode[] }
    | { columns: PdfNode[]; columnGap: number }
    | { table: Table; layout: TableLayout }
    | { ul: PdfNode[]; type: string; fontSize: number; color: string; lineHeight: number }
    | { ol: PdfNode[]; type: string; fontSize: number; color: string; lineHeight: number }
  )

export interface Table {
  widths: (number | string)[]
  body: PdfNode[][]
  headerRows: number
  /** Rows that go to the next page as a whole. */
  dontBreakRows: boolean
  /** Rows that stay with the header at a page's end. */
  keepWithHeaderRows: number
}

/** Widths of lines and paddings by their index in the table. */
export interface TableLayout {
  hLineWidth(line: number): number
  vLineWidth(line: number): number
  paddingLeft(column: number): number
  paddingRight(column: number): number
  paddingTop(row: number): number
  paddingBottom(row: number): number
  /** False: no line where a page ends inside the table. */
  hLineWhenBroken: boolean
}

/** What layout needs to know besides the element. Lengths in points. */
export interface Frame {
  styles: Styles
  /** Of a page without its margins. */
  width: number
  height: number
}

/** Shows nothing: where another cell spans, or as a column for the room that is left over. */
export function nothing(): PdfNode & { text: TextRun[] } {
  return { text: [] }
}

/** The sides of a border that are drawn, and in which colours. */
export function drawnBorder(border: Sides<Border>): Required<Pick<NodeOptions, 'border' | 'borderColor'>> {
  const [left, top, right, bottom] = border
  return {
    border: [left.width > 0, top.width > 0, right.width > 0, bottom.width > 0],
    borderColor: [left.color, top.color, right.color, bottom.color],
  }
}
