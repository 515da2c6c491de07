import { refusal, success } from '../../core/index.ts'
import type { Outcome } from '../../core/index.ts'
import type { Principal, Store } from '../../store/index.ts'
import { hashKey } from './key-hash.ts'

export interface AuthenticationDeps {
  store: Pick<Store, 'principal'>
}

export interface Authentication {
  /**
   * The owner of an API key in clear, as it stood behind `Bearer` (AUTH-1, AUTH-3).
   * An unknown key and a disabled user are both `unauthenticated` (assumed: GAP-KEYS). The second says so:
   * only someone who holds the key reads it, and it spares them the search for a typing mistake.
   */
  authenticate(key: string): Promise<Outcome<Principal>>
}

/**
 * Keys are never compared with each other. What is looked up is the key's hash, and how far two hashes agree
 * says nothing about how far two keys do, so the time it takes tells a guesser nothing.
 */
export function createAuthentication({ store }: AuthenticationDeps): Authentication {
  return {
    async authenticate(key) {
      const principal = await store.principal(hashKey(key))
      if (principal === undefined) return unknownKey
      if (principal.user.disabled) return disabledUser
      return success(principal)
    },
  }
}

const unknownKey = refusal({
  kind: 'unauthenticated',
  message: 'The API key is not known here; check that it was copied whole.',
})

const disabledUser = refusal({
  kind: 'unauthenticated',
  message: 'The user of this API key is disabled; enable the user or send the key of another one.',
})
