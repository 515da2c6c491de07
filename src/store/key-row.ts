import { numberIn, optionalIn, textIn } from './row.ts'
import type { OwnRow } from './row.ts'
import type { StoredKey } from './sandbox.ts'

/** The key that a row of the keys' table holds. */
export function keyOf(row: OwnRow): StoredKey {
  return {
    hash: textIn(row, 'hash'),
    userId: numberIn(row, 'user_id'),
    createdAt: numberIn(row, 'created_at'),
    ...optionalIn(row, 'expires_at', 'expiresAt', numberIn),
  }
}
