/** Blocks: what stands below each other on the page, with its boxes, flex rows and lists. */
import { drawnBorder, nothing } from './definition.ts'
import type { Frame, NodeOptions, PdfNode } from './definition.ts'
import { greatestHeight } from './extent.ts'
import type { Style } from './style.ts'
import { tableNode } from './table.ts'
import { paragraph, pdfLineHeight } from './text.ts'
import type { Element } from './tree.ts'

const bulletKinds = new Set(['disc', 'circle', 'square', 'none'])

/** A block element with its box; undefined when there is nothing to show. */
export function block(element: Element, style: Style, frame: Frame): PdfNode | undefined {
  if (style.display === 'none') return undefined
  const node = content(element, style, frame)
  return node === undefined ? undefined : placed(boxed(node, style), style, frame)
}

/** Everything inside an element, without the element's own box. */
function content(element: Element, style: Style, frame: Frame): PdfNode | undefined {
  if (element.tag === 'hr') return { text: [], margin: [0, 0, 0, -style.fontSize] }
  if (style.display === 'table') {
    return tableNode(element, style, frame, (cell, cellStyle) => content(cell, cellStyle, frame))
  }
  if (style.display === 'flex') return flexRow(element, style, frame)
  if (element.tag === 'ul' || element.tag === 'ol') return list(element, style, frame)
  const nodes = stacked(element.children, style, frame)
  return nodes.length < 2 ? nodes[0] : { stack: nodes }
}

/** Blocks in order; the inline content between them becomes paragraphs of its own. */
function stacked(children: readonly (Element | string)[], style: Style, frame: Frame): PdfNode[] {
  const nodes: PdfNode[] = []
  let inline: (Element | string)[] = []
  const last = children.findLastIndex(child => typeof child !== 'string' || child.trim() !== '')
  let below = 0
  let reserved = 0
  function add(node: PdfNode | undefined, margin: number, keepWithNext: boolean): void {
    if (node === undefined) return
    const upper: PdfNode = reserved === 0 ? node : { stack: [node], margin: [0, -reserved, 0, 0] }
    const keeps = keepWithNext && greatestHeight(node, frame.width) + roomForNext <= frame.height
    reserved = keeps ? roomForNext : 0
    nodes.push(
      keeps ? { stack: [{ stack: [upper], margin: [0, 0, 0, reserved] }], unbreakable: true } : upper,
    )
    below = margin
  }
  function endParagraph(): void {
    add(paragraph(inline, style, frame.styles), 0, false)
    inline = []
  }
  for (const [index, child] of children.entries()) {
    const inner = typeof child === 'string' ? undefined : frame.styles.of(child, style)
    if (typeof child === 'string' || inner === undefined || inner.display === 'inline') {
      inline.push(child)
      continue
    }
    endParagraph()
    // Margins that meet are not added up (CSS 2.2, section 8.3.1).
    const [left, above, right, bottom] = inner.margin
    const node = block(child, { ...inner, margin: [left, Math.max(0, above - below), right, bottom] }, frame)
    add(node, bottom, inner.keepWithNext && index < last)
  }
  endParagraph()
  return nodes
}

/**
 * Points. A heading that must not end a page asks for as much below it, which the next block then takes
 * back: the head and the first row of a table.
 */
const roomForNext = 48

/** Background, border and padding, which the PDF library knows for tables only. */
function boxed(node: PdfNode, style: Style): PdfNode {
  if (isDrawn(style)) return boxes([{ node, style, width: '*' }], 0)
  return style.padding.some(side => side > 0) ? { stack: [node], margin: style.padding } : node
}

function isDrawn({ background, border }: Style): boolean {
  return background !== undefined || border.some(side => side.width > 0)
}

/** What stands in a box, and how wide the box is. */
interface Boxed {
  node: PdfNode
  style: Style
  width: number | string
}

