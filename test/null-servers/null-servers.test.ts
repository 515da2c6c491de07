import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import type { Contract } from '../../src/contract/index.ts'
import { exitCodeOf, runCases } from '../../src/conformance/index.ts'
import type { CaseReport, Place, Target } from '../../src/conformance/index.ts'
import { readMockSamples } from '../../src/cli/conform/mock-samples.ts'
import type { MockSamples } from '../../src/cli/conform/mock-samples.ts'
import { suites } from '../../suites/index.ts'
import { nullServers } from './null-servers.ts'
import type { NullServer } from './null-servers.ts'

/** PING-1 says no more than this: a server that answers GET / with 200 keeps it, whatever else it is. */
const holdsOfAnyServer = ['PING-OK']

const keys = { full: 'a-key-of-nobody-1', limited: 'a-key-of-nobody-2', second: 'a-key-of-nobody-3' }

let contract: Contract
let samples: MockSamples['samples']

beforeAll(async () => {
  contract = await loadContract()
  samples = (await readMockSamples()).samples
})

/** A place where everything can be done that cases need, and nothing comes of it. */
function place(kind: Target['kind']): Place {
  const nothing = async (): Promise<void> => {}
  return {
    keys,
    console: { configure: nothing, edit: nothing, ...(kind === 'mock' ? { settle: nothing } : {}) },
    clock: { advance: nothing },
    versions: { known: ['1', '2'], change: nothing },
    close: nothing,
  }
}

async function judge(server: NullServer, kind: Target['kind']): Promise<readonly CaseReport[]> {
  const running = await server.start()
  try {
    const target: Target = { kind, isolated: true, baseUrl: running.url, contract, samples, open: async () => place(kind) }
    const { cases } = await runCases({
      target,
      suites,
      allowed: new Set(['read', 'load', 'write', 'webhook'] as const),
      seed: 1,
      run: 'ens-null0000',
      timeoutMs: server.name === 'hang' ? 100 : 5000,
      concurrency: 20,
      post: { patienceMs: 50 },
      repeat: (id) => `ensayo conform --only ${id}`,
    })
    return cases
  } finally {
    await running.close()
  }
}

const runs = nullServers.flatMap((server) => (['deployment', 'mock'] as const).map((kind) => ({ name: server.name, kind, server })))

test.each(runs)('nothing is proven by $name as a $kind', async ({ server, kind }) => {
  const cases = await judge(server, kind)
  const of = (...verdicts: string[]) => cases.filter(({ result }) => verdicts.includes(result.verdict)).map(({ id }) => id)
  expect(of('suite-error')).toEqual([])
  expect(of('pass', 'confirmed').filter((id) => !holdsOfAnyServer.includes(id))).toEqual([])
  expect([1, 2]).toContain(exitCodeOf(cases.map(({ result }) => result.verdict)))
})

afterAll(() => {
  expect(nullServers.length).toBeGreaterThanOrEqual(10)
})
