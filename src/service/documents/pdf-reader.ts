/** Reads PDFs back in tests, with a library that has no part in making them. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface PdfText {
  text: string
  /** Points, from the page's lower left corner. */
  x: number
  y: number
  width: number
}

export interface ReadPage {
  width: number
  height: number
  items: PdfText[]
  /** All of it in one line, no-break spaces as plain ones. */
  text: string
}

export interface ReadPdf {
  title: unknown
  createdAt: unknown
  language: unknown
  pages: ReadPage[]
  /** PostScript names of the embedded fonts. */
  fonts: string[]
}

export async function readPdf(content: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0, fontExtraProperties: true })
  const pdf = await task.promise
  const { info } = await pdf.getMetadata()
  const details = new Map(Object.entries(info))
  const pages: ReadPage[] = []
  const fonts = new Set<string>()
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    await page.getOperatorList()
    const { width, height } = page.getViewport({ scale: 1 })
    const items: PdfText[] = []
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const font: unknown = page.commonObjs.get(item.fontName)
      if (typeof font === 'object' && font !== null && 'name' in font) fonts.add(String(font.name))
      items.push({
        text: plain(item.str),
        x: Number(item.transform[4]),
        y: Number(item.transform[5]),
        width: item.width,
      })
    }
    pages.push({
      width,
      height,
      items,
      text: items
        .map(({ text }) => text.trim())
        .join(' ')
        .replace(/\s+/g, ' '),
    })
  }
  await task.destroy()
  const language = details.get('Language')
  return {
    title: details.get('Title'),
    createdAt: details.get('CreationDate'),
    language,
    pages,
    fonts: [...fonts],
  }
}

/** Spanish formats use no-break spaces. */
export function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
