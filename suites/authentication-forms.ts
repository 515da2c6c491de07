/** What the documentation leaves open about authentication: how a refusal looks, which keys are the same. */
import type { Case, CaseContext, HttpAnswer } from '../src/conformance/index.ts'
import { textOf } from '../src/conformance/index.ts'
import type { Problem } from '../src/core/index.ts'
import { checkDescribed, checkStatus } from './described-refusal.ts'
import { controlOf, report, told, whoami } from './endpoint-probe.ts'
import { caseSwapped, holdsKey, unknownLike } from './key-variants.ts'
import { guardedContent, refusedAccess } from './refused-access.ts'

const unauthenticated: Problem = { kind: 'unauthenticated', message: 'No key.' }

/** The refusal of a request without a key, where the key's user is told with it. */
async function refusalWithoutKey(context: CaseContext): Promise<HttpAnswer> {
  await guardedContent(context, whoami)
  const answer = await context.send(whoami.request(context, null))
  if (whoami.content(context, answer) !== undefined) {
    context.unjudged('a request without a key is not refused', 'See the case AUTH-NONE-WHOAMI.')
  }
  return answer
}

export const authenticationForms: readonly Case[] = [
  {
    id: 'AUTH-STATUS',
    title: 'A request without a key, or with an unknown one, is answered with 401',
    basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
    safety: 'read',
    needs: ['fullKey'],
    evidence: "Twice the status that the contract has for it: 401 unless an overlay says otherwise.",
    async run(context) {
      const without = await refusalWithoutKey(context)
      checkStatus(context, 'whoami', unauthenticated, without, 'a request without a key')
      const unknown = await context.send(
        whoami.request(context, `Bearer ${unknownLike(context.key(), context.random)}`),
      )
      checkStatus(context, 'whoami', unauthenticated, unknown, 'a request with an unknown key')
      return `Both were answered with ${without.status}.`
    },
  },
  {
    id: 'AUTH-REFUSAL-FORM',
    title: 'The refusal of a request without a key has the assumed form',
    basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
    safety: 'read',
    needs: ['fullKey'],
    evidence: "The status, the media type, the shape and the code that the contract has for it.",
    async run(context) {
      const answer = await refusalWithoutKey(context)
      return checkDescribed(context, 'whoami', unauthenticated, answer, 'a request without a key')
    },
  },
  {
    id: 'AUTH-CHALLENGE',
    title: 'The refusal of a request without a key says in `WWW-Authenticate` that a bearer key is asked for',
    basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
    safety: 'read',
    needs: ['fullKey'],
    evidence: 'The header `WWW-Authenticate` with the scheme Bearer.',
    async run(context) {
      const answer = await refusalWithoutKey(context)
      if (answer.status >= 500) {
        context.unjudged(`a request without a key got ${told(answer)}`, 'See what is wrong with the target.')
      }
      const { 'www-authenticate': challenge = '' } = answer.headers
      context.check(/(?:^|,)\s*bearer\b/i.test(challenge), {
        message: 'the refusal does not ask for a bearer key',
        expected: 'WWW-Authenticate: Bearer',
        found: challenge === '' ? `status ${answer.status} without the header` : challenge,
      })
      return `The refusal with ${answer.status} said: WWW-Authenticate: ${challenge}.`
    },
  },
  {
    id: 'AUTH-SCHEME-CASE',
    title: 'The scheme may be written `bearer`',
    // RFC 9110, section 11.1, has schemes compared without regard to case; the documentation shows one spelling.
    basis: { kind: 'assumed', gap: 'GAP-KEYS' },
    safety: 'read',
    needs: ['fullKey'],
    evidence: 'The same user for `Bearer` and for `bearer`.',
    async run(context) {
      const control = await controlOf(context, whoami)
      const answer = await context.send(whoami.request(context, `bearer ${context.key()}`))
      if (answer.status >= 500) {
        context.unjudged(`\`bearer\` got ${told(answer)}`, 'See what is wrong with the target.')
      }
      context.check(whoami.content(context, answer)?.gist === control.gist, {
        message: 'a key after `bearer` is not accepted',
        expected: control.shown,
        found: told(answer),
      })
      return `Both spellings gave ${control.shown}.`
    },
  },
  {
    id: 'AUTH-KEY-CASE',
    title: 'Letter case counts in keys',
    basis: { kind: 'assumed', gap: 'GAP-KEYS' },
    safety: 'read',
    needs: ['fullKey'],
    evidence: 'The user, given for the key; a refusal of the same key with its letters in the other case.',
    async run(context) {
      const key = caseSwapped(context.key())
      if (key === context.key()) context.unjudged('the key has no letters', 'Nothing is to be done.')
      const control = await controlOf(context, whoami)
      const request = whoami.request(context, `Bearer ${key}`)
      const status = await refusedAccess(context, whoami, control, request, 'the key in the other letter case')
      return `The key in the other letter case was refused with ${status}.`
    },
  },
  {
    id: 'AUTH-KEY-SILENT',
    title: 'No answer holds the key',
    basis: { kind: 'assumed', gap: 'GAP-KEYS' },
    safety: 'read',
    needs: ['fullKey'],
    evidence: 'Answers of whoami, of the report, to a wrong method and to an unknown path, none of which holds the key.',
    async run(context) {
      await controlOf(context, whoami)
      const own = whoami.request(context)
      const requests = [
        own,
        { ...own, url: `${context.baseUrl}/api/ensayo-no-such-path` },
        ...(context.samples.report === undefined ? [] : [report.request(context)]),
        { ...own, url: context.baseUrl + context.contract.operations.runReport.path },
      ]
      for (const request of requests) {
        const answer = await context.send(request)
        const places = { body: textOf(answer), ...answer.headers }
        const place = Object.entries(places).find(([, text]) => holdsKey(text, context.key()))
        context.check(place === undefined, {
          message: `the answer to ${request.method} ${new URL(request.url).pathname} holds the key`,
          expected: 'no key in any answer',
          found: `status ${answer.status}, the key in ${place?.[0] === 'body' ? 'the body' : `the header ${place?.[0]}`}`,
        })
      }
      return `The key is in none of ${requests.length} answers, their headers included.`
    },
  },
]
