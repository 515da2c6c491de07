import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../core/index.ts'
import { loadContract } from '../../../contract/index.ts'
import { startReceiver } from '../../../conformance/index.ts'
import type { Answer, ReceiverOptions } from '../../../conformance/index.ts'
import { createSender, parseWebhook } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import { runLoad } from './load.ts'
import type { Load, LoadDeps } from './load.ts'
import { progressText, reportLines, reportValue } from './load-text.ts'

const contract = await loadContract()

const ok: Answer = { kind: 'status', status: 204 }
const bad: Answer = { kind: 'status', status: 503, body: 'busy' }

async function load({ retries = [], ...asked }: Partial<Load> & { retries?: string[] }, answers: ReceiverOptions['answers'], deps: Partial<LoadDeps> = {}) {
  const receiver = await startReceiver({ contract, ...(answers === undefined ? {} : { answers }) })
  onTestFinished(() => receiver.close())
  const sender = createSender({ clock: systemClock, perTarget: asked.concurrency ?? 4 })
  onTestFinished(() => sender.close())
  const webhook = parseWebhook(
    { section: 'stock', on: { creation: true }, url: receiver.url, retries: { delays: retries } },
    { id: 'w', sections: new Map([['stock', new Set<string>()]]) },
  )
  if (!webhook.ok) throw new Error(webhook.problem.message)
  let last = 0
  const given: Load = { count: 20, rate: undefined, concurrency: 4, ...asked }
  const state = await runLoad(given, {
    webhook: webhook.value,
    format: contract.notification,
    sender,
    clock: systemClock,
    stop: new AbortController().signal,
    nextEvent: () => ({ kind: 'created', section: 'stock', recordId: (last += 1) }),
    describe: ({ outcome, answer }) => `${outcome} ${answer?.body ?? ''}`.trim(),
    onProgress: () => {},
    ...deps,
  })
  return { given, state, received: receiver.received() }
}

const plain = (_: unknown, text: string) => text

test('each notification is sent once, and counted', async () => {
  const { given, state, received } = await load({ count: 50 }, [ok])
  expect(received.map(({ event }) => Number(event?.recordId)).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect(state).toMatchObject({
    begun: 50,
    attempts: 50,
    ends: { accepted: 50, notAccepted: 0, interrupted: 0 },
    outcomes: { delivered: 50, rejected: 0, timedOut: 0, unreachable: 0 },
  })
  expect(state.latencies.count()).toBe(50)
  const report = reportLines(given, state, plain)
  expect(report[0]).toMatch(/^50 notifications in .+ m?s, [\d.]+\/s$/)
  expect(report).toContain('  accepted      50')
  expect(report.filter((line) => line.includes('█')).length).toBeGreaterThan(0)
  expect(progressText(given, state)).toMatch(/^50\/50 {2}[\d,]+\/s {2}accepted 50 {2}not 0 {2}p50 /)
})

test('never more are under way than asked for', async () => {
  let inside = 0
  let most = 0
  await load({ count: 30, concurrency: 3 }, async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inside -= 1
    return ok
  })
  expect(most).toBe(3)
})

test('what is refused is tried again, and then accepted or given up', async () => {
  // Each body comes at most twice: records with even numbers are accepted at the second attempt.
  const { given, state } = await load({ count: 20, retries: ['10ms'] }, ({ event, repeats }) =>
    Number(event?.recordId) % 2 === 0 && repeats !== undefined ? ok : bad)
  expect(state).toMatchObject({
    attempts: 40,
    ends: { accepted: 10, notAccepted: 10, interrupted: 0 },
    outcomes: { delivered: 10, rejected: 30 },
  })
  expect([...state.failures]).toEqual([['rejected busy', 30]])
  expect(reportLines(given, state, plain)).toEqual(expect.arrayContaining(['  not accepted  10', '    30 × rejected busy']))
  expect(reportValue(given, state)).toMatchObject({ accepted: 10, notAccepted: 10, failures: { 'rejected busy': 30 } })
})

test('a rate spreads them out', async () => {
  const { state } = await load({ count: 11, rate: 100 }, [ok])
  expect(state.ends.accepted).toBe(11)
  expect(state.lasted).toBeGreaterThan(95)
})

test('a receiver that is too slow for the rate makes the load late, which is told', async () => {
  const slow: Answer[] = [{ kind: 'slow', lastsMs: 200 }]
  const { given, state } = await load({ count: 4, rate: 1000, concurrency: 1 }, slow)
  expect(state.behind).toBeGreaterThan(500)
  expect(reportLines(given, state, plain)[1]).toMatch(/^ {2}up to .+ behind that rate: 1 at once were not enough/)
})

test('an interruption ends it with what there is', async () => {
  const stopping = new AbortController()
  const { given, state } = await load({ count: 100, retries: ['1h'] }, ({ number }) => {
    if (number === 10) setImmediate(() => stopping.abort())
    return bad
  }, { stop: stopping.signal })
  expect(state.begun).toBeLessThan(100)
  expect(state.begun).toBeGreaterThanOrEqual(10)
  expect(state.ends).toEqual({ accepted: 0, notAccepted: 0, interrupted: state.begun })
  expect(reportLines(given, state, plain).join('\n')).toContain(`  interrupted   100, ${100 - state.begun} of them never sent`)
  expect(reportValue(given, state)).toMatchObject({ interrupted: state.begun, neverSent: 100 - state.begun })
})

test('what the contract has no room for ends it', async () => {
  let last = 0
  const nextEvent: LoadDeps['nextEvent'] = () => {
    last += 1
    return { kind: 'created', section: 'stock', recordId: last < 5 ? last : 'five' }
  }
  await expect(load({ count: 100 }, [ok], { nextEvent })).rejects.toThrow(UsageError)
  expect(last).toBeLessThan(20)
})