/** Boxes of the same height beside each other, as cells of one row; the gaps are cells as well. */
function boxes(items: readonly Boxed[], gap: number): PdfNode {
  const cells = items.flatMap((item, index) => (index === 0 ? [item] : [undefined, item]))
  const cell = (item: Boxed | undefined): PdfNode => {
    if (item === undefined) return { ...nothing(), border: [false, false, false, false] }
    const { background, border } = item.style
    return {
      stack: [item.node],
      ...drawnBorder(border),
      ...(background !== undefined && { fillColor: background }),
    }
  }
  const side = (column: number, which: 0 | 2): number => cells[column]?.style.padding[which] ?? 0
  const line = (column: number, which: 0 | 2): number => cells[column]?.style.border[which].width ?? 0
  const most = (length: (style: Style) => number): number =>
    Math.max(...items.map(item => length(item.style)))
  return {
    table: {
      widths: cells.map(item => item?.width ?? gap),
      body: [cells.map(cell)],
      headerRows: 0,
      dontBreakRows: false,
      keepWithHeaderRows: 0,
    },
    layout: {
      hLineWidth: index => most(style => style.border[index === 0 ? 1 : 3].width),
      vLineWidth: index => Math.max(line(index - 1, 2), line(index, 0)),
      paddingLeft: column => side(column, 0),
      paddingRight: column => side(column, 2),
      paddingTop: () => most(style => style.padding[1]),
      paddingBottom: () => most(style => style.padding[3]),
      hLineWhenBroken: false,
    },
  }
}

/** Margins, page breaks, and a width of its own. */
function placed(node: PdfNode, style: Style, frame: Frame): PdfNode {
  const fits = style.keepTogether && greatestHeight(node, frame.width) <= frame.height
  const options: NodeOptions = {
    ...(style.breakBefore && { pageBreak: 'before' }),
    ...(fits && { unbreakable: true }),
  }
  const { margin, width } = style
  const sized = width !== undefined && width !== '100%' && style.display !== 'table'
  if (sized) {
    const columns: PdfNode[] = [
      { stack: [node], width },
      { ...nothing(), width: '*' },
    ]
    return { columns: style.pushedRight ? columns.toReversed() : columns, columnGap: 0, margin, ...options }
  }
  const bare = margin.every(side => side === 0) && Object.keys(options).length === 0
  return bare ? node : { stack: [node], margin, ...options }
}

/** Items side by side. `justify-content` gives the room that is left over to empty columns. */
function flexRow(element: Element, style: Style, frame: Frame): PdfNode | undefined {
  const items: Boxed[] = []
  for (const child of element.children) {
    const own = typeof child === 'string' ? undefined : frame.styles.of(child, style)
    if (typeof child === 'string' || own === undefined) {
      const node = paragraph([child], style, frame.styles)
      if (node !== undefined) items.push({ node, style: { ...style, ...boxless }, width: 'auto' })
    } else if (own.display !== 'none') {
      const node = content(
        child,
        { ...own, display: own.display === 'inline' ? 'block' : own.display },
        frame,
      )
      items.push({ node: node ?? nothing(), style: own, width: own.width ?? (own.grows ? '*' : 'auto') })
    }
  }
  if (items.length === 0) return undefined
  if (items.every(item => item.width !== 'auto') && items.some(item => isDrawn(item.style))) {
    return boxes(items.map(narrowed), style.columnGap)
  }
  const columns = items.map((item): PdfNode => ({
    stack: [boxed(item.node, item.style)],
    margin: item.style.margin,
    width: item.width,
  }))
  return { columns: justified(columns, style.justify), columnGap: style.columnGap }
}

const boxless = {
  background: undefined,
  padding: [0, 0, 0, 0],
  margin: [0, 0, 0, 0],
} satisfies Partial<Style>

/** A width is that of the whole box, a cell's that of its content. */
function narrowed(item: Boxed): Boxed {
  const { padding } = item.style
  return typeof item.width === 'number' ? { ...item, width: item.width - padding[0] - padding[2] } : item
}

function justified(columns: PdfNode[], justify: string): PdfNode[] {
  if (columns.some(column => column.width === '*')) return columns
  const room = (): PdfNode => ({ ...nothing(), width: '*' })
  switch (justify) {
    case 'space-between':
      return columns.flatMap((column, index) => (index === 0 ? [column] : [room(), column]))
    case 'center':
    case 'space-around':
    case 'space-evenly':
      return [room(), ...columns, room()]
    case 'end':
    case 'flex-end':
    case 'right':
      return [room(), ...columns]
    default:
      return columns
  }
}

function list(element: Element, style: Style, frame: Frame): PdfNode | undefined {
  const items: PdfNode[] = []
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const node = block(child, frame.styles.of(child, style), frame)
    if (node !== undefined) items.push(node)
  }
  if (items.length === 0) return undefined
  const { fontSize, color, listStyle: type } = style
  const marker = { type, fontSize, color, lineHeight: pdfLineHeight(style) }
  return bulletKinds.has(type) ? { ul: items, ...marker } : { ol: items, ...marker }
}
