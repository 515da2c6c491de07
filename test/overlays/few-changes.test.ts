import { expect, test } from 'vitest'
import { assertInvariance } from './invariance.ts'

const seed = Number(process.env.ENSAYO_SEED ?? 20261120)
const asked = process.env.ENSAYO_RUNS
const runs = Number(asked ?? 120)

test(`overlays of one to three changes leave the meaning as it is (${runs} of them, seed ${seed})`, { timeout: 3_600_000 }, async () => {
  const limitMs = asked === undefined ? 35_000 : 3_600_000
  const tried = await assertInvariance({ seed, runs, changes: { minLength: 1, maxLength: 3, size: 'max' }, limitMs })
  expect(tried).toBeGreaterThan(0)
})
