import { expect, test } from 'vitest'
import { assertInvariance } from './invariance.ts'

const seed = Number(process.env.ENSAYO_SEED ?? 20261120)
const asked = process.env.ENSAYO_RUNS
const runs = Number(asked ?? 120)

test(`overlays of up to 24 changes leave the meaning as it is (${runs} of them, seed ${seed})`, { timeout: 3_600_000 }, async () => {
  const limitMs = asked === undefined ? 35_000 : 3_600_000
  const tried = await assertInvariance({ seed, runs, changes: { minLength: 4, maxLength: 24, size: 'medium' }, limitMs })
  expect(tried).toBeGreaterThan(0)
})
