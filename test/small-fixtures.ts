/** The bundled fixtures with a part of their records: the whole suite can be run on them in a fraction of the time. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stampFixtures } from '../src/service/fixtures/index.ts'

export interface SmallFixtures {
  directory: string
  remove(): Promise<void>
}

interface StoredRecord {
  id: number
  fields: Record<string, unknown>
}

interface AttachedFile {
  section: string
  record: number
}

const bundled = join(import.meta.dirname, '..', 'fixtures')

/** Of the customers; invoices and sales are those of the customers who stay, the stock is whole. */
const mostCustomers = 36

export async function smallFixtures(): Promise<SmallFixtures> {
  const directory = await mkdtemp(join(tmpdir(), 'small-fixtures-'))
  await cp(bundled, directory, { recursive: true })
  const file = (...parts: string[]) => join(directory, ...parts)
  const records = async (section: string): Promise<StoredRecord[]> => JSON.parse(await readFile(file('records', `${section}.json`), 'utf8'))

  const [entities, invoices, sales, stock] = await Promise.all([records('entities'), records('invoices'), records('sales'), records('stock')])
  const suppliers = new Set(stock.map(({ fields }) => fields['supplier_id']))
  const files: AttachedFile[] = JSON.parse(await readFile(file('files', 'index.json'), 'utf8'))
  const withFiles = new Set(files.filter(({ section }) => section === 'invoices').map(({ record }) => record))
  const customersWithFiles = new Set(invoices.filter(({ id }) => withFiles.has(id)).map(({ fields }) => fields['entity_id']))
  const stays = ({ id }: StoredRecord) => id <= mostCustomers || suppliers.has(id) || customersWithFiles.has(id)
  const kept = entities.filter(stays)
  const ids = new Set<unknown>(kept.map(({ id }) => id))
  const theirs = (all: readonly StoredRecord[]) => all.filter(({ fields }) => ids.has(fields['entity_id']))
  const left = { entities: kept, invoices: theirs(invoices).filter(({ id }) => id <= 20 || withFiles.has(id)), sales: theirs(sales).slice(0, 40), stock }

  for (const [section, all] of Object.entries(left)) await writeFile(file('records', `${section}.json`), JSON.stringify(all))
  const isThere = ({ section, record }: AttachedFile) =>
    Object.entries(left).some(([name, all]) => name === section && all.some(({ id }) => id === record))
  await writeFile(file('files', 'index.json'), JSON.stringify(files.filter(isThere)))
  await writeFile(file('checked.json'), await stampFixtures({ directory }))
  return { directory, remove: () => rm(directory, { recursive: true }) }
}
