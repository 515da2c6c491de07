import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { contradictions, undelivered } from '../ledger.ts'
import { createWriter, readBack, seeded } from '../load.ts'
import { spawnMock, startMockProcess } from '../mock-process.ts'
import type { MockProcess } from '../mock-process.ts'
import { messageIds, startReceiver } from '../webhook-receiver.ts'

const kills = 50
/** ENSAYO_SEED repeats another run. */
const seed = Number(process.env['ENSAYO_SEED'] ?? 20_261_120)

async function addWebhooks({ url }: MockProcess, receiver: string): Promise<void> {
  for (const section of ['entities', 'invoices']) {
    const on = { creation: true, modification: true }
    const response = await fetch(`${url}/_ensayo/sandboxes/default/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ section, on, url: receiver, ...messageIds }),
    })
    expect(response.status, await response.text()).toBe(201)
  }
}

/** That the connection broke is what is wanted here; anything else is not. */
function orBroken(error: unknown): false {
  if (error instanceof TypeError) return false
  throw error
}

test(`a process that is killed ${kills} times under load loses nothing that it acknowledged`, { timeout: 300_000 }, async () => {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-kill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const receiver = await startReceiver(await loadContract(), () => Math.floor(random() * 15))
  onTestFinished(() => receiver.close())
  const writers = Array.from({ length: 4 }, (_, index) =>
    createWriter({ random, series: 'K', name: `w${index}`, batch: 5 }),
  )
  const writes = () => writers.flatMap((writer) => writer.writes)
  const first = await startMockProcess('--data', folder)
  await addWebhooks(first, receiver.url)
  // A process that may end keeps its compiled code for the next ones: one that is killed keeps none.
  expect(await first.stop()).toBe(0)

  for (let round = 0; round < kills; round += 1) {
    // Also while it starts, and recovers.
    if (round % 10 === 9) {
      const { child, ended } = spawnMock('--data', folder)
      await delay(100 + random() * 250)
      child.kill('SIGKILL')
      await ended
      continue
    }
    const mock = await startMockProcess('--data', folder)
    if (round % 10 === 1) {
      expect(contradictions(writes(), await readBack(mock), 'K'), `seed ${seed}, after ${round} kills`).toEqual([])
    }
    // Counted in answers, not in time, so that a slow machine is killed in the middle of as much.
    let left = 1 + Math.floor(random() * 16)
    const { promise: enough, resolve: end } = Promise.withResolvers<void>()
    const loads = writers.map(async (writer) => {
      while (await writer.step(mock).catch(orBroken)) if ((left -= 1) === 0) end()
    })
    await enough
    await delay(random() * 10)
    await mock.kill()
    await Promise.all(loads)
  }

  const mock = await startMockProcess('--data', folder)
  await fetch(`${mock.url}/_ensayo/sandboxes/default/settle`, { method: 'POST' })
  const found = await readBack(mock)
  expect(contradictions(writes(), found, 'K')).toEqual([])
  expect(undelivered(writes(), found, receiver.received)).toEqual([])
  expect(await mock.stop()).toBe(0)

  const acknowledged = writes().filter((write) => write.acknowledged)
  expect(acknowledged.length).toBeGreaterThan(kills * 4)
  const kinds = acknowledged.flatMap(({ changes }) => changes)
  expect(kinds.filter(({ version }) => version > 0).length).toBeGreaterThan(20)
  expect(kinds.filter(({ deleted }) => deleted).length).toBeGreaterThan(5)
  // Otherwise no process was killed in the middle of anything.
  expect(acknowledged.length).toBeLessThan(writes().length)
  expect(Math.max(...[...receiver.received.values()].map(({ times }) => times))).toBeGreaterThan(1)
})
