import { expect, test } from 'vitest'
import { createBatch } from './batch.ts'

function scheduled() {
  const runs: (() => void)[] = []
  return { runs, batch: createBatch((run) => void runs.push(run)) }
}

test('what is added before a batch runs is done together, in its order', () => {
  const { runs, batch } = scheduled()
  const done: number[] = []
  for (const n of [1, 2, 3]) batch.add(() => done.push(n))
  expect(runs).toHaveLength(1)
  expect(done).toEqual([])
  runs[0]?.()
  expect(done).toEqual([1, 2, 3])
})

test('what is added while a batch runs waits for the next one', () => {
  const { runs, batch } = scheduled()
  const done: string[] = []
  batch.add(() => batch.add(() => done.push('later')))
  batch.add(() => done.push('now'))
  runs[0]?.()
  expect(done).toEqual(['now'])
  expect(runs).toHaveLength(2)
  runs[1]?.()
  expect(done).toEqual(['now', 'later'])
})
