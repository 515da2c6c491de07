import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/index.ts'
import { bundledContract } from '../load.ts'
import { typesOf } from './index.ts'

const document: JsonObject = JSON.parse(await readFile(bundledContract, 'utf8'))

test('the comment of a node ends with what the node rests on', async () => {
  const types = await typesOf(document)
  expect(types).toMatch(/\*\s+Stated: REP-2, its name and place\. The rest is assumed: GAP-PAGING\.\n\s+\* @default 50\n\s+\*\/\n\s+resultsPerPage\?: number;/)
  expect(types).toContain('Stated to exist: REP-2. How it looks is assumed: GAP-REPORT-RESULT.')
  expect(types).toContain('Assumed: GAP-ERRORS.')
  expect(types).toMatch(/PdfDocument: Uint8Array/)
})

test('the declarations follow the document', async () => {
  const changed: JsonObject = JSON.parse(JSON.stringify(document).replaceAll('"resultsPerPage"', '"filas por página"'))
  const types = await typesOf(changed)
  expect(types.includes('"filas por página"?: number;')).toBe(true)
  expect(types.includes('resultsPerPage?')).toBe(false)
})

test('without its libraries it says in one line how to install them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'types-'))
  try {
    const source = new URL('../../', import.meta.url)
    await cp(new URL('contract/typescript', source), join(folder, 'contract/typescript'), { recursive: true })
    await cp(new URL('core', source), join(folder, 'core'), { recursive: true })
    await writeFile(
      join(folder, 'main.js'),
      `import { typesOf } from './contract/typescript/index.ts'\n` +
        `await typesOf({}).catch((error) => process.stdout.write(error.name + ': ' + error.message))`,
    )
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js')])
    expect(stdout).toMatch(/^TypesUnavailable: .*; run: npm i -D openapi-typescript typescript$/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
