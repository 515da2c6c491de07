/** AUTH-1 … AUTH-3: who may do anything at all, and as whom. */
import type { Case, CaseContext, Suite } from '../src/conformance/index.ts'
import { authenticationForms } from './authentication-forms.ts'
import { controlOf, probes, respellings, told, whoami } from './endpoint-probe.ts'
import type { Probe } from './endpoint-probe.ts'
import { changed, cut, unknownLike } from './key-variants.ts'
import { guardedContent, refusedAccess } from './refused-access.ts'
import { unauthorizedWrite } from './unauthorized-write.ts'

export const authenticationSuite: Suite = {
  area: 'authentication',
  title: 'Authentication',
  cases: [
    {
      id: 'AUTH-BEARER',
      title: "A user's key in `Authorization: Bearer` is accepted",
      basis: { kind: 'stated', statements: ['AUTH-1', 'WHO-2'] },
      safety: 'read',
      needs: ['fullKey'],
      evidence: "The key's user, given by whoami.",
      async run(context) {
        const answer = await context.send(whoami.request(context))
        context.check(answer.status !== 401 && answer.status !== 403, {
          message: "a user's key is refused",
          expected: 'the user',
          found: told(answer),
          cure: 'See that the full key is one that is in force.',
        })
        const { shown } = whoami.content(context, answer) ?? (await controlOf(context, whoami))
        return `With the key, whoami told of ${shown}.`
      },
    },
    ...probes.map(withoutHeader),
    ...probes.map(otherwiseSpelled),
    ...probes.filter(({ id }) => id !== 'whoami').map(withUnknownKey),
    ...wrongCredentials(),
    unauthorizedWrite,
    ...authenticationForms,
  ],
}

/** AUTH-2, endpoint by endpoint. */
function withoutHeader(one: Probe): Case {
  return {
    id: `AUTH-NONE-${one.area}`,
    title: `Without the header, ${one.noun} is refused`,
    basis: { kind: 'stated', statements: ['AUTH-2'] },
    safety: 'read',
    needs: one.needs,
    evidence: `Given with the key, ${one.noun}; without the header, a refusal that holds none of it.`,
    async run(context) {
      const control = await guardedContent(context, one)
      const status = await refusedAccess(context, one, control, one.request(context, null), 'a request without a key')
      return `The key gave ${control.shown}; without it the request was refused with ${status}.`
    },
  }
}

/** AUTH-2 under PATH-1: whoever guards one spelling only guards none. */
function otherwiseSpelled(one: Probe): Case {
  return {
    id: `AUTH-SPELLED-${one.area}`,
    title: `Without the header, ${one.noun} is refused under every spelling of the path`,
    basis: { kind: 'stated', statements: ['AUTH-2', 'PATH-1'] },
    safety: 'read',
    needs: one.needs,
    evidence: `Given with the key, ${one.noun}; without the header, a refusal under each other spelling.`,
    async run(context) {
      const control = await guardedContent(context, one)
      const refused: string[] = []
      for (const { name, request } of respellings(context, one.id, one.request(context, null))) {
        const status = await refusedAccess(
          context,
          one,
          control,
          request,
          `a request without a key, its path in ${name},`,
        )
        refused.push(`${name} with ${status}`)
      }
      for (const request of lenientSpellings(context, one)) {
        const answer = await context.send(request)
        context.check(one.content(context, answer) === undefined, {
          message: `a request without a key is answered with ${one.noun} when its path is ${request.url.slice(context.baseUrl.length)}`,
          expected: 'a refusal',
          found: told(answer),
        })
      }
      if (refused.length === 0) {
        context.unjudged('the path has no letters to spell in another way', 'Nothing is to be done.')
      }
      return `Refused without the key: ${refused.join(', ')}.`
    },
  }
}

