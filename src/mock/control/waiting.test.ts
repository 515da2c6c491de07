import { expect, test } from 'vitest'
import { success } from '../../core/index.ts'
import { waitFor } from './waiting.ts'

test('who waits for longer than a timer can is not woken all the time', async () => {
  let looks = 0
  let stir = (): void => {}
  const waiting = waitFor({
    look: async () => ((looks += 1) === 2 ? 'it' : undefined),
    watch(listener) {
      stir = listener
      return () => {}
    },
    within: 2 ** 40,
    what: 'thing',
  })
  const warnings: string[] = []
  const note = ({ name }: Error): void => void warnings.push(name)
  process.on('warning', note)
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('warning', note)
  expect({ looks, warnings }).toEqual({ looks: 1, warnings: [] })
  stir()
  expect(await waiting).toEqual(success('it'))
})
