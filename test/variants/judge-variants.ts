/** What the suite makes of deployments that do nothing wrong. */
import { startMock } from '../../src/mock/index.ts'
import type { Mock } from '../../src/mock/index.ts'
import { createMockTarget } from '../../src/conformance/index.ts'
import type { Case, Suite } from '../../src/conformance/index.ts'
import type { Contract } from '../../src/contract/index.ts'
import type { MockSamples } from '../../src/cli/conform/mock-samples.ts'
import { judgeMutant } from '../mutants/judged-mutant.ts'
import type { Calls, JudgedMutant } from '../mutants/judged-mutant.ts'
import type { Variant } from './variant.ts'

export interface JudgeVariantsOptions {
  variants: readonly Variant[]
  /** What is assumed. */
  contract: Contract
  fixtures: string
  samples: MockSamples
  suites: readonly Suite[]
  /** Of the clean mock: cases that cannot meet a difference are left out. */
  calls: Calls
  /** A running mock that speaks the contract. */
  clean: Mock
}

/**
 * By the variant's name. Without the cases that take more than a second whatever happens, and for most without those
 * that cost most; see `Variant`.
 */
export async function judgeVariants(options: JudgeVariantsOptions): Promise<Map<string, JudgedMutant>> {
  const judged = new Map<string, JudgedMutant>()
  const queue = [...options.variants]
  const worker = async (): Promise<void> => {
    for (let variant = queue.shift(); variant !== undefined; variant = queue.shift()) {
      judged.set(variant.name, await judgeVariant(variant, options))
    }
  }
  await Promise.all([worker(), worker()])
  return judged
}

async function judgeVariant(variant: Variant, { contract, fixtures, samples, suites, calls, clean }: JudgeVariantsOptions): Promise<JudgedMutant> {
  const { name, differs, isTold, only, isWhole = variant.inPlace !== undefined, contract: load, ...differences } = variant
  const spoken = await load?.()
  const mock = spoken === undefined ? clean : await startMock({ contract: spoken, fixtures })
  const told = isTold && spoken !== undefined ? spoken : contract
  const target = createMockTarget({ baseUrl: mock.url, contract: told, name, ...samples })
  const isCostly = ({ id, safety }: Case) => safety === 'webhook' || id.startsWith('GEN-')
  const isWanted = (one: Case) => one.lastsMs === undefined && (only?.includes(one.id) ?? (isWhole || !isCostly(one)))
  // Where the contract is another one, and nothing says in what, every case can tell.
  const isPartial = differences.operations !== undefined || differences.inPlace !== undefined
  const met = spoken === undefined || isPartial ? calls : undefined
  try {
    return await judgeMutant({ name, wrong: differs, ...differences }, target, suites, met, isWanted)
  } finally {
    if (mock !== clean) await mock.close()
  }
}
