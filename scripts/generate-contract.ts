/**
 * Makes everything that is derived from the hand-written contract:
 *
 *   openapi/generated/openapi.json      one file, references inside of it only
 *   openapi/generated/statements.json   the catalogue for run time
 *   src/contract/generated/types.ts     the wire's types, each with its basis
 *
 * `--check` writes nothing and exits with 1 when a committed file is not what would be written.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SwaggerParser from '@apidevtools/swagger-parser'
import { parse } from 'yaml'
import { typesOf } from '../src/contract/typescript/index.ts'
import type { JsonObject, JsonValue } from '../src/core/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const notice = '// Made by scripts/generate-contract.ts from the contract in openapi/; not to be edited.'

const bundle = bundled('openapi/openapi.yaml')
await validate(bundle)
const outputs: Record<string, string> = {
  'openapi/generated/openapi.json': asText(bundle),
  'openapi/generated/statements.json': asText(parse(present('openapi/statements.yaml'))),
  'src/contract/generated/types.ts': `${notice}\n\n${await typesOf(bundle)}`,
}

if (process.argv.includes('--check')) {
  const stale = Object.keys(outputs).filter((file) => present(file) !== outputs[file])
  for (const file of stale) process.stderr.write(`${file} is stale; run: node scripts/generate-contract.ts\n`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [file, text] of Object.entries(outputs)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

/** The contract in one document, its components under the names that its files give them. */
function bundled(file: string): JsonObject {
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  try {
    const output = join(folder, 'bundle.json')
    const options = ['--config', 'openapi/redocly.yaml', '--output', output]
    execFileSync(process.execPath, [redocly, 'bundle', file, ...options], {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: 'pipe',
    })
    return JSON.parse(readFileSync(output, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Throws when the document breaks the OpenAPI specification or a reference leads out of it. */
async function validate(document: JsonObject): Promise<void> {
  // The parser replaces references in the document that it is given.
  await SwaggerParser.validate(JSON.parse(JSON.stringify(document)), { resolve: { external: false } })
}

function asText(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The text of a file of the repository, empty when there is none. */
function present(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
}
