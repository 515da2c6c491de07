import { expect, test } from 'vitest'
import { expectedMatrix, judgePart } from './kill-matrix.ts'

test('the mutants of webhooks are found by the cases that are written down, and the clean mock by none', async () => {
  const { accusations, matrix } = await judgePart('webhooks')
  expect(accusations).toEqual([])
  expect(matrix).toEqual(await expectedMatrix('webhooks', matrix))
}, 600_000)
