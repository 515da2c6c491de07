import { expect, onTestFinished, test } from 'vitest'
import { readMockSamples } from '../../src/cli/conform/mock-samples.ts'
import { createMockTarget, runCases } from '../../src/conformance/index.ts'
import { loadContract } from '../../src/contract/index.ts'
import { suites } from '../../suites/index.ts'
import { startMockProcess } from '../mock-process.ts'
import { startPostgres } from '../postgres-server.ts'
import { smallFixtures } from '../small-fixtures.ts'

/** What no run by itself can judge: what needs an earlier run, and what takes too long unless it is asked for. */
const unjudged = ['COL-SAFE-SNAPSHOT', 'HOOK-RETRY-HANG']

test('three processes on one database are one service in the eyes of the whole suite', { timeout: 240_000 }, async () => {
  const postgres = await startPostgres({ synchronous_commit: 'off', full_page_writes: 'off' })
  onTestFinished(() => postgres.stop())
  const { directory: fixtures, remove } = await smallFixtures()
  onTestFinished(remove)
  // Whoever made a sandbox, the next connection leads to another process.
  const mock = await startMockProcess('--database', postgres.url, '--workers', '3', '--fixtures', fixtures)
  onTestFinished(async () => void (await mock.stop()))
  const [contract, { samples, users }] = await Promise.all([loadContract(), readMockSamples(fixtures)])

  const { cases } = await runCases({
    target: createMockTarget({ baseUrl: mock.url, contract, samples, users, name: 'shared' }),
    suites,
    allowed: new Set(['read', 'load', 'write', 'webhook']),
    seed: 1,
    run: 'ens-shared00',
    timeoutMs: 15_000,
    concurrency: 6,
    post: { patienceMs: 1000 },
    repeat: (id) => `ensayo conform --only ${id}`,
  })
  const found = cases.filter(({ result: { verdict } }) => verdict !== 'pass' && verdict !== 'confirmed')
  const unexpected = found.filter(({ id }) => !unjudged.includes(id)).map(({ id, result }) => ({ id, result }))
  expect(unexpected).toEqual([])
  expect(found.map(({ id }) => id).toSorted()).toEqual(unjudged)
  expect(cases.length).toBeGreaterThan(200)
})
