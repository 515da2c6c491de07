import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { contradictions, undelivered } from '../ledger.ts'
import { createWriter, readBack, seeded } from '../load.ts'
import { startMockProcess } from '../mock-process.ts'
import type { MockProcess } from '../mock-process.ts'
import { startPostgres } from '../postgres-server.ts'
import { messageIds, startReceiver } from '../webhook-receiver.ts'

const leastChanges = 10_000
const batch = 100

/** That the connection broke is what is wanted here; anything else is not. */
function orBroken(error: unknown): false {
  if (error instanceof TypeError) return false
  throw error
}

test('three processes on one database lose nothing while one after the other is killed', { timeout: 300_000 }, async () => {
  const random = seeded(7_112_026)
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const receiver = await startReceiver(await loadContract(), () => 0)
  onTestFinished(() => receiver.close())
  const start = () => startMockProcess('--database', postgres.url, '--lease', '8s')
  const processes: MockProcess[] = []
  onTestFinished(async () => {
    for (const each of processes) each.child.kill('SIGKILL')
  })
  // A process that may end keeps its compiled code for the next ones: one that is killed keeps none.
  expect(await (await start()).stop()).toBe(0)
  processes.push(...(await Promise.all([start(), start(), start()])))
  const [first] = processes
  if (first === undefined) throw new Error('no process')
  for (const section of ['entities', 'invoices']) {
    const response = await fetch(`${first.url}/_ensayo/sandboxes/default/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ section, on: { creation: true, modification: true }, url: receiver.url, ...messageIds }),
    })
    expect(response.status).toBe(201)
  }

  const writers = Array.from({ length: 9 }, (_, index) =>
    createWriter({ random, series: 'K', name: `w${index}`, batch, batches: 0.65 }),
  )
  const writes = () => writers.flatMap((writer) => writer.writes)
  const acknowledged = () =>
    writes().reduce((sum, { changes, acknowledged: isTold }) => sum + (isTold ? changes.length : 0), 0)
  let isEnough = false
  const loads = writers.map(async (writer, index) => {
    while (!isEnough) {
      // Whoever is refused or cut off goes on with what stands there by then.
      const mock = processes[index % processes.length]
      if (mock === undefined || !(await writer.step(mock).catch(orBroken))) await delay(20)
    }
  })

  let kills = 0
  while (acknowledged() < leastChanges || kills < 3) {
    await delay(1000)
    const index = kills % processes.length
    await processes[index]?.kill()
    processes[index] = await start()
    kills += 1
  }
  isEnough = true
  await Promise.all(loads)

  const found = await readBack(processes[0] ?? first)
  expect(contradictions(writes(), found, 'K')).toEqual([])
  // What a process had claimed when it was killed is made by another when the lease is over.
  await expect.poll(() => undelivered(writes(), found, receiver.received).length, { timeout: 60_000, interval: 500 }).toBe(0)
  expect(Math.max(...[...receiver.received.values()].map(({ atOnce }) => atOnce))).toBe(1)
  for (const mock of processes) expect(await mock.stop()).toBe(0)
})
