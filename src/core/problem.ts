/**
 * Expected refusals. They travel as values from wherever they are found up to the edge, which alone turns
 * them into responses (GAP-ERRORS leaves their look on the wire to the contract).
 */
export interface Violation {
  /** JSON pointer (RFC 6901) into the part of the request that is at fault, e.g. `/body/operations/0/section`. */
  pointer: string
  /** What is wrong, in one sentence. */
  message: string
  /** What would have been accepted, when it can be said in a few words. */
  expected?: string
}

export type Problem =
  | { kind: 'malformed'; message: string }
  | { kind: 'invalid'; message: string; violations: Violation[] }
  | { kind: 'unauthenticated'; message: string }
  | { kind: 'forbidden'; message: string }
  | { kind: 'notFound'; message: string }
  | { kind: 'methodNotAllowed'; message: string; allow: string[] }
  | { kind: 'unsupportedMediaType'; message: string }
  | { kind: 'tooLarge'; message: string }
  | { kind: 'rateLimited'; message: string; retryAfterSeconds: number }
  | { kind: 'unavailable'; message: string; retryAfterSeconds: number }
  | { kind: 'internal'; message: string }

export type ProblemKind = Problem['kind']

/** A result that may be an expected refusal; bugs throw instead. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: Problem }

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

export function refusal(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem }
}
