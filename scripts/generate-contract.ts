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
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { parse } from 'yaml'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const root = fileURLToPath(new URL('..', import.meta.url))

const bundle = bundled('openapi/openapi.yaml')
await validate(bundle)
const outputs: Record<string, string> = {
  'openapi/generated/openapi.json': asText(bundle),
  'openapi/generated/statements.json': asText(parse(present('openapi/statements.yaml'))),
  'src/contract/generated/types.ts': await typesOf(bundle),
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
function bundled(file: string): Json {
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
async function validate(document: Json): Promise<void> {
  // The parser replaces references in the document that it is given.
  await SwaggerParser.validate(JSON.parse(JSON.stringify(document)), { resolve: { external: false } })
}

async function typesOf(document: Json): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withBasisInWords(document)), {
    // Who sends a property that has a default may leave it out.
    defaultNonNullable: false,
    // A body that is not JSON and has no type is bytes.
    transform: (schema) =>
      schema.type === undefined && 'contentMediaType' in schema
        ? ts.factory.createTypeReferenceNode('Uint8Array')
        : undefined,
  })
  const notice = '// Made by scripts/generate-contract.ts from the contract in openapi/; not to be edited.'
  return `${notice}\n\n${astToString(nodes)}`
}

/** The document with each node's basis at the end of its description, so that editors show it. */
function withBasisInWords(node: Json): Json {
  if (Array.isArray(node)) return node.map(withBasisInWords)
  if (typeof node !== 'object' || node === null) return node
  const { description, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key.startsWith('x-') ? value : withBasisInWords(value)]),
  )
  const words = basisInWords(node['x-basis'])
  if (words === '') return description === undefined ? rest : { ...rest, description }
  return { ...rest, description: typeof description === 'string' ? `${description.trim()}\n\n${words}` : words }
}

/** `Stated: REP-2, its name and place. The rest is assumed: GAP-PAGING.` */
function basisInWords(basis: Json | undefined): string {
  if (typeof basis !== 'object' || basis === null || Array.isArray(basis)) return ''
  const stated = Array.isArray(basis.stated) ? basis.stated.join(', ') : undefined
  const assumed = typeof basis.assumed === 'string' ? basis.assumed : undefined
  if (stated === undefined) return assumed === undefined ? '' : `Assumed: ${assumed}.`
  if (assumed === undefined) return `Stated: ${stated}.`
  if (!Array.isArray(basis.fixed)) return `Stated to exist: ${stated}. How it looks is assumed: ${assumed}.`
  // `mediaType` → `media type`
  const aspects = basis.fixed.map((aspect) => String(aspect).replace(/(?=[A-Z])/, ' ').toLowerCase())
  const fixed = new Intl.ListFormat('en-GB').format(aspects)
  return `Stated: ${stated}, its ${fixed}. The rest is assumed: ${assumed}.`
}

function asText(value: Json): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The text of a file of the repository, empty when there is none. */
function present(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
}
