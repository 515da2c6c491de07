import { refusal, success } from '../../core/index.ts'
import type { Clock, Instant, Outcome } from '../../core/index.ts'
import type { Principal, SandboxId, Store } from '../../store/index.ts'
import { hashKey } from './key-hash.ts'

export interface AuthenticationDeps {
  store: Pick<Store, 'principal' | 'sandbox'>
  /** The sandboxes' clocks, on which keys expire. */
  clocks: { now(sandbox: SandboxId): Promise<Instant> }
  /** The machine's, on which sandboxes do. */
  clock: Clock
}

export interface Authentication {
  /**
   * The owner of an API key in clear, as it stood behind `Bearer` (AUTH-1, AUTH-3).
   * An unknown key, one that has expired and a disabled user are all `unauthenticated` (assumed: GAP-KEYS). It says
   * which: only someone who holds the key reads it, and it spares them the search for a typing mistake.
   */
  authenticate(key: string): Promise<Outcome<Principal>>
}

/**
 * Keys are never compared with each other. What is looked up is the key's hash, and how far two hashes agree
 * says nothing about how far two keys do, so the time it takes tells a guesser nothing.
 */
export function createAuthentication({ store, clocks, clock }: AuthenticationDeps): Authentication {
  return {
    async authenticate(key) {
      const principal = await store.principal(hashKey(key))
      if (principal === undefined) return unknownKey
      const { sandbox, user, keyExpiresAt } = principal
      const about = await store.sandbox(sandbox)
      if (about === undefined) return unknownKey
      if (about.expiresAt !== undefined && about.expiresAt <= clock.now()) return expiredSandbox
      if (keyExpiresAt !== undefined && keyExpiresAt <= (await clocks.now(sandbox))) return expiredKey
      if (user.disabled) return disabledUser
      return success(principal)
    },
  }
}

const unknownKey = refusal({
  kind: 'unauthenticated',
  message: 'The API key is not known here; check that it was copied whole.',
})

const expiredKey = refusal({
  kind: 'unauthenticated',
  message: 'The API key has expired, on the clock of its sandbox; issue another one.',
})

const expiredSandbox = refusal({
  kind: 'unauthenticated',
  message: 'The sandbox of this API key has expired; create another one.',
})

const disabledUser = refusal({
  kind: 'unauthenticated',
  message: 'The user of this API key is disabled; enable the user or send the key of another one.',
})
