import type { OperationId } from '../../src/core/index.ts'
import { altering, alteringAll, answerOf, everyAuthenticated, isSpelledAsDocumented, textIn, withAnswer } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const noPath = answerOf(404, { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' }, { 'content-type': 'application/problem+json' })

/** PATH-1, PATH-2, REP-6, DOC-4, BODY-1. */
export const pathMutants: readonly Mutant[] = [
  ...everyAuthenticated.map(
    (id): Mutant => ({
      name: `path-case-${id}`,
      wrong: `The path of ${id} is known in one spelling only.`,
      ...altering([id], () => (request, forward) => (isInCase(request, id) ? forward(request) : Promise.resolve(noPath))),
    }),
  ),
  {
    name: 'path-redirect',
    wrong: 'Other spellings of a path lead to the one that is documented.',
    ...altering(['whoami', 'runReport'], () => (request, forward, id) =>
      isInCase(request, id) ? forward(request) : Promise.resolve(answerOf(308, '', { location: new URL(request.url).pathname.toLowerCase() }))),
  },
  {
    name: 'path-first-segment',
    wrong: 'Letter case counts in the first segment.',
    ...alteringAll(() => (request, forward) =>
      /^\/(?!api\b)[Aa][Pp][Ii]\b/.test(new URL(request.url).pathname) ? Promise.resolve(noPath) : forward(request)),
  },
  {
    name: 'path-swallows-writes',
    wrong: 'Writes under another spelling of the path are told as done, and not done.',
    ...altering(['writeRecords'], ({ full = '' }) => async (request, forward) =>
      isInCase(request, 'writeRecords') || request.headers['authorization'] !== `Bearer ${full}` ? forward(request) : answerOf(200, { results: [{ section: 'entities', id: 99_999, outcome: 'created' }] })),
  },
  {
    name: 'path-version-redirect',
    wrong: 'whoami leads to a path with a version.',
    ...altering(['whoami'], () => async () => answerOf(308, '', { location: '/api/v2/whoami' })),
  },
  {
    name: 'path-needs-version',
    wrong: 'The paths have a segment for the version.',
    ...alteringAll(() => (request, forward) => {
      const { pathname } = new URL(request.url)
      if (/^\/api\/v1\//i.test(pathname)) return forward({ ...request, url: request.url.replace(/\/v1\//i, '/') })
      return /^\/api\//i.test(pathname) ? Promise.resolve(noPath) : forward(request)
    }),
  },
  { name: 'path-report-post', wrong: 'A report is not had with POST.', ...altering(['runReport'], () => async () => answerOf(405, '', { allow: 'GET' })) },
  { name: 'path-document-post', wrong: 'A document is not had with POST.', ...altering(['generateDocument'], () => async () => answerOf(405, '', { allow: 'GET' })) },
  {
    name: 'body-white-space',
    wrong: 'A body that begins with white space is refused.',
    ...altering(['runReport'], () => (request, forward) => (/^\s/.test(textIn(request)) ? Promise.resolve(answerOf(400)) : forward(request))),
  },
  {
    name: 'body-escapes',
    wrong: 'Escapes in JSON texts are taken as they are.',
    ...altering(['runReport'], () => (request, forward) => forward(textIn(request).includes('\\u00') ? { ...request, body: textIn(request).replaceAll('\\u', '\\\\u') } : request)),
  },
  {
    name: 'body-user-xml',
    wrong: 'The user comes as XML.',
    ...altering(['whoami'], () => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 200 ? answerOf(200, '<user><id>1</id><login>lucia.ferrer</login></user>', { 'content-type': 'application/xml' }) : answer
    }),
  },
  {
    name: 'body-report-csv',
    wrong: 'A report comes as comma-separated values.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 200 ? answerOf(200, 'id,name\n1,Talleres Nadal\n2,Muebles La Encina\n', { 'content-type': 'text/csv' }) : answer
    }),
  },
  {
    name: 'body-report-single-quotes',
    wrong: 'The JSON of a report has quotation marks that JSON does not have.',
    ...altering(['runReport'], () => async (request, forward) => {
      const answer = await forward(request)
      if (answer.status !== 200) return answer
      return { ...withAnswer(answer, (body) => body), body: new TextEncoder().encode(new TextDecoder().decode(answer.body).replaceAll('"', "'")) }
    }),
  },
]

/** Whether the path has the letters as documented; another form of them, such as an encoded one, is no matter of case. */
function isInCase(request: Parameters<typeof isSpelledAsDocumented>[0], id: OperationId): boolean {
  const { pathname } = new URL(request.url)
  return isSpelledAsDocumented(request, id) || pathname === pathname.toLowerCase()
}
