/**
 * `node bench/scale.ts [most] [--postgres]`: what a request costs as records grow, each as the median over HTTP, one after the
 * other; and with `--postgres` requests per second for 1, 2 and 4 processes on one PostgreSQL. It prints; it judges nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue, sectionShapes } from '../src/service/index.ts'
import type { Catalogue } from '../src/service/index.ts'
import { startMock } from '../src/mock/index.ts'
import type { Mock } from '../src/mock/index.ts'
import type { Store } from '../src/store/index.ts'
import { createSqliteStore } from '../src/store/sqlite/index.ts'
import { startMockProcess } from '../test/mock-process.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { machine, median, table } from './table.ts'

const onPostgres = process.argv.includes('--postgres')
const most = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? (onPostgres ? 100_000 : 1_000_000))
const sizes = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= most)
const rounds = 31
const pageSize = 25

async function fill(store: Store, catalogue: Catalogue, records: number): Promise<void> {
  if ((await store.sandbox('default')) === undefined) await store.createSandbox('default', catalogue.seed)
  const at = Date.UTC(2026, 0, 1)
  for (;;) {
    const isFull = await store.transaction('default', async (tx) => {
      for (let count = 0; count < 10_000; count += 1) {
        const id = await tx.nextRecordId('entities')
        if (id > records) return true
        const fields = { name: `Cliente ${id}`, kind: 'company', city: `Ciudad ${id % 50}`, country: 'ES', active: true }
        await tx.putRecord({ section: 'entities', id, fields, eliminado: 0, createdAt: at, updatedAt: at })
      }
      return false
    })
    if (isFull) return
  }
}

function asking({ url, keys }: Pick<Mock, 'url' | 'keys'>) {
  const headers = { authorization: `Bearer ${keys[0]?.key}`, 'content-type': 'application/json' }
  return async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(text)
    return JSON.parse(text)
  }
}

/** Milliseconds, for each kind of request. */
async function costs(mock: Mock, records: number): Promise<Record<string, number>> {
  const ask = asking(mock)
  const page = (number: number) =>
    ask('/api/reports', { reportId: 'customers', resultsPerPage: pageSize, page: number, safeColumnsName: true })
  const write = (fields: object, id?: number) =>
    ask('/api/writeoperations', { operations: [{ section: 'entities', ...(id === undefined ? {} : { id }), fields }] })
  const last = Math.ceil(records / pageSize) - 1
  let turn = 0
  /** After a write, so that no page and no total is remembered. */
  const afterWrite = (work: () => Promise<unknown>) => async () => {
    turn += 1
    await write({ notes: `turn ${turn}` }, 5)
    const before = performance.now()
    await work()
    return performance.now() - before
  }
  const timed = (work: () => Promise<unknown>) => async () => {
    const before = performance.now()
    await work()
    return performance.now() - before
  }
  const kinds: Record<string, () => Promise<number>> = {
    'write of one record': timed(() => write({ name: 'Nadal' })),
    'report by id': timed(() => ask('/api/reports', { reportId: 'entity-by-id', parameters: { id: 1 + ((turn += 1) % records) } })),
    'next page': timed(() => page(2 + (turn += 1) % 20)),
    'first page after a write': afterWrite(() => page(1)),
    'last page after a write': afterWrite(() => page(last)),
  }
  const found: Record<string, number> = {}
  for (const [kind, measure] of Object.entries(kinds)) {
    await measure()
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await measure())
    found[kind] = median(times)
  }
  return found
}

async function growth(open: () => Promise<{ store: Store; start: () => Promise<Mock> }>): Promise<void> {
  const catalogue = await loadCatalogue()
  const measured: Record<string, number>[] = []
  for (const size of sizes) {
    const { store, start } = await open()
    await fill(store, catalogue, size)
    await store.close()
    const mock = await start()
    measured.push(await costs(mock, size))
    await mock.close()
  }
  const kinds = Object.keys(measured[0] ?? {})
  process.stdout.write(`${table([
    ['ms', ...sizes.map((size) => size.toLocaleString('en')), 'growth'],
    ...kinds.map((kind) => {
      const times = measured.map((each) => each[kind] ?? Number.NaN)
      const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
      return [kind, ...times.map((time) => time.toFixed(2)), `${ratio.toFixed(1)}×`]
    }),
  ])}\n`)
}

async function throughput(url: string): Promise<void> {
  const rows = [['processes', 'reports/s', 'writes/s']]
  for (const workers of [1, 2, 4]) {
    const mock = await startMockProcess('--database', url, '--workers', String(workers))
    const ask = asking({ url: mock.url, keys: [{ key: mock.key, login: '', description: '' }] })
    const perSecond = async (work: (turn: number) => Promise<unknown>) => {
      let done = 0
      const until = performance.now() + 3000
      await Promise.all(Array.from({ length: 16 }, async () => {
        while (performance.now() < until) await work((done += 1))
      }))
      return Math.round(done / 3)
    }
    const report = (turn: number) => ask('/api/reports', { reportId: 'customers', resultsPerPage: 25, page: 1 + (turn % 5) })
    const write = () => ask('/api/writeoperations', { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] })
    await perSecond(report)
    rows.push([String(workers), String(await perSecond(report)), String(await perSecond(write))])
    await mock.stop()
  }
  process.stdout.write(`${table(rows)}\n`)
}

const sections = async () => sectionShapes((await loadCatalogue()).sections)
process.stdout.write(`${machine()}\n`)
if (onPostgres) {
  const server = await startPostgres({ shared_buffers: '256MB' })
  const { createPostgresStore } = await import('../src/store/postgres/index.ts')
  await growth(async () => ({
    store: await createPostgresStore({ url: server.url, sections: await sections() }),
    start: () => startMock({ database: server.url }),
  }))
  await throughput(server.url)
  await server.stop()
} else {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-scale-'))
  await growth(async () => ({
    store: createSqliteStore({ location: join(folder, 'ensayo.sqlite'), sections: await sections() }),
    start: () => startMock({ data: folder }),
  }))
  rmSync(folder, { recursive: true })
}
