/**
 * What sandboxes cost: to create one from the fixtures, empty or as a copy, to take and restore a snapshot, to remove
 * one; and the memory of 2,000 empty ones, each of them used once. In memory; medians and the slowest of several.
 */
import { systemClock } from '../src/core/index.ts'
import type { Outcome } from '../src/core/index.ts'
import { createSandboxes, createService, loadCatalogue, sectionShapes } from '../src/service/index.ts'
import type { CreatedSandbox, NewSandboxRequest } from '../src/service/index.ts'
import { createSqliteStore } from '../src/store/sqlite/index.ts'
import { machine, median, table } from './table.ts'

const runs = Number(process.env.BENCH_RUNS ?? 40)
const crowd = 2000

const catalogue = await loadCatalogue()
const store = createSqliteStore({ location: ':memory:', sections: sectionShapes(catalogue.sections) })
const sandboxes = createSandboxes({ store, catalogue, clock: systemClock })
const service = createService({
  store, catalogue, clock: systemClock,
  serviceVersion: catalogue.defaultServiceVersion,
  limits: { defaultPageSize: 50, maximumPageSize: 500 },
})

function done<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.value
}

async function create(from: NewSandboxRequest['from']): Promise<CreatedSandbox> {
  return done(await sandboxes.create({ from }))
}

/** Milliseconds of each of the runs; what `prepare` does is not counted. */
async function times<T>(work: (prepared: T) => Promise<unknown>, prepare: () => Promise<T>): Promise<number[]> {
  const found: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const prepared = await prepare()
    const started = performance.now()
    await work(prepared)
    found.push(performance.now() - started)
  }
  return found
}

async function use({ keys: [key] }: CreatedSandbox): Promise<void> {
  const caller = done(await service.authenticate(key?.key ?? ''))
  done(await service.writeRecords(caller, { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] }))
  done(await service.runReport(caller, { id: 'customers' }))
}

const megabytes = () => process.memoryUsage().rss / 1_000_000
const before = megabytes()
for (let count = 0; count < crowd; count += 1) await use(await create({ kind: 'empty' }))
const after = megabytes()
for (const { id } of await sandboxes.list()) done(await sandboxes.remove(id))

const nothing = async () => undefined
const { sandbox: { id } } = await create({ kind: 'fixtures' })
done(await sandboxes.takeSnapshot(id, 'start'))
const row = (name: string, found: readonly number[], aim: string) =>
  [name, median(found).toFixed(2), Math.max(...found).toFixed(2), aim]
const rows = [
  ['milliseconds', 'median', 'max', 'aim'],
  row('create from the fixtures', await times(() => create({ kind: 'fixtures' }), nothing), '20'),
  row('create empty', await times(() => create({ kind: 'empty' }), nothing), '2'),
  row('create as a copy of a full one', await times(() => create({ kind: 'copy', of: id }), nothing), ''),
  row('take a snapshot', await times(() => sandboxes.takeSnapshot(id, 'start'), nothing), ''),
  row('restore it', await times(() => sandboxes.restoreSnapshot(id, 'start'), nothing), '20'),
  row(
    'remove a full one',
    await times(({ sandbox }) => sandboxes.remove(sandbox.id), () => create({ kind: 'fixtures' })),
    '',
  ),
]
const memory = [
  ['megabytes', 'before', 'after', 'aim'],
  [`${crowd} empty ones, each used once`, before.toFixed(0), after.toFixed(0), '400'],
]
process.stdout.write(`${machine()}; ${runs} runs each\n\n${table(rows)}\n\n${table(memory)}\n`)
await store.close()
