/** What goes wrong on purpose, and when. */
import type { Instant, OperationId, ProblemKind } from '../../core/index.ts'
import type { Duration } from '../../webhooks/index.ts'

/** Of the calls that a fault is for, counted from 1, those that it is applied to. */
export type FaultTiming =
  | { kind: 'always' }
  | { kind: 'calls'; numbers: readonly number[] }
  /** By chance that `seed` fixes: the same calls each time. */
  | { kind: 'chance'; probability: number; seed: number }

export type FaultEffect =
  /** Refused with the operation's answer for that role; nothing is carried out. */
  | { kind: 'error'; error: ProblemKind; retryAfterSeconds: number }
  /** Refused as `rateLimited` when more than so many came within `per`, on the sandbox's clock; GAP-RATE-LIMITS. */
  | { kind: 'rateLimit'; requests: number; per: Duration }
  /** The connection is reset instead of an answer: before the operation is carried out, or after. */
  | { kind: 'reset'; carriedOut: boolean }
  /** The connection ends in the middle of the body. */
  | { kind: 'cut' }
  /** The body comes in small pieces over that time. */
  | { kind: 'drip'; over: Duration }
  /** The body is whole as HTTP sees it, but no JSON; answers of other kinds stay as they are. */
  | { kind: 'malformed' }

/** Plain data, as it is stored. Delay and effect may stand together; at least one of them does. */
export interface Fault {
  id: string
  /** Of every operation when absent. */
  operation?: OperationId
  when: FaultTiming
  /** Real time before the operation is carried out. */
  delay?: Duration
  effect?: FaultEffect
}

/** What the answer to one request suffers on its way out. */
export type Damage = Extract<FaultEffect, { kind: 'reset' | 'cut' | 'drip' | 'malformed' }>

/** Calls of one fault so far. */
export interface FaultCount {
  calls: number
  /** When the requests that a rate limit let through came. */
  passed: Instant[]
}
