/** What a receiver does otherwise than a sound one with the credentials of its sender. */
import type { IncomingMessage } from 'node:http'
import { soundRecipe } from './sound-recipe.ts'
import type { Asked, Recipe } from './sound-recipe.ts'

/** What stands after the scheme, of the first header. */
function given({ headersDistinct }: IncomingMessage, pattern = /^bearer +(.*)$/i): string | undefined {
  return pattern.exec(headersDistinct['authorization']?.[0] ?? '')?.[1]
}

/** As a sound one judges, except that the token is found or compared otherwise. */
function comparing(isRight: (given: string, token: string) => boolean, pattern?: RegExp): Partial<Recipe> {
  return {
    isAuthorized: ({ request, tokens }) => {
      const found = given(request, pattern)
      return found !== undefined && request.headersDistinct['authorization']?.length === 1 && tokens.some((token) => isRight(found, token))
    },
  }
}

const acceptsHtml = ({ request }: Asked) => request.headers.accept?.includes('text/html') === true

export const authenticationDefects = {
  'takes-anybody': { isAuthorized: () => true },
  'compares-lengths': comparing((one, other) => one.length === other.length),
  'compares-beginnings': comparing((one, other) => one !== '' && other.startsWith(one)),
  'compares-as-far-as-the-token-goes': comparing((one, other) => one.startsWith(other)),
  'compares-without-case': comparing((one, other) => one.toLowerCase() === other.toLowerCase()),
  'takes-an-empty-token': {
    isAuthorized: (asked) => {
      const [header] = asked.request.headersDistinct['authorization'] ?? []
      return header === '' || header === 'Bearer' || soundRecipe.isAuthorized(asked)
    },
  },
  'takes-any-scheme': comparing((one, other) => one === other, /^\S+ +(\S+)$/),
  'takes-a-bare-token': comparing((one, other) => one === other, /^(?:bearer +)?(\S+)$/i),
  'takes-the-token-from-the-query': {
    isAuthorized: (asked) =>
      asked.tokens.some((token) => asked.request.url?.includes(`token=${encodeURIComponent(token)}`)) || soundRecipe.isAuthorized(asked),
  },
  'looks-at-the-first-of-two': {
    isAuthorized: ({ request, tokens }) => tokens.includes(given(request) ?? ''),
  },
  'wants-the-scheme-as-written': comparing((one, other) => one === other, /^Bearer (\S+)$/),
  'refuses-without-challenge': { unauthorized: () => ({ status: 401, body: 'no' }) },
  'refuses-with-400': { unauthorized: () => ({ status: 400, body: 'no' }) },
  'fails-instead-of-refusing': { unauthorized: () => ({ status: 500, body: 'undefined is no token' }) },
  'sends-browsers-to-a-login': {
    unauthorized: (asked) => (acceptsHtml(asked) ? { status: 302, headers: { location: '/login' } } : soundRecipe.unauthorized(asked)),
  },
  'shows-browsers-a-login': {
    unauthorized: (asked) =>
      acceptsHtml(asked)
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<form>Log in</form>' }
        : soundRecipe.unauthorized(asked),
  },
  'repeats-the-token': {
    unauthorized: (asked) => ({ ...soundRecipe.unauthorized(asked), body: `wrong: ${asked.request.headers.authorization}` }),
  },
  'shows-the-right-token': {
    unauthorized: (asked) => ({ ...soundRecipe.unauthorized(asked), body: `expected ${asked.tokens[0]}` }),
  },
  'reads-before-it-checks': { readsFirst: true },
  'acts-before-it-checks': { readsFirst: true, actsFirst: true },
  'knows-one-token-only': {
    isAuthorized: ({ tokens, ...asked }) => soundRecipe.isAuthorized({ ...asked, tokens: tokens.slice(0, 1) }),
  },
  'refuses-cookies': {
    first: ({ request }) => (request.headers.cookie === undefined ? undefined : { status: 400, body: 'no session' }),
  },
} satisfies Record<string, Partial<Recipe>>
