/** What a document says of itself: whether it is of its format, and which text it shows. */
import type { DocumentAnswer, JsonValue } from '../src/core/index.ts'
import { isJsonObject } from '../src/core/index.ts'

export type Content =
  /** `text` is undefined where there is no reader for it here; `about` says what was seen. */
  | { sound: true; about: string; text: string | undefined }
  | { sound: false; fault: string }

/** Libraries are loaded when the first document comes: a run without documents does without them. */
export async function readContent(answer: DocumentAnswer): Promise<Content> {
  switch (answer.format) {
    case 'html':
      return readHtml(answer.content)
    case 'json':
      return readJson(answer.content)
    case 'pdf':
      return readPdf(answer.content)
  }
}

function readJson(content: JsonValue): Content {
  const texts = leaves(content)
  return { sound: true, about: `JSON with ${texts.length} values`, text: texts.join('\n') }
}

function leaves(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (isJsonObject(value)) return Object.values(value).flatMap((inner) => (inner === undefined ? [] : leaves(inner)))
  return value === null ? [] : [String(value)]
}

/** Browsers accept any HTML; one that ends within a tag or a comment was cut off. */
async function readHtml(content: string): Promise<Content> {
  const start = content.trimStart()
  if (start === '') return { sound: false, fault: 'it is empty' }
  if (!start.startsWith('<') && !/<[a-z][^>]*>/i.test(start)) return { sound: false, fault: `it has no element: ${start.slice(0, 60)}` }
  const { parse } = await import('parse5')
  const faults: string[] = []
  const document = parse(content, { onParseError: ({ code }) => faults.push(code) })
  const cut = faults.find((code) => code.startsWith('eof-') && code !== 'eof-before-tag-name')
  if (cut !== undefined) return { sound: false, fault: `it is cut off (${cut})` }
  const texts: string[] = []
  let elements = 0
  const visit = (node: Node): void => {
    if (node.nodeName === 'style' || node.nodeName === 'script') return
    if (node.value !== undefined && node.nodeName === '#text') texts.push(node.value)
    if (!node.nodeName.startsWith('#')) elements += 1
    for (const child of node.childNodes ?? []) visit(child)
  }
  visit(document)
  return { sound: true, about: `HTML with ${elements} elements`, text: texts.join(' ') }
}

/** The little of a parsed tree that is needed here. */
interface Node {
  nodeName: string
  value?: string
  childNodes?: readonly Node[]
}

async function readPdf(content: Uint8Array): Promise<Content> {
  const fault = pdfFault(content)
  if (fault !== undefined) return { sound: false, fault }
  const reader = await pdfReader()
  if (reader === undefined) {
    return { sound: true, about: `a PDF of ${content.length} bytes by its header and trailer (pdfjs-dist, which would open it, is not installed)`, text: undefined }
  }
  try {
    // The reader takes the buffer for itself.
    const document = await reader.getDocument({ data: Uint8Array.from(content), verbosity: 0 }).promise
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    await document.destroy()
    return { sound: true, about: `a PDF of ${content.length} bytes that a reader opens, with ${pages.length} pages`, text: pages.join('\n') }
  } catch (error) {
    return { sound: false, fault: `a PDF reader does not open it: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** ISO 32000-1, 7.5.2 and 7.5.5; readers look for the header in the first 1024 bytes, and for the trailer at the end. */
function pdfFault(content: Uint8Array): string | undefined {
  const { latin1Slice } = latin1(content)
  const header = latin1Slice(0, 1024)
  if (!header.includes('%PDF-')) return `it has no PDF header, it begins with ${JSON.stringify(header.slice(0, 20))}`
  const trailer = latin1Slice(Math.max(0, content.length - 2048), content.length)
  if (!trailer.includes('%%EOF')) return 'it has no end-of-file marker, so it is cut off'
  return trailer.includes('startxref') ? undefined : 'its trailer does not say where the objects are'
}

function latin1(content: Uint8Array): { latin1Slice: (from: number, to: number) => string } {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return { latin1Slice: (from, to) => buffer.toString('latin1', from, to) }
}

/** It is large and only needed here, so that who has it installed has it used. */
async function pdfReader(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs') | undefined> {
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } catch {
    return undefined
  }
}
