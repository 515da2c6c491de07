/** Deployments that differ from what the suite is told; none breaks a stated fact. */
import type { Carrier, HttpAnswer, HttpRequest } from '../../src/conformance/index.ts'
import { loadContract } from '../../src/contract/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject, JsonValue, OperationId } from '../../src/core/index.ts'
import { altering, answerOf, everyAuthenticated, jsonOf, operationOf, withAnswer, withRequest } from '../mutants/mutant.ts'
import { noticed, placed, withEvent, withHeaders } from '../mutants/notice.ts'
import { webhookEventMutants } from '../mutants/webhook-event-mutants.ts'
import { webhookRetryMutants } from '../mutants/webhook-retry-mutants.ts'
import { toldVariants } from './told-variants.ts'
import type { Variant } from './variant.ts'

type Differs = Pick<Variant, 'carrier' | 'operations' | 'inPlace' | 'only'>

function unannounced(name: string, differs: string, differences: Differs): Variant {
  return { name, differs, isTold: false, ...differences }
}

/** One that an overlay could describe, and none does. */
function untold(name: string): Variant {
  const told = toldVariants.find((variant) => variant.name === name)
  if (told?.contract === undefined) throw new Error(`there is no variant ${name}`)
  return { ...told, name: `${name}-untold`, isTold: false, isWhole: false }
}

function mutantAs(name: string, mutants: typeof webhookEventMutants): Pick<Variant, 'inPlace'> {
  const { inPlace } = mutants.find((mutant) => mutant.name === name) ?? {}
  if (inPlace === undefined) throw new Error(`there is no mutant ${name}`)
  return { inPlace }
}

/** Answers of the authenticated operations changed, the refusals among them too. */
function answering(change: (answer: HttpAnswer, request: HttpRequest) => HttpAnswer, operations = everyAuthenticated): Differs {
  return altering(operations, () => async (request, forward) => change(await forward(request), request))
}

/** Successful answers of JSON changed. */
function saying(change: (body: JsonObject) => JsonValue, operations: readonly OperationId[]): Differs {
  return answering((answer) => withAnswer(answer, change), operations)
}

/** Whatever is asked for, even what is no operation. */
function everywhere(change: (request: HttpRequest, forward: () => Promise<HttpAnswer>) => Promise<HttpAnswer>): Differs {
  return { carrier: (forward: Carrier): Carrier => (request, signal) => change(request, () => forward(request, signal)) }
}

function typed(answer: HttpAnswer, type: string): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, 'content-type': type } }
}

const recode = (answer: HttpAnswer, text: (body: string) => string): HttpAnswer => ({
  ...answer,
  body: new TextEncoder().encode(text(new TextDecoder().decode(answer.body))),
})

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** Every object in it gets a property more. */
function extended(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(extended)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, one === undefined ? one : extended(one)])
  return { ...Object.fromEntries(entries), _links: { self: '/somewhere' } }
}

const rowsChanged = (change: (row: JsonObject) => JsonObject) =>
  saying((body) => ({ ...body, rows: objectsIn(body['rows']).map(change) }), ['runReport'])

const loginPage = '<!doctype html><html lang="en"><title>Log in</title><form method="post"><input name="user"></form></html>'
const { operations } = await loadContract()
const paths = Object.values(operations).map(({ path }) => path.toLowerCase())

