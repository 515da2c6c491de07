/** Every way of not having the token is refused. */
import type { Check, CheckContext } from '../../src/conformance/receiver-check/index.ts'
import { caseSwapped, changed, cut, unknownLike } from '../key-variants.ts'
import { demandRefused, statusOf } from './answer-laws.ts'
import { compare, forged, sendAs, tokenOf } from './impostor.ts'
import type { Impostor } from './impostor.ts'
import { must, should } from './level.ts'
type Told = Pick<Check, 'id' | 'title' | 'basis' | 'reason' | 'cure'>

function refuses(told: Told, impostors: (token: string, context: CheckContext) => readonly Impostor[]): Check {
  return {
    ...told,
    needs: ['http'],
    evidence: 'A 4xx status between two valid notifications that are accepted.',
    async run(context) {
      const all = impostors(tokenOf(context), context)
      const statuses = await context.between(async () => {
        const seen: number[] = []
        for (const impostor of all) {
          const answer = await sendAs(context, impostor)
          demandRefused(context, answer, `a notification with ${impostor.name}`)
          seen.push(statusOf(answer))
        }
        return seen
      })
      return `${all.map(({ name }) => name).join(', ')}: refused with ${[...new Set(statuses)].join(' and ')}; valid ones before and after were accepted`
    },
  }
}

export const wrongTokens: readonly Check[] = [
  refuses(
    {
      id: 'RCV-AUTH-NONE',
      title: 'A notification without credentials is refused',
      basis: must('HOOK-3'),
      reason: forged,
      cure: 'Refuse a request that has no Authorization header before anything else is done with it. Answer 401.',
    },
    () => [{ name: 'no Authorization header', authorization: [] }],
  ),
  refuses(
    {
      id: 'RCV-AUTH-SAME-LENGTH',
      title: 'A wrong token of the right length is refused',
      basis: must('HOOK-3'),
      reason: forged,
      cure: compare,
    },
    (token, { random }) => [
      { name: 'another token of the same length', authorization: [`Bearer ${unknownLike(token, random)}`] },
      { name: 'a token of which one character differs', authorization: [`Bearer ${changed(token)}`] },
    ],
  ),
  refuses(
    {
      id: 'RCV-AUTH-EMPTY',
      title: 'An empty token is refused',
      basis: must('HOOK-3'),
      reason: `${forged} An empty text is the beginning of every token, and what a setting that was forgotten holds.`,
      cure: 'Refuse an empty token, and do not start without one when one is expected. Answer 401.',
    },
    () => [
      { name: 'the scheme alone', authorization: ['Bearer'] },
      { name: 'the scheme and a space', authorization: ['Bearer '] },
      { name: 'an empty header', authorization: [''] },
    ],
  ),
  refuses(
    {
      id: 'RCV-AUTH-CUT',
      title: 'The beginning of the token is not enough',
      basis: must('HOOK-3'),
      reason: `${forged} A token that may be shortened is guessed one character after the other.`,
      cure: compare,
    },
    (token) => [
      { name: 'the token without its end', authorization: [`Bearer ${cut(token)}`] },
      { name: 'its first character', authorization: [`Bearer ${token.slice(0, 1)}`] },
    ],
  ),
  refuses(
    {
      id: 'RCV-AUTH-EXTENDED',
      title: 'The token with something after it is refused',
      basis: must('HOOK-3'),
      reason: 'A comparison that stops at the end of the token compares parts, and parts can be guessed.',
      cure: compare,
    },
    (token) => [
      { name: 'the token and one character more', authorization: [`Bearer ${token}x`] },
      { name: 'the token twice', authorization: [`Bearer ${token}${token}`] },
    ],
  ),
  refuses(
    {
      id: 'RCV-AUTH-CASE',
      title: 'The token in other letter case is refused',
      basis: must('HOOK-3'),
      reason: 'Without regard to case there are far fewer tokens to guess.',
      cure: 'Compare the token as it came, without changing its case. Only the scheme before it is written in any case.',
    },
    (token, { unjudged }) => {
      const swapped = caseSwapped(token)
      if (swapped === token) return unjudged('the token has no letters', 'Use a token with letters.')
      return [{ name: 'the token with its letter case swapped', authorization: [`Bearer ${swapped}`] }]
    },
  ),
  refuses(
    {
      id: 'RCV-AUTH-BASIC',
      title: 'The right token under another scheme is refused',
      basis: should('RFC 6750, section 2.1'),
      reason: 'Credentials that are read in more ways than one are checked in more ways than one, and one of them is forgotten.',
      cure: 'Take the token only after the scheme Bearer. Answer 401 to any other.',
    },
    (token) => [
      { name: 'Basic and the token', authorization: [`Basic ${token}`] },
      { name: 'Basic with the token as password', authorization: [`Basic ${Buffer.from(`:${token}`).toString('base64')}`] },
    ],
  ),
  refuses(
    {
      id: 'RCV-AUTH-BARE',
      title: 'The token without a scheme is refused',
      basis: should('RFC 9110, section 11.4'),
      reason: 'It shows that the header is searched for the token instead of read, which other texts pass as well.',
      cure: 'Read the header as scheme, space and token. Answer 401 when it is not that.',
    },
    (token) => [{ name: 'the token alone', authorization: [token] }],
  ),
  refuses(
    {
      id: 'RCV-AUTH-QUERY',
      title: 'The token in the query alone is refused',
      basis: should('RFC 6750, section 2.3; HOOK-3'),
      reason: 'Queries are kept in logs and histories, from which a token that works there is taken.',
      cure: 'Take the token from the Authorization header only. Answer 401 when it is not there.',
    },
    (token) => [
      { name: 'the token as access_token in the query', authorization: [], query: `access_token=${encodeURIComponent(token)}` },
      { name: 'the token as token in the query', authorization: [], query: `token=${encodeURIComponent(token)}` },
    ],
  ),
  refuses(
    {
      id: 'RCV-AUTH-TWO',
      title: 'Two Authorization headers that differ are refused',
      basis: should('RFC 9110, section 5.3'),
      reason: 'A proxy in front of you may check the one and you the other, so that neither has checked the sender.',
      cure: 'Refuse a request that has more than one Authorization header. Many frameworks keep only the first, so look at all of them.',
    },
    (token, { random }) => {
      const wrong = `Bearer ${unknownLike(token, random)}`
      return [
        { name: 'a wrong token before the right one', authorization: [wrong, `Bearer ${token}`] },
        { name: 'a wrong token after the right one', authorization: [`Bearer ${token}`, wrong] },
      ]
    },
  ),
]