/** Spellings that nothing promises to be the same endpoint; where they are, they need the key as well. */
function lenientSpellings(context: CaseContext, one: Probe) {
  const { baseUrl } = context
  const request = one.request(context, null)
  const [path = '', ...query] = request.url.slice(baseUrl.length).split(/(?=\?)/)
  const encoded = path.replace(/^\/([a-z])/i, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)
  return [`${path}/`, `/${path}`, encoded].map((other) => ({ ...request, url: baseUrl + other + query.join('') }))
}

function withUnknownKey(one: Probe): Case {
  return {
    id: `AUTH-UNKNOWN-${one.area}`,
    title: `With a key that nobody has, ${one.noun} is refused`,
    basis: { kind: 'stated', statements: ['AUTH-1', 'AUTH-2'] },
    safety: 'read',
    needs: one.needs,
    evidence: `Given with the key, ${one.noun}; with a random key of the same form, a refusal that holds none of it.`,
    async run(context) {
      const control = await guardedContent(context, one)
      const request = one.request(context, `Bearer ${unknownLike(context.key(), context.random)}`)
      const status = await refusedAccess(context, one, control, request, 'a request with a key that nobody has')
      return `The key gave ${control.shown}; a random key was refused with ${status}.`
    },
  }
}

interface WrongCredentials {
  id: string
  /** "a random key". */
  what: string
  /** Undefined for no header; the query is what follows the question mark. */
  make(context: CaseContext): { authorization: string | null; query?: string }
}

/** AUTH-1, one attempt per shape: services lock out who tries too often. */
function wrongCredentials(): Case[] {
  const shapes: WrongCredentials[] = [
    {
      id: 'AUTH-KEY-UNKNOWN',
      what: 'a random key',
      make: (context) => ({ authorization: `Bearer ${unknownLike(context.key(), context.random)}` }),
    },
    {
      id: 'AUTH-KEY-CUT',
      what: 'a key without its end',
      make: (context) => ({ authorization: `Bearer ${cut(context.key())}` }),
    },
    {
      id: 'AUTH-KEY-CHANGED',
      what: 'a key with another last character',
      make: (context) => ({ authorization: `Bearer ${changed(context.key())}` }),
    },
    {
      id: 'AUTH-KEY-LONGER',
      what: 'a key with more at its end',
      make: (context) => ({ authorization: `Bearer ${context.key()}0a` }),
    },
    { id: 'AUTH-EMPTY', what: '`Bearer` without a key', make: () => ({ authorization: 'Bearer ' }) },
    { id: 'AUTH-NO-SCHEME', what: 'a key without a scheme', make: (context) => ({ authorization: context.key() }) },
    {
      id: 'AUTH-BASIC',
      what: 'a key as the user name of `Basic`',
      make: (context) => ({ authorization: `Basic ${Buffer.from(`${context.key()}:`).toString('base64')}` }),
    },
    {
      id: 'AUTH-OTHER-SCHEME',
      what: 'a key under another scheme',
      make: (context) => ({ authorization: `Token ${context.key()}` }),
    },
    {
      id: 'AUTH-QUERY',
      what: 'a key in the query alone',
      make(context) {
        const names = ['api_key', 'apikey', 'key', 'token', 'access_token', 'authorization']
        return {
          authorization: null,
          query: names.map((name) => `${name}=${encodeURIComponent(context.key())}`).join('&'),
        }
      },
    },
  ]
  return shapes.map(({ id, what, make }) => ({
    id,
    title: `whoami refuses ${what}`,
    basis: { kind: 'stated', statements: ['AUTH-1', 'AUTH-2', 'WHO-2'] },
    safety: 'read',
    needs: ['fullKey'],
    evidence: 'The user, given for the key; a refusal that tells nothing of any user.',
    async run(context) {
      const control = await guardedContent(context, whoami)
      const { authorization, query } = make(context)
      const request = whoami.request(context, authorization)
      const url = query === undefined ? request.url : `${request.url}${request.url.includes('?') ? '&' : '?'}${query}`
      const status = await refusedAccess(context, whoami, control, { ...request, url }, what)
      return `The key gave ${control.shown}; ${what} was refused with ${status}.`
    },
  }))
}

