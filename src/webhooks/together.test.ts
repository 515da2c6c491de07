import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTogether } from './together.ts'

test('what is handed in during one turn of the event loop is called after it, in order', async () => {
  const together = createTogether()
  const called: string[] = []
  together(() => void called.push('first'))
  together(() => {
    called.push('second')
    // Handed in while they are called: that is the next turn's.
    together(() => void called.push('third'))
  })
  await Promise.resolve()
  expect(called).toEqual([])
  await turn()
  expect(called.slice(0, 2)).toEqual(['first', 'second'])
  await turn()
  expect(called).toEqual(['first', 'second', 'third'])
})
