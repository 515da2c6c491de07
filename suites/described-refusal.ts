/** Whether a refusal looks as the contract describes it (GAP-ERRORS). */
import { mediaTypeOf } from '../src/conformance/index.ts'
import type { CaseContext, HttpAnswer } from '../src/conformance/index.ts'
import type { OperationId, Problem } from '../src/core/index.ts'
import { demandSound, told } from './endpoint-probe.ts'

/** Breaks the assumption unless the answer is refused with the status that the contract gives to that problem. */
export function checkStatus(
  context: CaseContext,
  id: OperationId,
  problem: Problem,
  answer: HttpAnswer,
  what: string,
): void {
  const wanted = context.contract.operations[id].encodeProblem(problem).status
  demandSound(context, answer, what)
  context.check(answer.status === wanted, {
    message: `${what} is not answered with ${wanted}`,
    expected: String(wanted),
    found: told(answer),
    cure: overlay,
  })
}

/** Breaks the assumption unless status, media type, shape and code are those of that problem; the sentence says them. */
export function checkDescribed(
  context: CaseContext,
  id: OperationId,
  problem: Problem,
  answer: HttpAnswer,
  what: string,
): string {
  checkStatus(context, id, problem, answer, what)
  const operation = context.contract.operations[id]
  const written = operation.encodeProblem(problem)
  const meant = operation.decodeAnswer(written)
  const code = meant.kind === 'refusal' ? meant.refusal.code : problem.kind
  const found = context.refusal(id, answer)
  const form = mediaTypeOf(answer) || 'no media type'
  context.check(found?.code === code, {
    message: `${what} is refused in another form`,
    expected: `${written.mediaType ?? 'no body'}, with the code for ${code}`,
    found: `${form}, ${found === undefined ? 'in another shape' : `with the code for ${found.code}`}: ${told(answer)}`,
    cure: overlay,
  })
  return `The status was ${answer.status}, and ${form} said ${code}, for ${what}.`
}

const overlay = 'Write how the target refuses into an overlay.'
