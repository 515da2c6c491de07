/**
 * Writes the generated part of `fixtures/`: records, agency registry and attached files, all from the
 * sections' schemas and one seed; then checks the whole folder and stamps it. Run it after any change there.
 * With `--check` it writes nothing and exits with 1 when what is there differs.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '../src/core/index.ts'
import type { JsonObject } from '../src/core/index.ts'
import { FixtureError, stampFixtures } from '../src/service/fixtures/index.ts'
import { generateAttachments } from './fixtures/attachments.ts'
import { deleteSome } from './fixtures/deletions.ts'
import type { RecordEntry } from './fixtures/draft.ts'
import { generateEntities } from './fixtures/entities.ts'
import { generateInvoices } from './fixtures/invoices.ts'
import { createRandom } from './fixtures/random.ts'
import { generateRegistry } from './fixtures/registry.ts'
import { generateSales } from './fixtures/sales.ts'
import { generateStock } from './fixtures/stock.ts'

const directory = join(import.meta.dirname, '..', 'fixtures')

async function readObject(path: string): Promise<JsonObject> {
  const value: unknown = JSON.parse(await readFile(join(directory, path), 'utf8'))
  if (!isJsonObject(value)) throw new Error(`${path} holds no object`)
  return value
}

/** Every generated file by its path inside the folder. */
async function generate(): Promise<Map<string, Uint8Array>> {
  const seed = Number((await readObject('fixture.json'))['generatorSeed'])
  // Each section has its own sequence, so that a change in one leaves the drafts of the others alone.
  const ingredients = async (id: string, offset: number) => ({
    schema: await readObject(`sections/${id}.json`),
    seed: seed + offset,
    random: createRandom(seed + offset),
  })
  const entities = generateEntities(await ingredients('entities', 1000))
  const stock = generateStock({ ...(await ingredients('stock', 2000)), entities })
  const sales = generateSales({ ...(await ingredients('sales', 3000)), entities, stock })
  const invoices = generateInvoices({ ...(await ingredients('invoices', 4000)), entities, stock, sales })
  deleteSome({ entities, invoices, sales, stock })
  const attachments = generateAttachments({ entities, invoices })
  const { taxIds, vatIds } = generateRegistry(entities)
  const text = (content: string) => new TextEncoder().encode(content)
  const records = { entities, invoices, sales, stock } satisfies Record<string, RecordEntry[]>
  return new Map([
    ...Object.entries(records).map(([id, list]) => [`records/${id}.json`, text(lineByLine(list))] as const),
    ['registry.json', text(`{\n"taxIds": ${lineByLine(taxIds)},\n"vatIds": ${lineByLine(vatIds)}}\n`)],
    ['files/index.json', text(lineByLine(attachments.map(({ entry }) => entry)))],
    ...attachments.map(({ entry, content }) => [`files/${entry.file}`, content] as const),
  ])
}

/** One value a line, so that a change shows as one line in a diff. */
function lineByLine(values: readonly object[]): string {
  return `[\n${values.map(value => JSON.stringify(value)).join(',\n')}\n]\n`
}

/** The paths that differ from what is generated, and those in generated folders that no longer are. */
async function stalePaths(generated: Map<string, Uint8Array>): Promise<string[]> {
  const there = (await Promise.all(['records', 'files'].map(async folder =>
    (await readdir(join(directory, folder)).catch(() => [])).map(name => `${folder}/${name}`)))).flat()
  const stale = there.filter(path => !generated.has(path))
  for (const [path, content] of generated) {
    const present = await readFile(join(directory, path)).catch(() => undefined)
    if (present === undefined || !present.equals(content)) stale.push(path)
  }
  return stale
}

/** The folder's stamp, or why it gets none. */
async function stamp(): Promise<{ text: string } | { problems: readonly string[] }> {
  try {
    return { text: await stampFixtures({ directory }) }
  } catch (error) {
    if (error instanceof FixtureError) return { problems: error.problems }
    throw error
  }
}

const generated = await generate()
const stale = await stalePaths(generated)
const isCheck = process.argv.includes('--check')
if (!isCheck) {
  await Promise.all(['records', 'files'].map(folder => mkdir(join(directory, folder), { recursive: true })))
  for (const path of stale) {
    const content = generated.get(path)
    if (content === undefined) await rm(join(directory, path))
    else await writeFile(join(directory, path), content)
  }
  process.stdout.write(`fixtures: ${stale.length} generated files changed\n`)
}
const stamped = await stamp()
const stampPath = join(directory, 'checked.json')
if ('problems' in stamped) {
  for (const problem of stamped.problems) process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else if (!isCheck) {
  await writeFile(stampPath, stamped.text)
} else {
  const present = await readFile(stampPath, 'utf8').catch(() => '')
  if (present !== stamped.text) stale.push('checked.json')
  for (const path of stale) {
    process.stderr.write(`fixtures/${path} is stale: run node scripts/generate-fixtures.ts\n`)
  }
  process.exitCode = stale.length === 0 ? 0 : 1
}
