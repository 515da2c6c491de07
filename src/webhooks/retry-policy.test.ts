import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { AttemptOutcome } from './attempt.ts'
import { disablesWebhook, longestRetryAfter, nextAttemptAt } from './retry-policy.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { assumedRetries, retryPresets } from './retry-presets.ts'

const second = 1000
const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 10, 2)
const silence: AttemptOutcome = { outcome: 'timedOut' }
const answered = (status: number, retryAfter?: number): AttemptOutcome =>
  ({ outcome: 'rejected', status, ...(retryAfter === undefined ? {} : { retryAfter }) })

function policyOf(name: string): RetryPolicy {
  const found = retryPresets.find(preset => preset.name === name)
  if (found === undefined) throw new Error(`no preset ${name}`)
  return found.policy
}

function next(policy: RetryPolicy, outcome: AttemptOutcome, number = 1) {
  return nextAttemptAt(policy, { deliveryId: 'd1', number, endedAt: start, outcome })
}

/** The waits of a delivery that always fails at once. */
function waits(policy: RetryPolicy): number[] {
  const found: number[] = []
  let at = start
  for (let number = 1; ; number += 1) {
    const due = nextAttemptAt(policy, { deliveryId: 'd1', number, endedAt: at, outcome: silence })
    if (due === undefined) return found
    found.push(due - at)
    at = due
  }
}

const total = (delays: readonly number[]) => delays.reduce((sum, delay) => sum + delay, 0)

test('the policy of a webhook that names none is the one that the contract gives as assumed', async () => {
  const hook: unknown = parse(await readFile('openapi/webhooks/record-changed.yaml', 'utf8'))
  const isoText = (delay: number) => {
    if (delay % hour === 0) return `PT${delay / hour}H`
    return delay % 60_000 === 0 ? `PT${delay / 60_000}M` : `PT${delay / second}S`
  }
  const retriesOtherStatus = next(assumedRetries.policy, answered(404)) !== undefined
  expect(assumedRetries.basis).toEqual({ kind: 'assumed', gap: 'GAP-HOOK-RETRIES' })
  expect(hook).toMatchObject({
    post: {
      'x-delivery': {
        retryDelays: {
          value: assumedRetries.policy.delays.map(isoText),
          'x-basis': { assumed: assumedRetries.basis.kind === 'assumed' ? assumedRetries.basis.gap : '' },
        },
        retriedAfterOtherStatus: { value: retriesOtherStatus },
      },
    },
  })
})

test('the example schedule of Standard Webhooks ends after 75 h 35 min 5 s', () => {
  expect(total(waits(policyOf('standard-webhooks')))).toBe(75 * hour + 35 * 60 * second + 5 * second)
})

test.each([
  ['none', 0, 0],
  ['quick', 3, 36 * second],
  ['svix', 7, 27 * hour + 35 * 60 * second + 5 * second],
  ['shopify', 8, 4 * hour],
  ['slack', 3, 6 * 60 * second],
  ['stripe', 10, 3 * day],
  ['github', 0, 0],
  ['mailgun', 6, 7.5 * hour],
  ['postmark', 10, 621 * 60 * second],
  ['wix', 12, 47 * hour + 11 * 60 * second],
  ['circle', 11, 36 * hour + 16 * 60 * second + 41 * second],
])('%s retries %d times within %d ms', (name, retries, span) => {
  const found = waits(policyOf(name))
  expect([found.length, total(found)]).toEqual([retries, span])
})

test('adyen goes on every eight hours for thirty days and no longer', () => {
  const found = waits(policyOf('adyen'))
  const seconds = [9, 9, 9, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 28_800]
  expect(found.slice(0, 13)).toEqual(seconds.map(count => count * second))
  expect(total(found)).toBeLessThanOrEqual(30 * day)
  expect(total(found) + 8 * hour).toBeGreaterThan(30 * day)
})

test('each preset has a name of its own and says what it rests on', () => {
  expect(new Set(retryPresets.map(({ name }) => name)).size).toBe(retryPresets.length)
  expect(retryPresets.map(({ policy }) => policy.preset)).toEqual(retryPresets.map(({ name }) => name))
  const ours = retryPresets.filter(({ basis }) => !('url' in basis && /^https:\/\/.+\/.+/.test(basis.url)))
  expect(ours.map(({ name }) => name)).toEqual(['default', 'none', 'quick'])
})

test('what arrived is not tried again', () => {
  expect(next(policyOf('quick'), { outcome: 'delivered', status: 204 })).toBeUndefined()
})

