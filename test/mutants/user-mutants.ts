import type { HttpAnswer } from '../../src/conformance/index.ts'
import { altering, answerOf, withAnswer } from './mutant.ts'
import type { Mutant } from './mutant.ts'

/** WHO-1, WHO-2, AUTH-3: whose key it is. */
export const userMutants: readonly Mutant[] = [
  {
    name: 'who-first',
    wrong: 'Whoever asks is told of the user who asked first.',
    ...altering(['whoami'], () => {
      let first: HttpAnswer | undefined
      return async (request, forward) => {
        const answer = await forward(request)
        if (answer.status !== 200) return answer
        first ??= answer
        return first
      }
    }),
  },
  {
    name: 'who-alternates',
    wrong: 'Every second time another user is told.',
    ...altering(['whoami'], () => {
      let times = 0
      return async (request, forward) => {
        times += 1
        const answer = await forward(request)
        return times % 2 === 1 ? answer : withAnswer(answer, (user) => ({ ...user, id: 77, login: 'nadie', name: 'Nadie', email: 'nadie@example.com' }))
      }
    }),
  },
  {
    name: 'who-shared-flight',
    wrong: 'Requests that come while another one is under way get its answer.',
    ...altering(['whoami'], () => {
      let flight: Promise<HttpAnswer> | undefined
      return async (request, forward) => {
        flight ??= forward(request).finally(() => (flight = undefined))
        return flight
      }
    }),
  },
  { name: 'who-empty', wrong: 'whoami tells nothing.', ...altering(['whoami'], () => async (request, forward) => withAnswer(await forward(request), () => ({}))) },
  {
    name: 'who-no-email',
    wrong: 'whoami tells no e-mail.',
    ...altering(['whoami'], () => async (request, forward) => withAnswer(await forward(request), ({ email: _, ...user }) => user)),
  },
  {
    name: 'who-missing',
    wrong: 'There is no whoami.',
    ...altering(['whoami'], () => async () => answerOf(404, { message: 'Not found' })),
  },
  {
    name: 'who-administrators',
    wrong: 'Only administrators may ask whose key it is.',
    ...altering(['whoami'], ({ limited = '' }) => (request, forward) =>
      request.headers['authorization'] === `Bearer ${limited}` ? Promise.resolve(answerOf(403)) : forward(request)),
  },
  {
    name: 'who-all-permissions',
    wrong: 'whoami says that everybody may do everything.',
    ...altering(['whoami'], () => async (request, forward) =>
      withAnswer(await forward(request), (user) => ({ ...user, permissions: ['report:*', 'section:*:read', 'section:*:write'] }))),
  },
  {
    name: 'who-permission-words',
    wrong: 'Permissions are told as levels.',
    ...altering(['whoami'], () => async (request, forward) => withAnswer(await forward(request), (user) => ({ ...user, permissions: ['level-3'] }))),
  },
]
