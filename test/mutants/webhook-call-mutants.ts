/** HOOK-2 … HOOK-4, BODY-1: how a webhook is called. */
import type { HttpAnswer, WebhookWish } from '../../src/conformance/index.ts'
import { operationOf } from './mutant.ts'
import type { Mutant, PlaceFaults } from './mutant.ts'
import { noticed, placed, relayed, withHeaders, withoutHeader } from './notice.ts'

/**
 * Reports that are read while somebody has not yet answered a notification show what they showed before: when they are
 * read for the first time, or always.
 */
function stale(when: 'first' | 'always'): PlaceFaults {
  const before = new Map<string, HttpAnswer>()
  let hidden: Set<string> | undefined
  return {
    carrier: (forward) => async (request, signal) => {
      if (operationOf(request) !== 'runReport') return forward(request, signal)
      const asked = String(request.body)
      const shown = before.get(asked)
      if (shown !== undefined && hidden !== undefined && !hidden.has(asked)) {
        if (when === 'first') hidden.add(asked)
        return shown
      }
      const answer = await forward(request, signal)
      before.set(asked, answer)
      return answer
    },
    relay: () => async (notice, forward) => {
      hidden = new Set()
      const status = await forward(notice)
      hidden = undefined
      return status
    },
  }
}

export const webhookCallMutants: readonly Mutant[] = [
  { name: 'hook-get', wrong: 'Webhooks are called by GET.', ...noticed(() => (notice) => ({ ...notice, method: 'GET' })) },
  { name: 'hook-put', wrong: 'Webhooks are called by PUT.', ...noticed(() => (notice) => ({ ...notice, method: 'PUT' })) },
  {
    name: 'hook-form',
    wrong: 'A notification is a form with JSON in a field.',
    ...noticed(() => (notice) => ({
      ...withHeaders(notice, { 'content-type': 'application/x-www-form-urlencoded' }),
      body: new URLSearchParams({ payload: notice.body }).toString(),
    })),
  },
  {
    name: 'hook-text',
    wrong: 'A notification calls itself plain text.',
    ...noticed(() => (notice) => withHeaders(notice, { 'content-type': 'text/plain' })),
  },
  {
    name: 'hook-path-lost',
    wrong: 'The path of a webhook’s URL is lost.',
    ...noticed(() => (notice) => ({ ...notice, url: new URL('/', notice.url).href })),
  },
  {
    name: 'hook-query-lost',
    wrong: 'The query of a webhook’s URL is lost.',
    ...noticed(() => (notice) => ({ ...notice, url: notice.url.replace(/\?.*/, '') })),
  },
  {
    name: 'hook-first-url',
    wrong: 'Every call goes to the first webhook’s URL.',
    ...placed(() => {
      let first: string | undefined
      return {
        relay: ({ url }) => {
          const called = (first ??= url)
          return (notice, forward) => forward({ ...notice, url: called })
        },
      }
    }),
  },
  { name: 'hook-token-omitted', wrong: 'The token is not sent.', ...noticed(() => (notice) => withoutHeader(notice, 'authorization')) },
  {
    name: 'hook-token-always',
    wrong: 'A token is sent where none was configured.',
    ...noticed(() => (notice) => ({ ...notice, headers: { authorization: 'Bearer a-token-of-its-own', ...notice.headers } })),
  },
  {
    name: 'hook-token-scheme',
    wrong: 'The token is sent with the scheme Token.',
    ...noticed(() => (notice) => {
      const { authorization } = notice.headers
      return authorization === undefined ? notice : withHeaders(notice, { authorization: authorization.replace('Bearer', 'Token') })
    }),
  },
  {
    name: 'hook-token-header',
    wrong: 'The token is sent in a header of its own.',
    ...noticed(({ token }) => (notice) => (token === undefined ? notice : withHeaders(withoutHeader(notice, 'authorization'), { 'x-token': token }))),
  },
  {
    name: 'hook-first-token',
    wrong: 'All webhooks send the token of the first one.',
    ...placed(() => {
      let first: WebhookWish | undefined
      return {
        relay: (wish) => {
          const { token } = (first ??= wish)
          return (notice, forward) =>
            forward(wish.token === undefined || token === undefined ? notice : withHeaders(notice, { authorization: `Bearer ${token}` }))
        },
      }
    }),
  },
  {
    name: 'hook-token-at-first',
    wrong: 'The token is sent with the first attempt only.',
    ...noticed(() => {
      const sent = new Set<string>()
      return (notice) => {
        const isAgain = sent.has(notice.body)
        sent.add(notice.body)
        return isAgain ? withoutHeader(notice, 'authorization') : notice
      }
    }),
  },
  {
    name: 'hook-synchronous',
    wrong: 'A write is answered only once its receivers have answered.',
    ...placed(() => {
      let delivered = async (): Promise<void> => {}
      return {
        console: (clean) => {
          delivered = async () => clean.settle?.()
          return clean
        },
        carrier: (forward) => async (request, signal) => {
          const answer = await forward(request, signal)
          if (operationOf(request) === 'writeRecords') await delivered()
          return answer
        },
      }
    }),
  },
  {
    name: 'hook-hidden',
    wrong: 'A change can be read only once its receivers have answered.',
    ...placed(() => stale('always')),
  },
  {
    name: 'hook-early',
    wrong: 'A notification is sent a little before its change can be read.',
    ...placed(() => stale('first')),
  },
  {
    name: 'hook-twice',
    wrong: 'Each notification is sent twice.',
    ...relayed(() => async (notice, forward) => {
      const [answer] = await Promise.all([forward(notice), forward(notice)])
      return answer
    }),
  },
]
