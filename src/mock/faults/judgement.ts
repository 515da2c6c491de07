/** What the faults of a sandbox do to one request. */
import type { Instant, Problem, ProblemKind } from '../../core/index.ts'
import type { Duration } from '../../webhooks/index.ts'
import { chanceOf } from './chance.ts'
import type { Damage, Fault, FaultCount } from './fault.ts'

export interface Judgement {
  /** Real time to wait first. */
  delay: Duration
  /** Refuses the request in place of carrying it out. */
  problem?: Problem
  /** What the answer suffers. */
  damage?: Damage
  /** Those that were applied, in a word or two. */
  applied: string[]
}

/**
 * Counts the call for each of the faults and tells what they do to it: delays add up, of refusals and damages the first
 * counts. The counts are all that is remembered.
 */
export function judge(faults: readonly Fault[], countOf: (fault: Fault) => FaultCount, now: Instant): Judgement {
  const judgement: Judgement = { delay: 0, applied: [] }
  for (const fault of faults) {
    const count = countOf(fault)
    count.calls += 1
    if (isTime(fault, count.calls)) apply(fault, count, now, judgement)
  }
  return judgement
}

function isTime({ when }: Fault, call: number): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'calls':
      return when.numbers.includes(call)
    case 'chance':
      return chanceOf(when.seed, call) < when.probability
  }
}

function apply({ id, delay, effect }: Fault, count: FaultCount, now: Instant, judgement: Judgement): void {
  if (delay !== undefined) {
    judgement.delay += delay
    judgement.applied.push(`${id}: delay`)
  }
  if (effect === undefined) return
  if (effect.kind === 'rateLimit') {
    const { requests, per } = effect
    count.passed = count.passed.filter((instant) => instant > now - per && instant <= now)
    const [oldest] = count.passed
    if (count.passed.length < requests || oldest === undefined) {
      count.passed.push(now)
      return
    }
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest + per - now) / 1000))
    const message = `More than ${requests} requests came too fast; try again in ${retryAfterSeconds} s.`
    judgement.problem ??= { kind: 'rateLimited', message, retryAfterSeconds }
  } else if (effect.kind === 'error') {
    judgement.problem ??= problemOf(effect.error, effect.retryAfterSeconds)
  } else {
    judgement.damage ??= effect
  }
  judgement.applied.push(`${id}: ${effect.kind}`)
}

const message = 'This refusal was ordered from the mock for a test.'

/** A refusal of that kind that nothing in the request has caused. */
export function problemOf(kind: ProblemKind, retryAfterSeconds: number): Problem {
  switch (kind) {
    case 'invalid':
      return { kind, message, violations: [{ pointer: '', message }] }
    case 'methodNotAllowed':
      return { kind, message, allow: [] }
    case 'rateLimited':
    case 'unavailable':
      return { kind, message, retryAfterSeconds }
    default:
      return { kind, message }
  }
}
