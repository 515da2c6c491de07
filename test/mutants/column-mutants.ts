import type { Keys } from '../../src/conformance/index.ts'
import type { JsonObject, JsonValue } from '../../src/core/index.ts'
import { altering, jsonOf, withAnswer, withRequest } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { columnsOf, isGlance, rowsOf } from './report-mutants.ts'

/** REP-4, REP-5. */
export const columnMutants: readonly Mutant[] = [
  {
    name: 'column-safe-ignored',
    wrong: 'safeColumnsName is not looked at.',
    ...altering(['runReport'], () => (request, forward) => forward(withRequest(request, ({ safeColumnsName: _, ...body }) => body))),
  },
  {
    name: 'column-safe-always',
    wrong: 'Column names are safe unasked.',
    ...altering(['runReport'], () => (request, forward) =>
      forward(isOpen(jsonOf(request)) ? withRequest(request, (body) => ({ ...body, safeColumnsName: true })) : request)),
  },
  { name: 'column-page', wrong: 'On the second page a safe name is another.', ...renaming(({ page }) => (page === 2 ? 'region' : undefined)) },
  {
    name: 'column-call',
    wrong: 'A safe name is another in every call.',
    ...altering(['runReport'], () => {
      let calls = 0
      return async (request, forward) => {
        calls += 1
        const answer = await forward(request)
        return isSafe(jsonOf(request)) ? withAnswer(answer, (body) => renamed(body, `province_${calls}`)) : answer
      }
    }),
  },
  {
    name: 'column-user',
    wrong: 'A safe name depends on the user.',
    ...renaming((_, authorization, { second }) => (authorization === `Bearer ${second ?? ''}` ? 'provincia' : undefined)),
  },
  { name: 'column-renamed', wrong: 'A safe name is another than in the version before.', ...renaming(() => 'region') },
  {
    name: 'column-label',
    wrong: 'A safe name is the label, which changes from one version to the next.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      if (!isSafe(jsonOf(request))) return answer
      return withAnswer(answer, (body) => renamed(body, String(columnsOf(body).find(({ name }) => name === 'payment_terms_days')?.['label']), 'payment_terms_days'))
    }),
  },
  {
    name: 'column-safe-loses',
    wrong: 'With safe names a value is missing.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      if (!isSafe(jsonOf(request))) return answer
      return withAnswer(answer, (body) => ({ ...body, rows: rowsOf(body).map((row) => ({ ...row, ...('province' in row ? { province: null } : {}) })) }))
    }),
  },
  {
    name: 'column-safe-order',
    wrong: 'With safe names the rows are in another order.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      return isSafe(jsonOf(request)) ? withAnswer(answer, (body) => ({ ...body, rows: rowsOf(body).toReversed() })) : answer
    }),
  },
]

/** The safe name of a column that no sample uses, changed where `to` gives another. */
function renaming(to: (asked: JsonObject, authorization: string, keys: Keys) => string | undefined): Partial<Mutant> {
  return altering(['runReport'], (keys) => async (request, forward) => {
    const answer = await forward(request)
    const asked = jsonOf(request) ?? {}
    const name = isSafe(asked) ? to(asked, request.headers['authorization'] ?? '', keys) : undefined
    return name === undefined ? answer : withAnswer(answer, (body) => renamed(body, name))
  })
}

function renamed(body: JsonObject, name: string, column = 'province'): JsonValue {
  const rows = rowsOf(body).map((row) => Object.fromEntries(Object.entries(row).map(([known, value]) => [known === column ? name : known, value])))
  const columns = columnsOf(body).map((one) => (one['name'] === column ? { ...one, name } : one))
  return { ...body, rows, columns }
}

function isOpen(asked: JsonObject | undefined): boolean {
  return asked?.['reportId'] === 'customers' && asked['safeColumnsName'] !== true
}

function isSafe(asked: JsonObject | undefined): boolean {
  return asked !== undefined && asked['safeColumnsName'] === true && isGlance(asked)
}
