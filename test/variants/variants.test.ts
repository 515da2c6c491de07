import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import type { Contract } from '../../src/contract/index.ts'
import { startMock } from '../../src/mock/index.ts'
import type { Mock } from '../../src/mock/index.ts'
import { createMockTarget } from '../../src/conformance/index.ts'
import { readMockSamples } from '../../src/cli/conform/mock-samples.ts'
import { suites } from '../../suites/index.ts'
import { callsOf, judgeMutant } from '../mutants/judged-mutant.ts'
import type { JudgedMutant } from '../mutants/judged-mutant.ts'
import { smallFixtures } from '../small-fixtures.ts'
import type { SmallFixtures } from '../small-fixtures.ts'
import { judgeVariants } from './judge-variants.ts'
import { toldVariants } from './told-variants.ts'
import { unannouncedVariants } from './unannounced-variants.ts'

interface Expected {
  /** How many cases at least pass or are confirmed. */
  holds: number
  refuted: string[]
}

const expected: Record<string, Expected> = JSON.parse(readFileSync(new URL('verdicts.json', import.meta.url), 'utf8'))
const variants = [...toldVariants, ...unannouncedVariants]

let judged: Map<string, JudgedMutant>
let contract: Contract
let fixtures: SmallFixtures
let clean: Mock

beforeAll(async () => {
  contract = await loadContract()
  fixtures = await smallFixtures()
  clean = await startMock({ contract, fixtures: fixtures.directory })
  const samples = await readMockSamples()
  const target = createMockTarget({ baseUrl: clean.url, contract, name: 'clean', ...samples })
  const { cases } = await judgeMutant({ name: 'clean', wrong: '' }, target, suites, undefined, ({ lastsMs }) => lastsMs === undefined)
  const calls = callsOf(cases)
  judged = await judgeVariants({ variants, contract, fixtures: fixtures.directory, samples, suites, calls, clean })
}, 600_000)

afterAll(async () => {
  await clean.close()
  await fixtures.remove()
})

test('there are variants enough, and a line of the table for each', () => {
  expect(toldVariants.length).toBeGreaterThanOrEqual(15)
  expect(unannouncedVariants.length).toBeGreaterThanOrEqual(6)
  expect(Object.keys(expected)).toEqual(variants.map(({ name }) => name))
})

test.each(variants)('$name: it is not accused', ({ name }) => {
  const { cases = [], refuted } = judged.get(name) ?? {}
  const accused = cases.filter(({ result }) => ['fail', 'suite-error'].includes(result.verdict))
  expect(accused.map(({ id, result }) => ({ id, result }))).toEqual([])
  expect(refuted).toEqual(expected[name]?.refuted)
  const holds = cases.filter(({ result }) => ['pass', 'confirmed'].includes(result.verdict))
  expect(holds.length).toBeGreaterThanOrEqual(expected[name]?.holds ?? Infinity)
})

test('what a deployment is known to do otherwise takes hardly anything away from what can be judged', () => {
  for (const { name } of toldVariants) {
    const cases = judged.get(name)?.cases.filter(({ result }) => result.verdict !== 'not-run') ?? []
    const holds = cases.filter(({ result }) => ['pass', 'confirmed'].includes(result.verdict))
    expect(holds.length / cases.length, name).toBeGreaterThan(0.85)
  }
})
