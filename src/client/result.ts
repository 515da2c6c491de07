/** What a call of the client ends in. Expected failures are values; only a wrong use of the client throws. */
import type { WireAnswer } from '../contract/index.ts'
import type { Refusal, Violation } from '../core/index.ts'

/** A request as it went out, without the key. */
export interface SentRequest {
  method: string
  url: string
  /** Lower-case names. */
  headers: Record<string, string>
  /** The JSON value of the body; undefined for none. */
  body: unknown
}

/** A request and what came back, in the deployment's own names. */
export interface Exchange {
  request: SentRequest
  answer: WireAnswer
}

/** The deployment refused, in a way that the contract describes. */
export interface Refused {
  kind: 'refused'
  message: string
  refusal: Refusal
  exchange: Exchange
}

/** A status, a media type or a redirect that the contract does not describe, or an answer to something else. */
export interface Unexpected {
  kind: 'unexpected'
  message: string
  reason: string
  exchange: Exchange
}

/** An answer that the contract describes and that breaks the description, unreadable JSON included. */
export interface Malformed {
  kind: 'malformed'
  message: string
  violations: readonly Violation[]
  exchange: Exchange
}

/** No complete answer: no connection, or one that broke off. Whether the request had an effect is not known. */
export interface Unreachable {
  kind: 'unreachable'
  message: string
  cause: string
}

/** No complete answer in time. Whether the request had an effect is not known. */
export interface TimedOut {
  kind: 'timedOut'
  message: string
  /** Milliseconds. */
  timeoutMs: number
}

/**
 * Why a call failed. `message` says it in one sentence. The key is in none of this: where the deployment
 * echoes it, `[key]` stands in its place.
 */
export type CallError = Refused | Unexpected | Malformed | Unreachable | TimedOut

export interface Failure<Reason extends CallError = CallError> {
  ok: false
  error: Reason
}

/** What a call gives: the answer's meaning with the exchange it was read from, or why there is none. */
export type Result<T> = { ok: true; value: T; exchange: Exchange } | Failure

/** What a raw call gives: whatever was answered, as long as it could be read. */
export type RawResult = { ok: true; exchange: Exchange } | Failure<Malformed | Unreachable | TimedOut>