test('every failure is retried alike unless a switch says otherwise', () => {
  const quick = policyOf('quick')
  const refused: AttemptOutcome = { outcome: 'unreachable', cause: 'refused' }
  const failures = [silence, refused, ...[500, 404, 301, 410].map(status => answered(status))]
  expect(failures.map(outcome => next(quick, outcome))).toEqual(failures.map(() => start + second))
})

test('4xx can be final, except where it asks for a repetition', () => {
  const policy = { ...policyOf('quick'), retriesClientErrors: false }
  expect([400, 401, 404, 410, 422, 499].map(status => next(policy, answered(status)))).toEqual(Array(6).fill(undefined))
  expect([408, 425, 429, 500, 302].map(status => next(policy, answered(status)))).toEqual(Array(5).fill(start + second))
})

test('410 switches off where the policy says so, and 406 ends what mailgun sends', () => {
  const standard = policyOf('standard-webhooks')
  expect([next(standard, answered(410)), disablesWebhook(standard, answered(410))]).toEqual([undefined, true])
  expect([next(standard, answered(404)), disablesWebhook(standard, answered(404))]).toEqual([start + 5 * second, false])
  expect(disablesWebhook(policyOf('quick'), answered(410))).toBe(false)
  const mailgun = policyOf('mailgun')
  expect([next(mailgun, answered(406)), disablesWebhook(mailgun, answered(406))]).toEqual([undefined, false])
})

test('Retry-After makes a wait longer, never shorter, and never longer than a day', () => {
  const policy = { ...policyOf('quick'), honoursRetryAfter: true }
  expect(next(policy, answered(503, 60 * second))).toBe(start + 60 * second)
  expect(next(policy, answered(503, 10))).toBe(start + second)
  expect(next(policy, answered(503, 1e15))).toBe(start + longestRetryAfter)
  expect(next(policyOf('quick'), answered(503, 60 * second))).toBe(start + second)
  expect(next(policy, answered(503, 60 * second), 4)).toBeUndefined()
})

const policies = fc.record({
  delays: fc.array(fc.integer({ min: 0, max: 30 * day }), { maxLength: 20 }),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer(),
}).map((given): RetryPolicy => ({ ...policyOf('quick'), ...given }))

const outcomes: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.constant(silence),
  fc.constant<AttemptOutcome>({ outcome: 'unreachable', cause: 'refused' }),
  fc.tuple(fc.integer({ min: 300, max: 599 }), fc.option(fc.nat(2 * day), { nil: undefined }))
    .map(([status, after]) => answered(status, after)),
)

test('there are as many retries as delays, none before the failure and each within its jitter', () => {
  const numbers = fc.integer({ min: 1, max: 25 })
  fc.assert(fc.property(policies, outcomes, numbers, fc.string(), (policy, outcome, number, deliveryId) => {
    const due = nextAttemptAt(policy, { deliveryId, number, endedAt: start, outcome })
    const delay = policy.delays[number - 1]
    expect(due === undefined).toBe(delay === undefined)
    const wait = (due ?? start) - start
    expect(Number.isInteger(wait)).toBe(true)
    expect(wait).toBeGreaterThanOrEqual(Math.round((delay ?? 0) * (1 - policy.jitter)) - 1)
    expect(wait).toBeLessThanOrEqual(Math.round((delay ?? 0) * (1 + policy.jitter)) + 1)
  }))
})

test('without jitter the wait is the delay', () => {
  fc.assert(fc.property(policies, outcomes, fc.integer({ min: 1, max: 20 }), (policy, outcome, number) => {
    const delay = policy.delays[number - 1]
    expect(next({ ...policy, jitter: 0 }, outcome, number)).toBe(delay === undefined ? undefined : start + delay)
  }))
})

test('jitter is chance that the seed, the delivery and the attempt fix', () => {
  const policy: RetryPolicy = { ...policyOf('quick'), delays: Array<number>(200).fill(hour), jitter: 0.5 }
  expect(waits(policy)).toEqual(waits({ ...policy }))
  expect(waits(policy)).not.toEqual(waits({ ...policy, seed: 2 }))
  const other = nextAttemptAt(policy, { deliveryId: 'd2', number: 1, endedAt: start, outcome: silence })
  expect(next(policy, silence)).not.toBe(other)
  const found = waits(policy)
  expect(Math.min(...found)).toBeLessThan(0.55 * hour)
  expect(Math.max(...found)).toBeGreaterThan(1.45 * hour)
  expect(Math.abs(total(found) / found.length - hour)).toBeLessThan(0.06 * hour)
})
