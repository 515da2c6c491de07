import type { HttpAnswer } from '../../src/conformance/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject, JsonValue } from '../../src/core/index.ts'
import { altering, answerOf, jsonOf, textIn, withAnswer, withRequest } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const tooLarge = answerOf(422, { type: 'about:blank', title: 'Invalid request', status: 422, detail: 'Too large.', code: 'invalid' }, { 'content-type': 'application/problem+json' })

/** REP-1 … REP-3 and what is assumed of reports. */
export const reportMutants: readonly Mutant[] = [
  { name: 'report-page-ignored', wrong: 'The page number is not looked at.', ...asked(({ page: _, ...body }) => body, isGlance) },
  { name: 'report-size-ignored', wrong: 'resultsPerPage is not looked at.', ...asked((body) => ({ ...body, resultsPerPage: 50 }), (body) => isGlance(body) && isCount(body['resultsPerPage'])) },
  {
    name: 'report-size-at-least-two',
    wrong: 'A page has two rows at least.',
    ...asked((body) => ({ ...body, resultsPerPage: 2 }), ({ resultsPerPage: size }) => size === 1),
  },
  { name: 'report-last-row-lost', wrong: 'A page lacks its last row.', ...shown((rows) => rows.slice(0, -1), (body) => isGlance(body) && isCount(body['resultsPerPage'])) },
  { name: 'report-first-row-lost', wrong: 'Pages after the first lack their first row.', ...shown((rows) => rows.slice(1), (body) => isGlance(body) && Number(body['page']) > 1) },
  {
    name: 'report-last-page-lost',
    wrong: 'The last page is empty.',
    ...told((body) => ({ ...body, rows: body['page'] === body['totalPages'] && body['totalPages'] !== 1 ? [] : rowsOf(body) })),
  },
  {
    name: 'report-overlap',
    wrong: 'Pages after the first begin with the last row of the one before.',
    ...altering(['runReport'], () => async (request, forward) => {
      const { page, ...others } = jsonOf(request) ?? {}
      const answer = await forward(request)
      if (!isCount(page) || page < 2 || !isGlance({ ...others, page })) return answer
      const before = rowsOf(jsonOf(await forward(withRequest(request, (body) => ({ ...body, page: page - 1 })))) ?? {})
      return withAnswer(answer, (body) => (rowsOf(body).length === 0 ? body : { ...body, rows: [...before.slice(-1), ...rowsOf(body).slice(0, -1)] }))
    }),
  },
  {
    name: 'report-order-changes',
    wrong: 'A page is in another order every second time.',
    ...altering(['runReport'], () => {
      const times = new Map<string, number>()
      return async (request, forward) => {
        const key = textIn(request)
        times.set(key, (times.get(key) ?? 0) + 1)
        const answer = await forward(request)
        return (times.get(key) ?? 0) % 2 === 1 ? answer : withAnswer(answer, (body) => ({ ...body, rows: rowsOf(body).toReversed() }))
      }
    }),
  },
  {
    name: 'report-unknown-is-first',
    wrong: 'For an ID that no report has the first report comes.',
    ...asked((body) => ({ ...body, reportId: 'customers' }), ({ reportId }) => reportId === 'no-such-report'),
  },
  {
    name: 'report-always-customers',
    wrong: 'Whatever the ID, the report on customers comes.',
    ...asked((body) => ({ ...body, reportId: 'customers', parameters: {} }), ({ reportId }) => typeof reportId === 'string' && !['customers', 'no-such-report'].includes(reportId)),
  },
  {
    name: 'report-wrong',
    wrong: 'For the report on customers the one on stock comes.',
    ...asked((body) => ({ ...body, reportId: 'stock-below-reorder-level' }), ({ reportId }) => reportId === 'customers'),
  },
  { name: 'report-files-ignored', wrong: 'withFiles is not looked at.', ...asked(({ withFiles: _, ...body }) => body, ({ withFiles }) => withFiles === true) },
  { name: 'report-files-empty', wrong: 'The files have no content.', ...files((file) => ({ ...file, content: '' })) },
  { name: 'report-files-stray', wrong: 'The files belong to records that no row shows.', ...files((file) => ({ ...file, recordId: 99_999 })) },
  { name: 'report-files-shift-rows', wrong: 'With files the first row is missing.', ...shown((rows) => rows.slice(1), ({ withFiles }) => withFiles === true) },
  {
    name: 'report-files-always',
    wrong: 'Files come unasked.',
    ...asked((body) => ({ ...body, withFiles: true }), ({ withFiles, reportId }) => withFiles !== true && reportId === 'invoices-with-files'),
  },
  {
    name: 'report-zero-page',
    wrong: 'Page 0 is the first one.',
    ...asked((body) => ({ ...body, page: 1 }), ({ page }) => page === 0),
  },
  {
    name: 'report-default-page',
    wrong: 'Without a page number the second page comes.',
    ...asked((body) => ({ ...body, page: 2 }), ({ page, reportId, resultsPerPage: size }) => page === undefined && reportId === 'customers' && size === 2),
  },
  {
    name: 'report-past-end-last',
    wrong: 'Past the end the last page comes again.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      const { rows, totalPages = null } = jsonOf(answer) ?? {}
      const isPast = Array.isArray(rows) && rows.length === 0 && isCount(totalPages) && totalPages > 0
      return isPast ? forward(withRequest(request, (body) => ({ ...body, page: totalPages }))) : answer
    }),
  },
  {
    name: 'report-past-end-missing',
    wrong: 'A page past the end is answered with 404.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 200 && rowsOf(jsonOf(answer) ?? {}).length === 0 ? answerOf(404) : answer
    }),
  },
  { name: 'report-default-size', wrong: 'Without resultsPerPage a page has ten rows.', ...asked((body) => ({ ...body, resultsPerPage: 10 }), ({ resultsPerPage: size, reportId }) => size === undefined && reportId === 'customers') },
  { name: 'report-size-capped', wrong: 'A page that is too large is cut down instead of refused.', ...asked((body) => ({ ...body, resultsPerPage: 500 }), ({ resultsPerPage: size }) => isCount(size) && size > 500) },
  {
    name: 'report-largest-refused',
    wrong: 'A page of the largest size is refused.',
    ...altering(['runReport'], () => (request, forward) => (jsonOf(request)?.['resultsPerPage'] === 500 ? Promise.resolve(tooLarge) : forward(request))),
  },
  { name: 'report-bad-page', wrong: 'A page number that is none counts as 1.', ...asked((body) => ({ ...body, page: 1 }), ({ page }) => page !== undefined && page !== 0 && !isCount(page)) },
  { name: 'report-bad-size', wrong: 'A resultsPerPage that is no number of rows counts as 5.', ...asked((body) => ({ ...body, resultsPerPage: 5 }), ({ resultsPerPage: size }) => size !== undefined && !isCount(size)) },
  { name: 'report-no-id', wrong: 'Without an ID the first report comes.', ...asked((body) => ({ ...body, reportId: 'customers' }), ({ reportId }) => reportId === undefined) },
  {
    name: 'report-unknown-parameter',
    wrong: 'A parameter that the report does not have is not looked at.',
    ...asked((body) => ({ ...body, parameters: {} }), ({ parameters }) => isJsonObject(parameters) && parameters['no_such_parameter'] !== undefined),
  },
  { name: 'report-envelope', wrong: 'The rows stand under another name.', ...told(({ rows = [], ...body }) => ({ ...body, data: rows })) },
  { name: 'report-total-rows', wrong: 'The number of rows that is told is that of the page.', ...told((body) => ({ ...body, totalRows: rowsOf(body).length })) },
  { name: 'report-total-pages', wrong: 'One page more is told than there is.', ...told((body) => ({ ...body, totalPages: Number(body['totalPages']) + 1 })) },
  { name: 'report-page-told', wrong: 'Every page calls itself the first.', ...told((body) => ({ ...body, page: 1 })) },
  { name: 'report-columns-described', wrong: 'A column is not described.', ...told((body) => ({ ...body, columns: columnsOf(body).slice(0, -1) })) },
  { name: 'report-column-types', wrong: 'All columns are described as text.', ...told((body) => ({ ...body, columns: columnsOf(body).map((column) => ({ ...column, type: 'text' })) })) },
]

