/** Every case of the suites as a test. */
import { afterAll, describe, expect, test } from 'vitest'
import { suites } from '../index.ts'
import { openJudging } from './judging.ts'
import { asTest } from './verdict-as-test.ts'

const judging = await openJudging(process.env)

// What takes long in real time begins first.
const ordered = suites.toSorted((a, b) => longest(b) - longest(a))

for (const { area, title, cases } of ordered) {
  describe(title, { concurrent: judging.isConcurrent }, () => {
    for (const one of cases) {
      test(`${one.id} ${one.title}`, { timeout: 300_000 }, async (context) => {
        await asTest(await judging.judge({ area, one }), context)
      })
    }
  })
}

afterAll(async () => {
  expect(await judging.close()).toEqual([])
})

function longest({ cases }: (typeof suites)[number]): number {
  return Math.max(0, ...cases.map(({ lastsMs = 0 }) => lastsMs))
}
