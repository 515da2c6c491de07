import { expect, test } from 'vitest'
import { expectedMatrix, judgePart } from './kill-matrix.ts'

test('the mutants of writing are found by the cases that are written down, and the clean mock by none', async () => {
  const { accusations, matrix } = await judgePart('writing')
  expect(accusations).toEqual([])
  expect(matrix).toEqual(await expectedMatrix('writing', matrix))
}, 600_000)
