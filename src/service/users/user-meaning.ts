import type { UserMeaning } from '../../core/index.ts'
import type { StoredUser } from '../../store/index.ts'

/**
 * What whoami tells of the key's owner (WHO-1; which fields is GAP-USER-FIELDS). The same user gives the same frozen
 * object, so that the edge need not write its answer anew.
 */
export function createUserDescription(): (user: StoredUser) => UserMeaning {
  const described = new WeakMap<StoredUser, UserMeaning>()
  return (user) => {
    const known = described.get(user)
    if (known !== undefined) return known
    const { id, login, name, email, permissions } = user
    const meaning = Object.freeze({ id, login, name, email, permissions })
    described.set(user, meaning)
    return meaning
  }
}
