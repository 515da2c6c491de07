/** What an answer amounts to. It is checked against the contract before it is called meaning. */
import type { Operation, WireAnswer } from '../contract/index.ts'
import type { Meanings, OperationId, Refusal, Violation } from '../core/index.ts'
import { completeAnswer } from './complete-answer.ts'

export type Verdict<Answer> =
  | { kind: 'answer'; value: Answer }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'unexpected'; reason: string }
  | { kind: 'malformed'; violations: readonly Violation[] }

/** `fault` is why the answer's JSON could not be read, when it could not. */
export function judge<Id extends OperationId>(
  operation: Operation<Id>,
  request: Meanings[Id]['request'],
  answer: WireAnswer,
  fault?: string,
): Verdict<Meanings[Id]['answer']> {
  const redirect = redirectIn(answer)
  if (redirect !== undefined) return { kind: 'unexpected', reason: redirect }

  const violations = operation.checkAnswer(answer)
  // Nothing below these two was looked at: the contract has no description to hold the body against.
  const undescribed = violations.find(({ pointer }) => pointer === '/status' || pointer === '/headers/content-type')
  if (undescribed !== undefined) return { kind: 'unexpected', reason: undescribed.message }
  if (fault !== undefined) return { kind: 'malformed', violations: [{ pointer: '/body', message: fault }] }
  if (violations.length > 0) return { kind: 'malformed', violations }

  const decoded = operation.decodeAnswer(answer, request)
  switch (decoded.kind) {
    case 'unknown':
      return { kind: 'unexpected', reason: decoded.reason }
    case 'refusal':
      return { kind: 'refused', refusal: decoded.refusal }
    case 'answer':
      return completeAnswer(operation.id, request, decoded.value)
  }
}

/** A browser shows a redirect that it was told not to follow as status 0 (Fetch Standard, "opaque-redirect"). */
function redirectIn({ status, headers }: WireAnswer): string | undefined {
  if (status === 0) return 'it is a redirect, which is not followed'
  if (status < 300 || status > 399) return undefined
  const { location } = headers
  return location === undefined ? undefined : `status ${status} redirects to ${location}, which is not followed`
}