type Body = JsonObject

/** The request's body changed, where it is meant. */
function asked(change: (body: Body) => JsonObject, isMeant: (body: Body) => boolean = () => true): Partial<Mutant> {
  return altering(['runReport'], () => (request, forward) => {
    const body = jsonOf(request)
    return forward(body === undefined || !isMeant(body) ? request : withRequest(request, change))
  })
}

/** The answer's body changed, where the request is meant. */
function told(change: (body: Body) => JsonValue, isMeant: (asked: Body) => boolean = isGlance): Partial<Mutant> {
  return altering(['runReport'], () => async (request, forward): Promise<HttpAnswer> => {
    const answer = await forward(request)
    return isMeant(jsonOf(request) ?? {}) ? withAnswer(answer, change) : answer
  })
}

function shown(change: (rows: JsonObject[]) => JsonObject[], isMeant: (asked: Body) => boolean): Partial<Mutant> {
  return told((body) => ({ ...body, rows: change(rowsOf(body)) }), isMeant)
}

function files(change: (file: JsonObject) => JsonObject): Partial<Mutant> {
  return told(({ files: some, ...body }) => ({ ...body, ...(Array.isArray(some) ? { files: some.filter(isJsonObject).map(change) } : {}) }))
}

/**
 * The first page in no certain size, or a page of up to fifty rows: what cases about reports look at. Those about writes
 * read in large pages and would take long to say nothing new, so that many mutants leave them alone.
 */
export function isGlance({ page, resultsPerPage: size }: JsonObject): boolean {
  return size === undefined ? page === undefined || page === 2 : isCount(size) && size <= 50
}

export function rowsOf({ rows }: JsonObject): JsonObject[] {
  return Array.isArray(rows) ? rows.filter(isJsonObject) : []
}

export function columnsOf({ columns }: JsonObject): JsonObject[] {
  return Array.isArray(columns) ? columns.filter(isJsonObject) : []
}

function isCount(value: JsonValue | undefined): value is number {
  return Number.isInteger(value) && Number(value) > 0
}
