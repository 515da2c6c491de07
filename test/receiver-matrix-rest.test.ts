/** The other half of the proof in `receiver-matrix.test.ts`, in a process of its own. */
import { expect, test } from 'vitest'
import { loadContract } from '../src/contract/index.ts'
import { startMock } from '../src/mock/index.ts'
import { expectedOf, halves, judgeDefects, longest } from './receivers/matrix.ts'

test('each of the second half of the defects is seen by exactly the checks that the matrix names', async () => {
  const contract = await loadContract()
  const mock = await startMock({ contract })
  const seen = await judgeDefects({ names: halves[1], contract, apiUrl: mock.url })
  await mock.close()
  expect(seen).toEqual(await expectedOf(seen))
}, longest)
