import type { UserMeaning } from '../../core/index.ts'
import type { StoredUser } from '../../store/index.ts'

/** What whoami tells of the key's owner (WHO-1; which fields is GAP-USER-FIELDS). */
export function describeUser(user: StoredUser): UserMeaning {
  return {
    id: user.id,
    login: user.login,
    name: user.name,
    email: user.email,
    permissions: user.permissions,
  }
}
