/**
 * Builds what the published package runs: JavaScript in `dist/`, in the folders of its sources, with the declarations
 * that its exports reach, the files that are read at run time, and the used part of some libraries.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { libraryModules, takeIn } from './package/libraries.ts'
import { notices } from './package/notices.ts'
import { keepReached } from './package/reached.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const require = createRequire(import.meta.url)

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })

interface Manifest {
  name: string
  version: string
  type: string
  exports: Record<string, string | { types: string; default: string }>
}
const { name, version, type, exports }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entries = Object.values(exports).filter((entry) => typeof entry !== 'string')
const code = [...entries.map((entry) => entry.default), 'dist/src/cli/index.js']
keepReached({ folder: dist, entries: code.map((path) => join(root, path)), ending: '.js' })
keepReached({ folder: dist, entries: entries.map((entry) => join(root, entry.types)), ending: '.d.ts' })

// Read at run time, by their place beside the sources.
const assets = [
  'fixtures',
  'openapi/generated',
  'openapi/control',
  'src/mock/playground/assets',
  'src/cli/profile/ensayo.config.schema.json',
]
for (const asset of assets) cpSync(join(root, asset), join(dist, asset), { recursive: true })
// The program asks for its version by the way from its source.
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type })}\n`)

const pdfFolder = join(dist, 'src/service/documents/pdf')
const pdfmake = dirname(require.resolve('pdfmake/package.json'))
const pdfLibrary = `
import pdfmake from 'pdfmake/js/Printer.js'
import { fileURLToPath } from 'node:url'
export const loadPrinter = () => pdfmake.default
export const fontFolder = () => fileURLToPath(new URL('./fonts', import.meta.url))
`
cpSync(join(pdfmake, 'fonts/Roboto'), join(pdfFolder, 'fonts'), { recursive: true })

const taken = await takeIn({
  folder: dist,
  modules: new Map([...libraryModules(dist), [join(pdfFolder, 'pdf-library.js'), pdfLibrary]]),
})

const swagger = dirname(require.resolve('swagger-ui-dist/package.json'))
for (const asset of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  cpSync(join(swagger, asset), join(dist, 'src/mock/playground/assets', asset))
}

writeFileSync(join(dist, 'third-party-licenses.txt'), notices([...taken, swagger]))
