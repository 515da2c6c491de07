/** What the suite makes of a mutant: every case, its run in sandboxes of one mock. */
import { overTheNetwork, runCases } from '../../src/conformance/index.ts'
import type { Carrier, Case, CaseReport, Suite, Target } from '../../src/conformance/index.ts'
import type { OperationId } from '../../src/core/index.ts'
import { mutatedPlace } from './mutated-place.ts'
import { operationOf } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export interface JudgedMutant {
  /** Ids of cases, sorted. */
  failed: string[]
  refuted: string[]
  cases: readonly CaseReport[]
}

/** Which operations each case calls of the clean mock, by the case's id. */
export type Calls = ReadonlyMap<string, ReadonlySet<OperationId>>

export function callsOf(cases: readonly CaseReport[]): Calls {
  return new Map(
    cases.map(({ id, exchanges }) => [id, new Set(exchanges.flatMap(({ request: { method, url } }) => operationOf({ method, url, headers: {} }) ?? []))]),
  )
}

/**
 * The clean target with the mutant's faults in its webhooks, judged through the mutant's carrier. Where the calls of
 * the clean run are given, only cases that can meet the mutant are run: the others see exactly what they saw then.
 * `isWanted` narrows the cases further.
 */
export async function judgeMutant(
  mutant: Mutant,
  clean: Target,
  suites: readonly Suite[],
  calls?: Calls,
  isWanted: (one: Case) => boolean = () => true,
): Promise<JudgedMutant> {
  const wanted = suites.map((suite) => ({ ...suite, cases: suite.cases.filter(isWanted) }))
  const only = calls === undefined ? undefined : casesThatMeet(mutant, wanted, calls)
  const everywhere = mutant.carrier?.(overTheNetwork, {}) ?? overTheNetwork
  const carriers = new Map<string, Carrier>()
  const target: Target = {
    ...clean,
    async open() {
      const place = await clean.open()
      const faults = mutant.inPlace?.()
      const carrier = faults?.carrier?.(everywhere)
      if (carrier !== undefined) for (const key of Object.values(place.keys)) carriers.set(`Bearer ${key}`, carrier)
      return mutatedPlace(place, mutant, faults)
    },
  }
  const { cases } = await runCases({
    target,
    suites: wanted,
    ...(only === undefined ? {} : { only }),
    allowed: new Set(['read', 'load', 'write', 'webhook'] as const),
    seed: 1,
    run: 'ens-mutant00',
    timeoutMs: 5000,
    concurrency: 4,
    post: { patienceMs: 1000 },
    repeat: (id) => `ensayo conform --only ${id}`,
    carrier: (request, signal) => (carriers.get(request.headers['authorization'] ?? '') ?? everywhere)(request, signal),
  })
  const ids = (verdict: string) => cases.filter(({ result }) => result.verdict === verdict).map(({ id }) => id).toSorted()
  return { failed: ids('fail'), refuted: ids('refuted'), cases }
}

function casesThatMeet({ operations, carrier, relay, console, inPlace }: Mutant, suites: readonly Suite[], calls: Calls): string[] {
  const meets = ({ id, safety }: Suite['cases'][number]): boolean => {
    const altersCalls = relay !== undefined || console !== undefined || inPlace !== undefined
    if (altersCalls && safety === 'webhook') return true
    if (carrier === undefined) return false
    const called = calls.get(id)
    return operations === undefined || called === undefined || operations.some((operation) => called.has(operation))
  }
  return suites.flatMap(({ cases }) => cases.filter(meets).map(({ id }) => id))
}
