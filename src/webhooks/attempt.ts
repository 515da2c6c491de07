/** One HTTP try of a delivery: what went out, what came back, and what it means. */
import type { Instant } from '../core/index.ts'
import type { Duration } from './duration.ts'

/** HOOK-5, HOOK-6: any 2xx in time is a success; silence, and whatever else is no answer, are told apart. */
export type AttemptOutcome =
  | { outcome: 'delivered'; status: number }
  /** `retryAfter`: how long the receiver asks to be left alone, counted from the end of its answer. */
  | { outcome: 'rejected'; status: number; retryAfter?: Duration }
  | { outcome: 'timedOut' }
  /** `cause`: one readable line. */
  | { outcome: 'unreachable'; cause: string }

/** The request as it was sent, the token taken out. */
export interface SentRequest {
  method: 'POST'
  url: string
  /** Lower-case names. */
  headers: Record<string, string>
  body: string
}

/** As much of the answer as came, whether or not it was complete. */
export interface ReceivedAnswer {
  status: number
  /** Lower-case names; repeated headers are joined by a comma. */
  headers: Record<string, string>
  /** Read as UTF-8; the first 16 KB. */
  body: string
  /** Whether the body went on after that. */
  truncated: boolean
}

export type Attempt = AttemptOutcome & {
  request: SentRequest
  answer?: ReceivedAnswer
  /** Real time, from the start of connecting to the end of the answer, or to giving up. */
  durationMs: Duration
}

/** An attempt with its place in its delivery. */
export interface AttemptRecord {
  /** 1 for the first since the delivery was put on its schedule. */
  number: number
  /** When it was begun, on the sandbox's clock. */
  at: Instant
  /** When its outcome was known, on the sandbox's clock; retries are counted from here. */
  endedAt: Instant
  attempt: Attempt
}
