/** Notifications from somebody who does not have the webhook's token (HOOK-3). */
import { inWords } from '../../src/conformance/receiver-check/index.ts'
import type { CheckContext, RawAnswer } from '../../src/conformance/receiver-check/index.ts'
import { statusOf } from './answer-laws.ts'

export type Headers = readonly (readonly [name: string, value: string])[]

/** One way of being nobody: what takes the place of the right Authorization header. */
export interface Impostor {
  name: string
  /** In this order; none at all when empty. */
  authorization: readonly string[]
  /** Added to the URL's query. */
  query?: string
}

export function tokenOf({ token, unjudged }: CheckContext): string {
  return token ?? unjudged('the receiver expects no token', 'Give the webhook a token (HOOK-3) and repeat this with --token.')
}

export function withAuthorization({ delivery }: CheckContext, values: readonly string[]): Headers {
  const others = delivery().headers.filter(([name]) => name.toLowerCase() !== 'authorization')
  return [...others, ...values.map((value) => ['Authorization', value] as const)]
}

export async function sendAs(context: CheckContext, { authorization, query }: Impostor) {
  const { pathname, search } = context.url
  const target = query === undefined ? pathname + search : `${pathname}${search === '' ? '?' : `${search}&`}${query}`
  return context.deliver(undefined, { headers: withAuthorization(context, authorization), target })
}

/** What another check judges is no reason to fail this one: whoever refuses nothing has no refusals to look at. */
export async function refusalOf(context: CheckContext, impostor: Impostor): Promise<RawAnswer> {
  const answer = await sendAs(context, impostor)
  const status = statusOf(answer)
  if (status >= 400 && status < 500) return answer
  return context.unjudged(`${impostor.name} is not refused (${inWords(answer)})`, 'See RCV-AUTH-NONE and RCV-AUTH-SAME-LENGTH first.')
}


export const forged = 'Whoever learns the URL can send you notifications of his own, and you act on them.'
export const compare =
  'Compare the whole token with the one expected, by a function whose time does not depend on where they differ. Answer 401 when they differ.'
