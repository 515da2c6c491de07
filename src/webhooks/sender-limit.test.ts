import { expect, test } from 'vitest'
import { systemClock } from '../core/index.ts'
import { createSender } from './sender.ts'
import { targetOf } from './target.ts'
import { createReceivers } from './testing/receivers.ts'

/** In a file of its own, since it takes the real ten seconds: files run side by side. */
test('an answer after nine seconds is in time, one after eleven is not', async () => {
  await using receivers = createReceivers()
  const after = (ms: number) => receivers.listen(response => void setTimeout(() => response.writeHead(200).end(), ms))
  const [nine, eleven] = await Promise.all([after(9000), after(11_000)])
  const sender = createSender({ clock: systemClock })
  const outgoing = { headers: { 'content-type': 'application/json' }, body: '{}' }
  const attempts = await Promise.all([nine, eleven].map(({ url }) => sender.send(targetOf(url), async () => outgoing)))
  await sender.close()
  expect(attempts).toMatchObject([{ outcome: 'delivered', status: 200 }, { outcome: 'timedOut' }])
  expect([nine.received.length, eleven.received.length]).toEqual([1, 1])
})
