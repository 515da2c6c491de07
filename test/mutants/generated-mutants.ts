import { altering, alteringAll, answerOf, operationOf, textIn } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const fault = answerOf(500, 'Internal Server Error')

/** GAP-ERRORS: what nobody has thought of. */
export const generatedMutants: readonly Mutant[] = [
  ...(['runReport', 'generateDocument', 'validateTaxId', 'validateVatId', 'writeRecords'] as const).map(
    (id): Mutant => ({
      name: `generated-${id}`,
      wrong: `A value that does not fit makes ${id} fail with 500.`,
      ...altering([id], () => async (request, forward) => {
        const answer = await forward(request)
        return answer.status === 422 ? fault : answer
      }),
    }),
  ),
  {
    name: 'generated-bytes',
    wrong: 'A body that is no JSON makes reports fail with 500.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 400 ? fault : answer
    }),
  },
  {
    name: 'generated-paths',
    wrong: 'A path with an encoded sign makes the service fail.',
    ...alteringAll(() => (request, forward) =>
      operationOf(request) === undefined && /%/.test(request.url) ? Promise.resolve(fault) : forward(request)),
  },
  {
    name: 'generated-key-echoed',
    wrong: 'The refusal of a request repeats its headers.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 400 || answer.status === 422 ? answerOf(answer.status, JSON.stringify(request.headers)) : answer
    }),
  },
  {
    name: 'generated-falls-over',
    wrong: 'After a body of deep JSON no report is answered any more.',
    ...altering(['runReport'], () => {
      let isDown = false
      return (request, forward) => {
        isDown ||= /^[[{]\s*\[{20}|(?:\[|\{"a":){30}/.test(textIn(request))
        return isDown ? Promise.resolve(answerOf(503, 'busy')) : forward(request)
      }
    }),
  },
]
