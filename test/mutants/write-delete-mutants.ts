import type { HttpAnswer, HttpRequest } from '../../src/conformance/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { alteringAll } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { operationsOf, resultsOf } from './notice.ts'
import { changingFields, fieldsOf, isCreation, isDeletion, operating, withResults, writing } from './written.ts'

/** WRI-2, WRI-3, WRI-5: deleting records. */
export const deleteMutants: readonly Mutant[] = [
  { name: 'write-delete-swallowed', wrong: 'A deletion is told as done, and not done.', ...swallowing() },
  {
    name: 'write-delete-neighbour',
    wrong: 'A deletion deletes the record before as well.',
    ...deleting(async (request, forward, operation) => {
      await forward(operating(request, [{ ...operation, id: Number(operation['id']) - 1 }]))
      return forward(request)
    }),
  },
  {
    name: 'write-delete-first',
    wrong: 'A deletion deletes the first record of the section as well.',
    ...deleting(async (request, forward, operation) => {
      await forward(operating(request, [{ ...operation, id: 1 }]))
      return forward(request)
    }),
  },
  {
    name: 'write-delete-any-value',
    wrong: '`eliminado` deletes whatever its value.',
    ...changingFields((operation) => !isCreation(operation) && 'eliminado' in fieldsOf(operation), (fields) => ({ ...fields, eliminado: 1 })),
  },
  {
    name: 'write-http-delete',
    wrong: 'HTTP DELETE of a record’s path deletes it.',
    ...byDelete((request) => /\/writeoperations\/(\d+)$/i.exec(new URL(request.url).pathname)?.[1]),
  },
  {
    name: 'write-http-delete-section',
    wrong: 'HTTP DELETE of a path with section and record deletes the record.',
    ...byDelete((request) => /\/api\/entities\/(\d+)$/i.exec(new URL(request.url).pathname)?.[1]),
  },
  {
    name: 'write-http-delete-body',
    wrong: 'HTTP DELETE with a body deletes what the body names.',
    ...byDelete((request) => String(operationsOf(request)[0]?.['id'] ?? '') || undefined),
  },
  {
    name: 'write-deleted-edited',
    wrong: 'An edit brings a deleted record back.',
    ...changingFields((operation) => !isCreation(operation), (fields) => ('eliminado' in fields ? fields : { ...fields, eliminado: 0 })),
  },
  {
    name: 'write-deleted-again',
    wrong: 'A deleted record cannot be deleted again.',
    ...writing(() => {
      const gone = new Set<string>()
      return async (request, forward) => {
        const answer = await forward(request)
        const [operation] = operationsOf(request)
        if (operation === undefined || !isDeletion(operation)) return answer
        const id = String(operation['id'])
        const isGone = gone.has(id)
        gone.add(id)
        return isGone ? withResults(answer, () => failed(operation)) : answer
      }
    }),
  },
  {
    name: 'write-not-restored',
    wrong: 'A deleted record cannot be restored.',
    ...restoring(async (_request, _forward, operation) => {
      const body = JSON.stringify({ results: [failed(operation)] })
      return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(body) }
    }),
  },
  {
    name: 'write-restored-empty',
    wrong: 'A restored record has lost its phone.',
    ...restoring((request, forward, operation) => forward(operating(request, [{ ...operation, fields: { ...fieldsOf(operation), phone: null } }]))),
  },
]

type Send = (request: HttpRequest) => Promise<HttpAnswer>

function failed({ section = '', id = '' }: JsonObject): JsonObject {
  return { section, id, outcome: 'failed', error: { code: 'record_deleted', message: 'The record is deleted.' } }
}

function deleting(alter: (request: HttpRequest, forward: Send, operation: JsonObject) => Promise<HttpAnswer>): Partial<Mutant> {
  return writing(() => (request, forward) => {
    const [operation] = operationsOf(request)
    return operation !== undefined && isDeletion(operation) && operation['section'] === 'entities' ? alter(request, forward, operation) : forward(request)
  })
}

/** Of records that were deleted before. */
function restoring(alter: (request: HttpRequest, forward: Send, operation: JsonObject) => Promise<HttpAnswer>): Partial<Mutant> {
  return writing(() => {
    const gone = new Set<string>()
    return (request, forward) => {
      const [operation] = operationsOf(request)
      if (operation === undefined) return forward(request)
      if (isDeletion(operation)) gone.add(String(operation['id']))
      const isRestored = fieldsOf(operation)['eliminado'] === 0 && gone.has(String(operation['id']))
      return isRestored ? alter(request, forward, operation) : forward(request)
    }
  })
}

function swallowing(): Partial<Mutant> {
  return deleting(async (request, forward, operation) => {
    const answer = await forward(operating(request, [{ ...operation, fields: { active: true } }]))
    return { ...answer, body: new TextEncoder().encode(JSON.stringify({ results: resultsOf(answer).map((result) => ({ ...result, outcome: 'deleted' })) })) }
  })
}

/** HTTP DELETE deletes the record of entities that the request names. */
function byDelete(idIn: (request: HttpRequest) => string | undefined): Partial<Mutant> {
  return alteringAll(() => async (request, forward) => {
    const id = request.method === 'DELETE' ? idIn(request) : undefined
    if (id === undefined) return forward(request)
    const { origin } = new URL(request.url)
    const deletion = { operations: [{ section: 'entities', id: Number(id), fields: { eliminado: 1 } }] }
    const headers = { ...request.headers, 'content-type': 'application/json' }
    const answer = await forward({ method: 'POST', url: `${origin}/api/writeoperations`, headers, body: JSON.stringify(deletion) })
    return resultsOf(answer).some(isJsonObject) ? { status: 204, headers: {}, body: new Uint8Array() } : answer
  })
}
