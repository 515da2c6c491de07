/** Where pdfmake and its fonts are. The published package has a bundle of the two in this module's place. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** CommonJS with a member `default`, which loaders of modules read in different ways. */
export function loadPrinter(): typeof import('pdfmake/js/Printer.js').default {
  const library: typeof import('pdfmake/js/Printer.js') = require('pdfmake/js/Printer.js')
  return library.default
}

/** The folder with the Roboto fonts. */
export function fontFolder(): string {
  return join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto')
}
