export { createPdfPrinter } from './printer.ts'
export type { PdfPrinter } from './printer.ts'
export { PageTooLarge } from './tree.ts'
