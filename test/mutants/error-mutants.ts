import type { HttpAnswer, HttpRequest } from '../../src/conformance/index.ts'
import type { OperationId } from '../../src/core/index.ts'
import { alteringAll, answerOf, isAt, jsonOf } from './mutant.ts'
import type { Mutant } from './mutant.ts'

/** GAP-ERRORS: other refusals than are assumed. */
export const errorMutants: readonly Mutant[] = [
  { name: 'error-get-report', wrong: 'GET for reports gives an empty list.', ...gotten('runReport', () => answerOf(200, { reports: [] })) },
  { name: 'error-get-report-404', wrong: 'GET for reports is answered with 404.', ...gotten('runReport', (answer) => ({ ...answer, status: 404 })) },
  { name: 'error-get-document-404', wrong: 'GET for documents is answered with 404.', ...gotten('generateDocument', (answer) => ({ ...answer, status: 404 })) },
  {
    name: 'error-no-allow',
    wrong: 'The refusal of a method does not say which there are.',
    ...refusing(405, ({ headers: { allow: _, ...headers }, ...answer }) => ({ ...answer, headers })),
  },
  { name: 'error-no-path', wrong: 'An unknown path is answered with 400.', ...refusing(404, (answer) => ({ ...answer, status: 400 }), isElsewhere) },
  { name: 'error-no-path-page', wrong: 'An unknown path is answered with a page.', ...refusing(404, () => answerOf(404, '<!doctype html><p>404', { 'content-type': 'text/html' }), isElsewhere) },
  { name: 'error-malformed', wrong: 'What is no JSON is answered with 422.', ...refusing(400, (answer) => ({ ...answer, status: 422 })) },
  { name: 'error-invalid', wrong: 'A request that lacks something is answered with 400.', ...refusing(422, (answer) => ({ ...answer, status: 400 })) },
  {
    name: 'error-codes',
    wrong: 'All refusals have the same code.',
    ...alteringAll(() => async (request, forward) => {
      const answer = await forward(request)
      const body = answer.status >= 400 ? jsonOf(answer) : undefined
      return body === undefined ? answer : { ...answer, body: new TextEncoder().encode(JSON.stringify({ ...body, code: 'internal' })) }
    }),
  },
  {
    name: 'error-any-media-type',
    wrong: 'Whatever a body is called, it is taken for JSON.',
    ...alteringAll(() => (request, forward) =>
      forward(request.headers['content-type'] === 'text/plain' ? { ...request, headers: { ...request.headers, 'content-type': 'application/json' } } : request)),
  },
  { name: 'error-media-type', wrong: 'A body that is not called JSON is answered with 400.', ...refusing(415, (answer) => ({ ...answer, status: 400 })) },
]

function gotten(id: OperationId, change: (answer: HttpAnswer) => HttpAnswer): Partial<Mutant> {
  return alteringAll(() => async (request, forward) => {
    const answer = await forward(request)
    return request.method === 'GET' && isAt(request, id) ? change(answer) : answer
  })
}

function refusing(status: number, change: (answer: HttpAnswer) => HttpAnswer, isMeant: (request: HttpRequest) => boolean = () => true): Partial<Mutant> {
  return alteringAll(() => async (request, forward) => {
    const answer = await forward(request)
    return answer.status === status && isMeant(request) ? change(answer) : answer
  })
}

function isElsewhere({ url }: HttpRequest): boolean {
  return new URL(url).pathname.includes('no-such-path')
}
