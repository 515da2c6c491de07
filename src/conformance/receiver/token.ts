/** Whether the sender showed the webhook's token (HOOK-3). */
import { createHash, timingSafeEqual } from 'node:crypto'

export type TokenVerdict =
  | 'right'
  /** There is no `Authorization` header. */
  | 'missing'
  /** Another token, another scheme, or several headers, of which nobody knows which one counts. */
  | 'wrong'
  /** An `Authorization` header came, though the webhook has no token. */
  | 'notExpected'
  /** No token was expected, and none came. */
  | 'none'

/** `credentials` are the values of all `Authorization` headers. */
export function judgeToken(credentials: readonly string[], expected: string | undefined): TokenVerdict {
  if (expected === undefined) return credentials.length === 0 ? 'none' : 'notExpected'
  const [first, second] = credentials
  if (first === undefined) return 'missing'
  // RFC 9110, section 11.1: the scheme is read without regard to case.
  const token = /^bearer +(\S+)$/i.exec(first)?.[1]
  return second === undefined && token !== undefined && same(token, expected) ? 'right' : 'wrong'
}

/** In a time that does not tell how much of it is right. */
function same(token: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(token), digest(expected))
}
