/**
 * PDF from HTML without a browser: the page's own print style, laid out by pdfmake. What it knows is what
 * business documents need: text, lists, tables, boxes, rows of `display: flex`, page breaks, `@page` with
 * its margin boxes. Pictures, floats, grids and positions are left out.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../../core/index.ts'
import { block } from './block.ts'
import { readPaper } from './paper.ts'
import { createStyles } from './style.ts'
import { fontFolder, loadPrinter } from './pdf-library.ts'
import { parseStylesheet } from './stylesheet.ts'
import { readPage } from './tree.ts'
import type { PageLimits } from './tree.ts'

export interface PdfPrinter {
  /**
   * The same page at the same instant gives the same bytes.
   * Throws `PageTooLarge` for a page beyond the limits.
   */
  print(html: string, createdAt: Instant): Promise<Uint8Array>
}

/** Some sixty pages of tables; laying them out takes a second or two, in which nothing else is served. */
const pageLimits: PageLimits = { elements: 20_000, depth: 100, characters: 300_000 }

const fontFiles = {
  normal: 'Roboto-Regular.ttf',
  bold: 'Roboto-Medium.ttf',
  italics: 'Roboto-Italic.ttf',
  bolditalics: 'Roboto-MediumItalic.ttf',
}

/** Loads the PDF library and its fonts, so callers make the printer when the first PDF is asked for. */
export async function createPdfPrinter(limits: PageLimits = pageLimits): Promise<PdfPrinter> {
  const Printer = loadPrinter()
  const folder = fontFolder()
  const fonts = new Map<string, Uint8Array>()
  for (const name of Object.values(fontFiles)) fonts.set(name, await readFile(join(folder, name)))
  const files = {
    existsSync: (path: string) => fonts.has(path),
    readFileSync(path: string) {
      const font = fonts.get(path)
      if (font === undefined) throw new Error(`${path} is no font of this printer`)
      return font
    },
  }
  // A document has neither the network nor the file system.
  const urls = { resolve: () => Promise.resolve(), resolved: () => Promise.resolve() }

  return {
    async print(html, createdAt) {
      const page = await readPage(html, limits)
      const sheet = parseStylesheet(page.css)
      const styles = createStyles(sheet.rules)
      const paper = readPaper(sheet.pages)
      const [left, top, right, bottom] = paper.margins
      const frame = {
        styles,
        width: paper.size.width - left - right,
        height: paper.size.height - top - bottom,
      }
      const content = block(page.root, styles.of(page.root, undefined), frame)
      const printer = new Printer({ Roboto: { ...fontFiles } }, files, urls, () => false)
      const pdf = await printer.createPdfKitDocument({
        pageSize: paper.size,
        pageMargins: paper.margins,
        header: paper.header,
        footer: paper.footer,
        content: content ?? '',
        defaultStyle: { font: 'Roboto' },
        language: 'es',
        displayTitle: true,
        version: '1.7',
        info: {
          title: page.title,
          creator: 'ensayo',
          producer: 'pdfmake',
          creationDate: new Date(createdAt),
          modDate: new Date(createdAt),
        },
      })
      const chunks: Uint8Array[] = []
      pdf.end()
      for await (const chunk of pdf) if (chunk instanceof Uint8Array) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}
