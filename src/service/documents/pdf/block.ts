/** Blocks: what stands below each other on the page, with its boxes, flex rows and lists. */
import { drawnBorder, nothing } from './definition.ts'
import type { NodeOptions, PdfNode } from './definition.ts'
import type { Style, Styles } from './style.ts'
import { tableNode } from './table.ts'
import { paragraph, pdfLineHeight } from './text.ts'
import type { Element } from './tree.ts'

const bulletKinds = new Set(['disc', 'circle', 'square', 'none'])

/** A block element with its box; undefined when there is nothing to show. */
export function block(element: Element, style: Style, styles: Styles): PdfNode | undefined {
  if (style.display === 'none') return undefined
  const node = content(element, style, styles)
  return node === undefined ? undefined : placed(boxed(node, style), style)
}

/** Everything inside an element, without the element's own box. */
export function content(element: Element, style: Style, styles: Styles): PdfNode | undefined {
  if (element.tag === 'img') return image(element, style)
  if (element.tag === 'hr') return { text: [], margin: [0, 0, 0, -style.fontSize] }
  if (style.display === 'table') return tableNode(element, style, styles, (cell, cellStyle) => content(cell, cellStyle, styles))
  if (style.display === 'flex') return flexRow(element, style, styles)
  if (element.tag === 'ul' || element.tag === 'ol') return list(element, style, styles)
  const nodes = stacked(element.children, style, styles)
  return nodes.length < 2 ? nodes[0] : { stack: nodes }
}

/** Blocks in order; the inline content between them becomes paragraphs of its own. */
function stacked(children: readonly (Element | string)[], style: Style, styles: Styles): PdfNode[] {
  const nodes: PdfNode[] = []
  let inline: (Element | string)[] = []
  let below = 0
  function endParagraph(): void {
    const node = paragraph(inline, style, styles)
    inline = []
    if (node === undefined) return
    nodes.push(node)
    below = 0
  }
  for (const child of children) {
    const inner = typeof child === 'string' ? undefined : styles.of(child, style)
    if (typeof child === 'string' || inner === undefined || inner.display === 'inline') {
      inline.push(child)
      continue
    }
    endParagraph()
    // Margins that meet are not added up (CSS 2.2, section 8.3.1).
    const [left, above, right, bottom] = inner.margin
    const node = block(child, { ...inner, margin: [left, Math.max(0, above - below), right, bottom] }, styles)
    if (node === undefined) continue
    nodes.push(node)
    below = bottom
  }
  endParagraph()
  return nodes
}

/** Background, border and padding, which the PDF library knows for tables only. */
function boxed(node: PdfNode, style: Style): PdfNode {
  const { padding, border, background } = style
  const drawn = background !== undefined || border.some(side => side.width > 0)
  if (!drawn) return padding.some(side => side > 0) ? { stack: [node], margin: padding } : node
  const cell: PdfNode = {
    stack: [node],
    ...drawnBorder(border),
    ...(background !== undefined && { fillColor: background }),
  }
  const [left, top, right, bottom] = padding
  return {
    table: { widths: ['*'], body: [[cell]], headerRows: 0, dontBreakRows: false, keepWithHeaderRows: 0 },
    layout: {
      hLineWidth: line => border[line === 0 ? 1 : 3].width,
      vLineWidth: line => border[line === 0 ? 0 : 2].width,
      paddingLeft: () => left,
      paddingTop: () => top,
      paddingRight: () => right,
      paddingBottom: () => bottom,
      hLineWhenBroken: false,
    },
  }
}

/** Margins, page breaks, and a width of its own. */
function placed(node: PdfNode, style: Style): PdfNode {
  const options: NodeOptions = {
    ...(style.breakBefore && { pageBreak: 'before' }),
    ...(style.keepTogether && { unbreakable: true }),
  }
  const { margin, width } = style
  const sized = width !== undefined && width !== '100%' && style.display !== 'table' && !('image' in node)
  if (sized) {
    const columns: PdfNode[] = [{ stack: [node], width }, { ...nothing(), width: '*' }]
    return { columns: style.pushedRight ? columns.reverse() : columns, columnGap: 0, margin, ...options }
  }
  const bare = margin.every(side => side === 0) && Object.keys(options).length === 0
  return bare ? node : { stack: [node], margin, ...options }
}

/** Items side by side. `justify-content` gives the room that is left over to empty columns. */
function flexRow(element: Element, style: Style, styles: Styles): PdfNode | undefined {
  const columns: PdfNode[] = []
  for (const child of element.children) {
    const item = typeof child === 'string' ? undefined : styles.of(child, style)
    if (typeof child === 'string' || item === undefined) {
      const node = paragraph([child], style, styles)
      if (node !== undefined) columns.push({ stack: [node], width: 'auto' })
    } else if (item.display !== 'none') {
      const { width, ...inner } = item
      const blockified = inner.display === 'inline' ? 'block' : inner.display
      const node = block(child, { ...inner, width: undefined, display: blockified }, styles)
      columns.push({ stack: node === undefined ? [] : [node], width: width ?? (inner.grows ? '*' : 'auto') })
    }
  }
  if (columns.length === 0) return undefined
  return { columns: justified(columns, style.justify), columnGap: style.columnGap }
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

function list(element: Element, style: Style, styles: Styles): PdfNode | undefined {
  const items: PdfNode[] = []
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const node = block(child, styles.of(child, style), styles)
    if (node !== undefined) items.push(node)
  }
  if (items.length === 0) return undefined
  const { fontSize, color, listStyle: type } = style
  const marker = { type, fontSize, color, lineHeight: pdfLineHeight(style) }
  return bulletKinds.has(type) ? { ul: items, ...marker } : { ol: items, ...marker }
}

/** Only pictures that the page itself carries. */
function image(element: Element, style: Style): PdfNode | undefined {
  const source = element.attributes.get('src') ?? ''
  if (!/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/.test(source)) return undefined
  return { image: source, ...(typeof style.width === 'number' && { width: style.width }) }
}
