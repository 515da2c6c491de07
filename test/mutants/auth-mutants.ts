import type { HttpAnswer, HttpRequest, Keys } from '../../src/conformance/index.ts'
import type { OperationId } from '../../src/core/index.ts'
import { altering, alteringAll, answerOf, everyAuthenticated, isSpelledAsDocumented, withKey } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const nouns: Partial<Record<OperationId, string>> = {
  whoami: 'The user',
  runReport: 'A report',
  generateDocument: 'A document',
  writeRecords: 'A write',
  validateTaxId: 'The verdict on a tax identifier',
  validateVatId: 'The verdict on a VAT identifier',
}

/** AUTH-1 … AUTH-3: who gets in. */
export const authMutants: readonly Mutant[] = [
  ...everyAuthenticated.flatMap((id): Mutant[] => [
    {
      name: `auth-keyless-${id}`,
      wrong: `${nouns[id] ?? id} is had without a key.`,
      ...admitting([id], (request) => request.headers['authorization'] === undefined),
    },
    {
      name: `auth-any-key-${id}`,
      wrong: `${nouns[id] ?? id} is had with any key whatever.`,
      ...admitting([id], (request, keys) => {
        const { authorization = '' } = request.headers
        return /^bearer ./i.test(authorization) && !Object.values(keys).some((key) => authorization === `Bearer ${key}`)
      }),
    },
    {
      name: `auth-spelled-${id}`,
      wrong: `${nouns[id] ?? id} is had without a key when the path is in other letter case than in the documentation.`,
      ...admitting([id], (request) => request.headers['authorization'] === undefined && isInOtherCase(request, id)),
    },
  ]),
  {
    name: 'auth-slash',
    wrong: 'A path with a slash at its end is not guarded.',
    ...alteringAll((keys) => (request, forward) => {
      const isOpen = request.headers['authorization'] === undefined && /\w\/$/.test(new URL(request.url).pathname)
      return forward(isOpen ? withKey({ ...request, url: request.url.replace(/\/$/, '') }, keys.full) : request)
    }),
  },
  {
    name: 'auth-keyless-write-done',
    wrong: 'A write without a key is refused, and done all the same.',
    ...altering(['writeRecords'], (keys) => async (request, forward) => {
      if (request.headers['authorization'] === undefined) await forward(withKey(request, keys.full))
      return forward(request)
    }),
  },
  {
    name: 'auth-beginning',
    wrong: 'The last characters of a key are not compared.',
    ...admitted((given, key) => given.length === key.length && given.slice(0, -2) === key.slice(0, -2)),
  },
  { name: 'auth-cut', wrong: 'A beginning of a key is as good as the key.', ...admitted((given, key) => given.length > 8 && key.startsWith(given)) },
  { name: 'auth-longer', wrong: 'What follows the key is not looked at.', ...admitted((given, key) => given.startsWith(key)) },
  { name: 'auth-letter-case', wrong: 'Letter case does not count in keys.', ...admitted((given, key) => given.toLowerCase() === key.toLowerCase()) },
  {
    name: 'auth-empty',
    wrong: '`Bearer` without a key lets in.',
    ...admitting(['whoami'], ({ headers }) => headers['authorization']?.trim() === 'Bearer'),
  },
  {
    name: 'auth-no-scheme',
    wrong: 'A key without a scheme lets in.',
    ...admitting(['whoami'], ({ headers }, keys) => headers['authorization'] === keys.full),
  },
  {
    name: 'auth-any-scheme',
    wrong: 'The scheme is not looked at.',
    ...admitting(['whoami'], ({ headers }, keys) => /^token /i.test(headers['authorization'] ?? '') && headers['authorization']?.split(' ')[1] === keys.full),
  },
  {
    name: 'auth-basic',
    wrong: 'A key as the user name of `Basic` lets in.',
    ...admitting(['whoami'], ({ headers }) => headers['authorization']?.startsWith('Basic ') === true),
  },
  {
    name: 'auth-query',
    wrong: 'A key in the query lets in.',
    ...admitting(['whoami'], ({ url, headers }, { full = '' }) => headers['authorization'] === undefined && url.includes(full)),
  },
  {
    name: 'auth-refusal-tells',
    wrong: 'The refusal of a request without a good key holds the user.',
    ...altering(['whoami'], (keys) => async (request, forward) => {
      const answer = await forward(request)
      if (answer.status !== 401) return answer
      const { body } = await forward(withKey(request, keys.full))
      return { ...answer, body }
    }),
  },
  { name: 'auth-nobody', wrong: 'whoami refuses every key.', ...altering(['whoami'], () => (request, forward) => forward(withKey(request, undefined))) },
  { name: 'auth-status', wrong: 'Whoever has no good key is answered with 403.', ...refusing((answer) => ({ ...answer, status: 403 })) },
  {
    name: 'auth-no-challenge',
    wrong: 'The refusal does not say that a bearer key is asked for.',
    ...refusing(({ headers: { 'www-authenticate': _, ...headers }, ...answer }) => ({ ...answer, headers })),
  },
  {
    name: 'auth-refusal-text',
    wrong: 'The refusal is plain text.',
    ...refusing(() => answerOf(401, 'No.', { 'www-authenticate': 'Bearer' })),
  },
  {
    name: 'auth-unknown-status',
    wrong: 'A key that nobody has is answered with 404.',
    ...altering(['whoami'], () => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 401 && request.headers['authorization'] !== undefined ? { ...answer, status: 404 } : answer
    }),
  },
  {
    name: 'auth-lower-scheme',
    wrong: 'The scheme `bearer` is not known.',
    ...alteringAll(() => (request, forward) => forward(request.headers['authorization']?.startsWith('bearer ') === true ? withKey(request, undefined) : request)),
  },
  {
    name: 'auth-key-in-header',
    wrong: 'A header of each refusal holds the key.',
    ...alteringAll(() => async (request, forward) => {
      const answer = await forward(request)
      const { authorization } = request.headers
      return authorization === undefined || answer.status < 400 ? answer : { ...answer, headers: { ...answer.headers, 'x-credentials': authorization } }
    }),
  },
  {
    name: 'auth-key-in-error',
    wrong: 'The answer to an unknown path repeats the headers of the request.',
    ...alteringAll(() => async (request, forward) => {
      const answer = await forward(request)
      return answer.status === 404 && /no-such-path/.test(request.url) ? answerOf(404, JSON.stringify(request.headers)) : answer
    }),
  },
]

/** With the full key's rights goes whoever `isAdmitted`. */
function admitting(operations: readonly OperationId[], isAdmitted: (request: HttpRequest, keys: Keys) => boolean): Partial<Mutant> {
  return altering(operations, (keys) => (request, forward) => forward(isAdmitted(request, keys) ? withKey(request, keys.full) : request))
}

/** A key that is given goes for the full one if the two are taken to be the same. */
function admitted(isTakenFor: (given: string, key: string) => boolean): Partial<Mutant> {
  return admitting(everyAuthenticated, ({ headers }, { full = '' }) => {
    const [, given] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? []
    return given !== undefined && given !== full && isTakenFor(given, full)
  })
}

function refusing(change: (answer: HttpAnswer) => HttpAnswer): Partial<Mutant> {
  return altering(everyAuthenticated, () => async (request, forward) => {
    const answer = await forward(request)
    return answer.status === 401 ? change(answer) : answer
  })
}

function isInOtherCase(request: HttpRequest, id: OperationId): boolean {
  const { pathname } = new URL(request.url)
  return !isSpelledAsDocumented(request, id) && pathname.toLowerCase() !== pathname
}
