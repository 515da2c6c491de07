/** One mock on which mutants are judged: each case by itself, and only those that can tell a mutant from the mock. */
import { readMockSamples } from '../../src/cli/conform/mock-samples.ts'
import { createMockTarget, overTheNetwork, runCases } from '../../src/conformance/index.ts'
import type { Carrier, CaseReport, ColumnSnapshot, Keys, Place, Suite, Target } from '../../src/conformance/index.ts'
import { loadContract, startMock } from '../../src/index.ts'
import { smallFixtures } from '../small-fixtures.ts'
import type { Mutant } from './mutant.ts'
import { mutatedPlace } from './mutated-place.ts'
import { alters, recording } from './trace.ts'
import type { Trace } from './trace.ts'

/** What the suite makes of one mutant; ids of cases, sorted. */
export interface Kills {
  fails: readonly string[]
  refutes: readonly string[]
}

export interface Bench {
  /** Of the mock as it is; those that ask for it by name are among them. */
  clean: readonly CaseReport[]
  judge(mutant: Mutant): Promise<Kills & { cases: readonly CaseReport[] }>
  close(): Promise<void>
}

/** So many cases at once; those that take long only wait. */
const width = 6

interface Single {
  suite: Suite
  one: Suite['cases'][number]
}

/** @throws when the suite itself fails in a case */
export async function openBench(suites: readonly Suite[]): Promise<Bench> {
  const contract = await loadContract()
  const { samples, users } = await readMockSamples()
  const fixtures = await smallFixtures()
  const mock = await startMock({ contract, fixtures: fixtures.directory })
  const target = createMockTarget({ baseUrl: mock.url, contract, samples, users, name: 'mutants' })
  const shared = await target.open()
  const turns = createTurns(width)
  const singles = suites.flatMap((suite) => suite.cases.map((one): Single => ({ suite, one })))
  const traces = new Map<string, Trace>()

  async function run({ suite, one }: Single, mutant: Mutant, make: (keys: Keys) => Carrier, snapshot: ColumnSnapshot): Promise<CaseReport> {
    let carrier: Carrier = overTheNetwork
    const open = async (): Promise<Place> => {
      const reads = one.safety === 'read' || one.safety === 'load'
      const place = reads ? { ...shared, close: async () => {} } : await target.open()
      const faults = mutant.inPlace?.()
      const everywhere = make(place.keys)
      carrier = faults?.carrier?.(everywhere) ?? everywhere
      return mutatedPlace(place, mutant, faults)
    }
    const single: Target = { ...target, open }
    const { cases } = await runCases({
      target: single,
      suites: [{ ...suite, cases: [one] }],
      only: [one.id],
      allowed: new Set(['read', 'load', 'write', 'webhook']),
      seed: 1,
      run: 'ens-mutant00',
      timeoutMs: 15_000,
      concurrency: 1,
      post: { patienceMs: 1000 },
      snapshot,
      repeat: (id) => `ensayo conform --only ${id}`,
      carrier: (request, signal) => carrier(request, signal),
    })
    const [report] = cases
    if (report === undefined) throw new Error(`${one.id} was not run`)
    if (report.result.verdict === 'suite-error') throw new Error(`${one.id} with ${mutant.name}: ${report.result.error}`)
    return report
  }

  const each = <T>(some: readonly Single[], work: (single: Single) => Promise<T>): Promise<T[]> =>
    Promise.all(some.map((single) => (single.one.lastsMs === undefined ? turns(() => work(single)) : work(single))))

  const { snapshot } = await runCases({
    target,
    suites,
    only: ['COL-SAFE-STABLE'],
    allowed: new Set(['read']),
    seed: 1,
    run: 'ens-mutant00',
    timeoutMs: 15_000,
    concurrency: 1,
    post: { patienceMs: 1000 },
    repeat: (id) => id,
  })
  const clean = await each(singles, async (single) => {
    let trace: Trace | undefined
    const report = await run(
      single,
      { name: 'clean', wrong: 'Nothing.' },
      (keys) => {
        const { carrier, events } = recording(overTheNetwork)
        trace = { keys, events }
        return carrier
      },
      snapshot,
    )
    if (trace !== undefined) traces.set(single.one.id, trace)
    return report
  })

  async function met({ one }: Single, { carrier, relay, console, inPlace }: Mutant): Promise<boolean> {
    if (one.safety === 'webhook' && [relay, console, inPlace].some((fault) => fault !== undefined)) return true
    const trace = traces.get(one.id)
    return carrier !== undefined && (trace === undefined || (await alters(carrier, trace)))
  }

  return {
    clean,
    async judge(mutant) {
      const meets = await Promise.all(singles.map((single) => met(single, mutant)))
      const some = singles.filter((_, at) => meets[at])
      const make = (keys: Keys) => mutant.carrier?.(overTheNetwork, keys) ?? overTheNetwork
      const cases = await each(some, (single) => run(single, mutant, make, snapshot))
      const ids = (verdict: string) => cases.filter(({ result }) => result.verdict === verdict).map(({ id }) => id).toSorted()
      return { fails: ids('fail'), refutes: ids('refuted'), cases }
    },
    async close() {
      await shared.close()
      await mock.close()
      await fixtures.remove()
    },
  }
}

/** Lets so many run at once. */
function createTurns(free: number): <T>(work: () => Promise<T>) => Promise<T> {
  let left = free
  const waiting: (() => void)[] = []
  return async (work) => {
    if (left > 0) left -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) left += 1
      else next()
    }
  }
}
