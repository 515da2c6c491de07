import type { HttpAnswer, HttpRequest } from '../../src/conformance/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import { altering, answerOf, jsonOf, textIn, withKey } from './mutant.ts'
import type { Mutant } from './mutant.ts'

/** AUTH-3: a key has exactly its user's permissions. */
export const permissionMutants: readonly Mutant[] = [
  {
    name: 'permission-report-given',
    wrong: 'Everybody may read every report.',
    ...altering(['runReport'], (keys) => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 403 ? forward(withKey(request, keys.full)) : answer
    }),
  },
  {
    name: 'permission-report-leaks',
    wrong: 'The refusal of a report has its rows in it.',
    ...altering(['runReport'], (keys) => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 403 ? { ...(await forward(withKey(request, keys.full))), status: 403 } : answer
    }),
  },
  {
    name: 'permission-report-hidden',
    wrong: 'A report that one may not read is said not to exist.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      if (answer.status !== 403) return answer
      const body = JSON.stringify({ ...jsonOf(answer), status: 404, code: 'not_found', title: 'Not found' })
      return { ...answer, status: 404, body: new TextEncoder().encode(body) }
    }),
  },
  {
    name: 'permission-report-sticks',
    wrong: 'Who asks for a report after somebody was refused it is refused it as well.',
    ...altering(['runReport'], () => {
      let refusal: HttpAnswer | undefined
      return async (request, forward) => {
        if (refusal !== undefined) return refusal
        const answer = await forward(request)
        if (answer.status === 403) refusal = answer
        return answer
      }
    }),
  },
  {
    name: 'permission-write-given',
    wrong: 'Everybody may write in every section.',
    ...altering(['writeRecords'], (keys) => async (request, forward) => {
      const answer = await forward(request)
      return isForbidden(answer) ? forward(withKey(request, keys.full)) : answer
    }),
  },
  {
    name: 'permission-write-done',
    wrong: 'A creation that one may not do is refused, and done all the same.',
    ...altering(['writeRecords'], (keys) => async (request, forward) => {
      const answer = await forward(request)
      if (isForbidden(answer) && !isDeletion(request)) await forward(withKey(request, keys.full))
      return answer
    }),
  },
  {
    name: 'permission-delete-given',
    wrong: 'Everybody may delete in every section.',
    ...altering(['writeRecords'], (keys) => async (request, forward) => {
      const answer = await forward(request)
      return isForbidden(answer) && isDeletion(request) ? forward(withKey(request, keys.full)) : answer
    }),
  },
  {
    name: 'permission-delete-done',
    wrong: 'A deletion that one may not do is refused, and done all the same.',
    ...altering(['writeRecords'], (keys) => async (request, forward) => {
      const answer = await forward(request)
      if (isForbidden(answer) && isDeletion(request)) await forward(withKey(request, keys.full))
      return answer
    }),
  },
  {
    name: 'permission-write-whole',
    wrong: 'A request with a write that one may not do is refused as a whole.',
    ...altering(['writeRecords'], () => async (request, forward) => {
      const answer = await forward(request)
      return isForbidden(answer) ? answerOf(403, { type: 'about:blank', title: 'Not permitted', status: 403, code: 'forbidden' }) : answer
    }),
  },
]

function isForbidden(answer: HttpAnswer): boolean {
  const results = jsonOf(answer)?.['results']
  return Array.isArray(results) && results.some((result) => isJsonObject(result) && isJsonObject(result['error']) && result['error']['code'] === 'forbidden')
}

function isDeletion(request: HttpRequest): boolean {
  return textIn(request).includes('eliminado')
}