export const unannouncedVariants: readonly Variant[] = [
  untold('first-page-zero'),
  untold('bare-rows'),
  untold('ids-as-text'),
  untold('get-tools'),
  untold('documents-in-json'),
  { ...untold('other-notifications'), isWhole: true },
  untold('all-spanish'),
  unannounced(
    'always-403',
    'Whoever may not is answered 403 with an empty body, whether known or not.',
    answering((answer) => ([401, 403].includes(answer.status) ? { ...answerOf(403), headers: {} } : answer)),
  ),
  unannounced('hides-the-forbidden', 'What is forbidden is not found.', answering((answer) => (answer.status === 403 ? { ...answer, status: 404 } : answer))),
  unannounced(
    'errors-in-200',
    'Every refusal is an answer 200 that says so.',
    answering((answer) => (answer.status >= 400 ? answerOf(200, { ok: false, error: { code: answer.status, text: 'No.' } }) : answer)),
  ),
  unannounced(
    'login-redirect',
    'Who has no good key is led to a page to log in at.',
    answering((answer) => (answer.status === 401 ? answerOf(302, '', { location: '/login' }) : answer)),
  ),
  unannounced(
    'login-page',
    'Who has no good key gets a page to log in at, with 200.',
    answering((answer) => (answer.status === 401 ? answerOf(200, loginPage, { 'content-type': 'text/html' }) : answer)),
  ),
  unannounced(
    'strict-paths',
    'A slash at the end is another path, what is no endpoint is a page, and Bearer has a capital letter.',
    everywhere(async ({ url, headers }, forward) => {
      const { pathname } = new URL(url)
      if (!paths.includes(pathname.toLowerCase())) return answerOf(200, loginPage, { 'content-type': 'text/html' })
      return /^(?!Bearer )bearer /i.test(headers['authorization'] ?? '') ? answerOf(401, 'Bearer, please.') : forward()
    }),
  ),
  unannounced(
    'values-otherwise',
    'Reports show numbers as text and flags as 0 and 1, and leave out what is null.',
    rowsChanged((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, typeof value === 'number' ? String(value) : typeof value === 'boolean' ? Number(value) : value]),
      ),
    ),
  ),
  unannounced(
    'extra-properties',
    'Objects have properties more than documented.',
    saying(extended, everyAuthenticated),
  ),
  unannounced(
    'media-type-parameters',
    'Media types have parameters, and documents are attachments with a file name.',
    answering((answer, request) => {
      const [type = 'application/json'] = (answer.headers['content-type'] ?? '').split(';')
      const told = typed(answer, `${type}; charset=UTF-8; name="factura 1"`)
      if (operationOf(request) !== 'generateDocument') return told
      return { ...told, headers: { ...told.headers, 'content-disposition': 'attachment; filename="factura 1"' } }
    }),
  ),
  unannounced(
    'html-entities',
    'HTML is written with entities, JSON with escapes.',
    answering((answer) => {
      const isHtml = answer.headers['content-type']?.startsWith('text/html') === true
      const isJson = answer.headers['content-type']?.startsWith('application/json') === true
      if (!isHtml && !isJson) return answer
      const escape = (code: number) => (isHtml ? `&#${code};` : `\\u${code.toString(16).padStart(4, '0')}`)
      return recode(answer, (text) => text.replaceAll(/[\u0080-\uffff]/g, (letter) => escape(letter.charCodeAt(0))))
    }, ['generateDocument', 'runReport']),
  ),
  unannounced(
    'backwards',
    'The rows of each page come in the opposite order.',
    saying((body) => ({ ...body, rows: objectsIn(body['rows']).toReversed() }), ['runReport']),
  ),
  unannounced(
    'short-pages',
    'A page has 20 rows at most, whatever is asked for.',
    altering(['runReport'], () => (request, forward) =>
      forward(withRequest(request, (body) => {
        const asked = body['resultsPerPage'] ?? 20
        return { ...body, resultsPerPage: typeof asked === 'number' && asked > 20 ? 20 : asked }
      })),
    ),
  ),
  unannounced(
    'no-pages-past-the-end',
    'A page past the last one is not found.',
    answering((answer) => {
      const rows = answer.status === 200 ? jsonOf(answer)?.['rows'] : undefined
      return Array.isArray(rows) && rows.length === 0 ? answerOf(404, 'No such page.') : answer
    }, ['runReport']),
  ),
  unannounced(
    'lenient-pages',
    'Page numbers and sizes that make no sense are taken for the usual ones.',
    altering(['runReport'], () => (request, forward) =>
      forward(withRequest(request, (body) => {
        const isSound = (value: JsonValue | undefined) => typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 500
        const { page, resultsPerPage, ...rest } = body
        return { ...rest, ...(isSound(page) ? { page } : {}), ...(isSound(resultsPerPage) ? { resultsPerPage } : {}) }
      })),
    ),
  ),
  unannounced(
    'unknown-report-empty',
    'A report that there is not has no rows.',
    answering((answer) =>
      answer.status === 404
        ? answerOf(200, { rows: [], columns: [], page: 1, resultsPerPage: 50, totalRows: 0, totalPages: 0 })
        : answer, ['runReport']),
  ),
  unannounced(
    'unknown-fields-ignored',
    'Fields that are not known are ignored.',
    altering(['writeRecords'], () => (request, forward) =>
      forward(withRequest(request, (body) => ({
        ...body,
        operations: objectsIn(body['operations']).map((operation) => ({
          ...operation,
          fields: Object.fromEntries(Object.entries(operation['fields'] ?? {}).filter(([name]) => !/^(?:ensayo|no_|unknown|x_)/.test(name))),
        })),
      }))),
    ),
  ),
  unannounced(
    'no-restore',
    'What is deleted stays so.',
    altering(['writeRecords'], () => async (request, forward) => {
      const asked = objectsIn(jsonOf(request)?.['operations'])
      const isRestore = asked.length > 0 && asked.every(({ fields }) => isJsonObject(fields) && fields['eliminado'] === 0)
      if (!isRestore) return forward(request)
      const error = { code: 'record_deleted', message: 'It is deleted.' }
      return answerOf(200, { results: asked.map(({ section, id }) => ({ section: section ?? '', id: id ?? 0, outcome: 'failed', error })) })
    }),
  ),
  unannounced(
    'results-reversed',
    'Results come in the opposite order.',
    saying((body) => ({ ...body, results: objectsIn(body['results']).toReversed() }), ['writeRecords']),
  ),
  unannounced(
    'results-untold',
    'A write only says that it was done.',
    saying(() => ({ ok: true }), ['writeRecords']),
  ),
  unannounced(
    'tools-in-words',
    'A tool says it in a sentence.',
    saying(({ valid }) => ({ result: valid === true ? 'The number is right.' : 'The number is wrong.' }), ['validateTaxId', 'validateVatId']),
  ),
  unannounced(
    'agency-down',
    'The agency cannot be reached.',
    altering(['validateTaxId', 'validateVatId'], () => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 200 ? answerOf(503, 'Try again later.') : answer
    }),
  ),
  unannounced('other-user', 'Of a user other things are told.', saying(({ login }) => ({ usuario: login ?? '' }), ['whoami'])),
  unannounced(
    'rate-limited',
    'Every fifth request has to be made again.',
    altering(everyAuthenticated, () => {
      let count = 0
      return async (request, forward) => {
        count += 1
        return count % 5 === 0 ? answerOf(429, 'Too many.', { 'retry-after': '0' }) : forward(request)
      }
    }),
  ),
  unannounced(
    'overloaded',
    'Now and then it can answer nothing for a moment, repetitions included.',
    altering(everyAuthenticated, () => {
      let count = 0
      return async (request, forward) => {
        count += 1
        if (count % 61 < 55) return forward(request)
        return count % 2 === 0
          ? answerOf(429, 'Too many.')
          : answerOf(503, '{"title":"Temporarily unavailable","status":503,"code":"unavailable"}', { 'content-type': 'application/problem+json' })
      }
    }),
  ),
  unannounced('later', 'What was written is shown a moment later.', {
    ...placed(() => {
      let stale = 0
      const before = new Map<string, HttpAnswer>()
      return {
        carrier: (forward) => async (request, signal) => {
          const id = operationOf(request)
          const asked = String(request.body)
          const shown = before.get(asked)
          if (id === 'runReport' && stale > 0 && shown !== undefined) {
            stale -= 1
            return shown
          }
          const answer = await forward(request, signal)
          if (id === 'runReport') before.set(asked, answer)
          if (id === 'writeRecords') stale = 1
          return answer
        },
      }
    }),
  }),
  unannounced('slow', 'Every answer takes a second.', {
    ...everywhere(async (_, forward) => {
      const [answer] = await Promise.all([forward(), new Promise((resolve) => setTimeout(resolve, 1000))])
      return answer
    }),
    only: ['HOOK-ASYNC', 'HOOK-POST', 'PING-OK', 'WHO-KEY', 'WRI-CREATE', 'REP-ROWS', 'TOOL-TAX-VALID', 'DOC-HTML'],
  }),
  unannounced('people-only', 'Only what people change notifies.', mutantAs('hook-people-only', webhookEventMutants)),
  unannounced('final-4xx', 'An answer 4xx ends a delivery.', mutantAs('hook-4xx-final', webhookRetryMutants)),
  unannounced('retried-once', 'A delivery is tried twice.', mutantAs('hook-retried-once', webhookRetryMutants)),
  unannounced(
    'richer-notifications',
    'Notifications have further fields and headers, and a media type with a parameter.',
    noticed(() => (notice, event) =>
      withEvent(withHeaders(notice, { 'content-type': 'application/json;charset=UTF-8', 'x-delivery': '7' }), { ...event, tenant: 4, link: '/records/1' })),
  ),
  unannounced(
    'numbered-attempts',
    'Each attempt has a body of its own.',
    noticed(() => {
      let attempt = 0
      return (notice, event) => {
        attempt += 1
        return withEvent(notice, { ...event, attempt })
      }
    }),
  ),
]
