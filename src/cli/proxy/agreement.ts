/** Where Prism's verdict on an exchange and this toolkit's differ. */
import { readAnswerBody } from '../../client/index.ts'
import type { Problem } from '../../core/index.ts'
import type { HttpRequest } from '../../conformance/index.ts'
import type { SeenByPrism } from './second-judge.ts'

export interface Disagreement {
  operation: string
  side: 'request' | 'answer'
  /** Who calls it a violation of the contract. */
  accuser: 'Prism' | 'ensayo'
  message: string
}

/** None where both say the same: that the contract is kept, or that it is not, for whichever reason. */
export function disagreements(request: HttpRequest, { answer, known, findings }: SeenByPrism): Disagreement[] {
  if (known === undefined || findings === undefined) return []
  const { operation, wire, unreadable } = known
  const said = (side: 'request' | 'answer') => findings.filter((finding) => finding.side === side && finding.isViolation)
  const found: Disagreement[] = []
  const compare = (side: 'request' | 'answer', theirs: string | undefined, ours: string | undefined) => {
    if (theirs !== undefined && ours === undefined) found.push({ operation: operation.id, side, accuser: 'Prism', message: theirs })
    if (theirs === undefined && ours !== undefined) found.push({ operation: operation.id, side, accuser: 'ensayo', message: ours })
  }

  const decoded = operation.decodeRequest(wire)
  const lacksKey = operation.authenticated && !/^bearer \S/i.test(request.headers['authorization'] ?? '')
  compare(
    'request',
    said('request').map(({ place, message }) => `${place} ${message}`.trim())[0],
    unreadable ?? (decoded.ok ? (lacksKey ? 'no bearer key' : undefined) : faultOf(decoded.problem)),
  )

  const { 'content-type': contentType, ...headers } = answer.headers
  const { fault, ...content } = readAnswerBody(answer.status, contentType, answer.body)
  const [violation] = operation.checkAnswer({ status: answer.status, headers, ...content })
  // Prism answers 501 itself, from the contract's examples.
  if (answer.status !== 501) {
    compare(
      'answer',
      said('answer').map(({ place, message }) => `${place} ${message}`.trim())[0],
      fault ?? (violation === undefined ? undefined : `${violation.pointer} ${violation.message}`),
    )
  }
  return found
}

function faultOf(problem: Problem): string {
  const [violation] = problem.kind === 'invalid' ? problem.violations : []
  return violation === undefined ? problem.message : `${violation.pointer} ${violation.message}`
}
