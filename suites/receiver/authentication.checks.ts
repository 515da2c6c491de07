/** Whether the receiver checks its sender by the webhook's token (HOOK-3). */
import { setTimeout as pause } from 'node:timers/promises'
import type { Check, CheckArea } from '../../src/conformance/receiver-check/index.ts'
import { holdsKey, unknownLike } from '../key-variants.ts'
import { demandAccepted, demandRefused, headerOf, statusOf, wholeText } from './answer-laws.ts'
import { refusalOf, tokenOf, withAuthorization } from './impostor.ts'
import type { Headers, Impostor } from './impostor.ts'
import { newRecord, shownRecord } from './final-state.ts'
import { must, should } from './level.ts'
import { wrongTokens } from './wrong-tokens.ts'

const mostReadings = 50
const betweenReadingsMs = 100

const anonymous: Impostor = { name: 'no Authorization header', authorization: [] }

const others: readonly Check[] = [
  {
    id: 'RCV-AUTH-SCHEME-CASE',
    title: 'The scheme is read in any letter case',
    basis: must('RFC 9110, section 11.1'),
    reason: 'A sender or a proxy that writes `bearer` is right, and each of its notifications would be lost.',
    cure: 'Compare the scheme without regard to case. The token after it stays exact.',
    needs: ['http'],
    evidence: 'A 2xx status to `bearer` and to `BEARER` with the token.',
    async run(context) {
      const token = tokenOf(context)
      await context.between(async () => {
        for (const scheme of ['bearer', 'BEARER']) {
          const answer = await context.deliver(undefined, { headers: withAuthorization(context, [`${scheme} ${token}`]) })
          demandAccepted(context, answer, `a notification with the scheme \`${scheme}\``)
        }
      })
      return '`bearer` and `BEARER` were accepted like `Bearer`'
    },
  },
  {
    id: 'RCV-AUTH-CHALLENGE',
    title: 'A 401 says by WWW-Authenticate what is asked for',
    basis: must('RFC 9110, section 11.6.1'),
    reason: 'Without the challenge a 401 is no valid HTTP, and generic senders cannot tell a wrong token from another failure.',
    cure: 'Add `WWW-Authenticate: Bearer` to every 401.',
    needs: ['http'],
    evidence: 'The header WWW-Authenticate with a scheme in each 401.',
    async run(context) {
      tokenOf(context)
      const answer = await context.between(() => refusalOf(context, anonymous))
      if (statusOf(answer) !== 401) return context.unjudged(`it refuses with ${statusOf(answer)}, which asks for no challenge`, 'See RCV-AUTH-STATUS.')
      const challenges = headerOf(answer, 'www-authenticate')
      context.check(challenges.some((challenge) => /^[\w!#$%&'*+.^`|~-]+/.test(challenge)), {
        message: 'the 401 has no WWW-Authenticate header',
        expected: 'WWW-Authenticate: Bearer',
        found: challenges.length === 0 ? 'none' : challenges.join(', '),
      })
      return `401 with WWW-Authenticate: ${challenges.join(', ')}`
    },
  },
  {
    id: 'RCV-AUTH-STATUS',
    title: 'Missing and wrong credentials are answered with 401',
    basis: should('RFC 6750, section 3.1; RFC 9110, section 15.5.2'),
    reason: 'In the sender\'s log another status looks like a fault of the notification, and is searched for in the wrong place.',
    cure: 'Answer 401, not 400, 403 or 404, when the token is missing or wrong.',
    needs: ['http'],
    evidence: 'Status 401 to a missing and to a wrong token.',
    async run(context) {
      const token = tokenOf(context)
      const wrong: Impostor = { name: 'a wrong token', authorization: [`Bearer ${unknownLike(token, context.random)}`] }
      await context.between(async () => {
        for (const impostor of [anonymous, wrong]) {
          const answer = await refusalOf(context, impostor)
          context.check(statusOf(answer) === 401, {
            message: `${impostor.name} is answered with ${statusOf(answer)}`,
            expected: '401',
            found: String(statusOf(answer)),
          })
        }
      })
      return 'a missing and a wrong token were both answered with 401'
    },
  },
  {
    id: 'RCV-AUTH-PAGE',
    title: 'Refusal is neither a redirect nor a page with status 200, whatever the sender accepts',
    basis: must('HOOK-5'),
    reason: 'To the service any 2xx means received: after a mistake in the token every notification would be lost without a sign.',
    cure: 'Answer 401 instead of sending to a login page. Take the receiver out of what protects your pages for people.',
    needs: ['http'],
    evidence: 'A 4xx status also to a sender that accepts HTML.',
    async run(context) {
      tokenOf(context)
      const headers = withAuthorization(context, []).filter(([name]) => name.toLowerCase() !== 'accept')
      const answer = await context.between(async () => {
        await refusalOf(context, anonymous)
        return context.deliver(undefined, { headers: [...headers, ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8']] })
      })
      demandRefused(context, answer, 'a notification without credentials whose sender accepts HTML')
      return `a sender that accepts HTML was refused with ${statusOf(answer)}`
    },
  },
  {
    id: 'RCV-AUTH-ECHO',
    title: 'The refusal does not repeat the credentials',
    basis: should('OWASP Error Handling Cheat Sheet'),
    reason: 'Answers are kept in the sender\'s log and shown in its console; the token, or one almost right, then stands there.',
    cure: 'Say that the token is wrong without showing it or the one expected.',
    needs: ['http'],
    evidence: 'Neither the token that was sent nor the right one in head or body of the refusal.',
    async run(context) {
      const token = tokenOf(context)
      const wrong = unknownLike(token, context.random)
      const answer = await context.between(() => refusalOf(context, { name: 'a wrong token', authorization: [`Bearer ${wrong}`] }))
      const text = wholeText(answer)
      context.check(!holdsKey(text, wrong), 'the refusal repeats the token that was sent')
      context.check(!holdsKey(text, token), 'the refusal shows the token that is expected')
      return 'neither the token sent nor the one expected stands in the refusal'
    },
  },
  {
    id: 'RCV-AUTH-FIRST',
    title: 'The sender is checked before what was sent',
    basis: should('OWASP REST Security Cheat Sheet'),
    reason: 'Otherwise anybody can try your parser, and learn from its answers what you accept.',
    cure: 'Check the token as soon as the head has come. Read and parse the body only after that.',
    needs: ['http'],
    evidence: 'The same status to a malformed body without credentials as to a valid one.',
    async run(context) {
      tokenOf(context)
      const headers = withAuthorization(context, [])
      const [valid, malformed] = await context.between(async () => [
        await refusalOf(context, anonymous),
        await context.deliver(undefined, { headers, body: '{"' }),
      ] as const)
      demandRefused(context, malformed, 'a malformed body without credentials')
      context.check(statusOf(malformed) === statusOf(valid), {
        message: 'without credentials the answer depends on the body',
        expected: String(statusOf(valid)),
        found: String(statusOf(malformed)),
      })
      return `both were refused with ${statusOf(valid)}`
    },
  },
  {
    id: 'RCV-AUTH-EFFECT',
    title: 'What was refused for its credentials has no effect',
    basis: must('HOOK-3'),
    reason: 'The answer says no and the work is done all the same: anybody can make you act.',
    cure: 'Refuse before the event is stored or handed on. Nothing may be started for a sender that is not known.',
    needs: ['http', 'api', 'probe'],
    evidence: 'A record that is neither read from the API nor kept after a refused notification, and is after the same one with the token.',
    async run(context) {
      tokenOf(context)
      // Whoever still works through what came earlier may read a list in which the new record is already.
      const begun = performance.now()
      await shownRecord(context)
      const usualMs = performance.now() - begun
      await context.settledState()
      const { recordId, mark } = await newRecord(context)
      const before = await context.api.calls()
      const isActedOn = async () => {
        const calls = await context.api.callsAfter(before)
        return calls.some(({ mentions }) => mentions.includes(String(recordId))) || (await context.probe()).includes(mark)
      }
      const prepared = context.notification({ kind: 'created', recordId })
      const refused = await context.deliver(prepared, { headers: withAuthorization(context, []) })
      if (statusOf(refused) < 400) return context.unjudged('a notification without credentials is not refused', 'See RCV-AUTH-NONE first.')
      // As long as an effect takes here, and half as long again.
      await pause(Math.min(usualMs * 1.5, context.patienceMs))
      await context.settledState()
      context.check(!(await isActedOn()), 'a notification without credentials was refused and acted on all the same')
      demandAccepted(context, await context.deliver(prepared), 'the same notification with the token')
      for (let reading = 0; reading < mostReadings; reading += 1) {
        if (await isActedOn()) return 'the record was read or kept only once the token had been sent'
        await pause(betweenReadingsMs)
      }
      return context.unjudged('a valid notification shows no effect either', 'Have the receiver read from --api; check what --probe reads.')
    },
  },
  {
    id: 'RCV-AUTH-ROTATION',
    title: 'While the token is being changed the old and the new one are accepted',
    basis: should('Standard Webhooks, secret rotation'),
    reason: 'Sender and receiver cannot be changed in the same instant; between the two, every notification would be refused.',
    cure: 'Accept a list of tokens. Add the new one before the service has it, and take the old one away after.',
    needs: ['http'],
    evidence: 'A 2xx status to each of the two tokens, and a 4xx status to a third.',
    async run(context) {
      const token = tokenOf(context)
      const next = context.nextToken
      if (next === undefined) {
        return context.unjudged('only one token is known', 'Have the receiver accept a second one and give it with --next-token.')
      }
      const third = `Bearer ${unknownLike(next, context.random)}`
      await context.between(async () => {
        for (const value of [`Bearer ${token}`, `Bearer ${next}`]) {
          const answer = await context.deliver(undefined, { headers: withAuthorization(context, [value]) })
          demandAccepted(context, answer, `a notification with the ${value.endsWith(next) ? 'new' : 'old'} token`)
        }
        await refusalOf(context, { name: 'a third token', authorization: [third] })
      })
      return 'the old and the new token were accepted, a third was refused'
    },
  },
  {
    id: 'RCV-AUTH-UNASKED',
    title: 'Credentials that nobody asked for do no harm',
    basis: must('HOOK-5; RFC 9110, section 5.1'),
    reason: 'Proxies add headers, and whoever configures the webhook may give it a token that you do not expect.',
    cure: 'Leave headers alone that you do not use.',
    needs: ['http'],
    evidence: 'A 2xx status to a valid notification with further credentials.',
    async run(context) {
      const { token, delivery } = context
      const extra: Headers = [
        ['Cookie', 'session=none'],
        ['X-Api-Key', 'none'],
        ['Proxy-Authorization', 'Basic bm9uZTpub25l'],
        ...(token === undefined ? [['Authorization', 'Bearer unasked-for'] as const] : []),
      ]
      const answer = await context.between(() => context.deliver(undefined, { headers: [...delivery().headers, ...extra] }))
      demandAccepted(context, answer, `a notification with ${extra.map(([name]) => name).join(', ')}`)
      return `accepted with ${extra.map(([name]) => name).join(', ')}`
    },
  },
]

export const authenticationChecks: CheckArea = {
  area: 'authentication',
  title: 'Authentication',
  checks: [...wrongTokens, ...others],
}
