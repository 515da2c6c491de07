import type { Principal, StoredKey, StoredUser } from '../sandbox.ts'
import type { Database } from './database.ts'
import { keyOf } from '../key-row.ts'
import { createRecent } from '../recent.ts'
import { jsonIn, numberIn, optionalIn, textIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { Sandbox, Sandboxes } from './sandboxes.ts'

/** Nothing here opens a transaction. */
export interface Users {
  list(sandbox: number): { user: StoredUser; keys: StoredKey[] }[]
  /** Inserts or replaces. */
  put(sandbox: number, user: StoredUser): void
  /** Inserts or replaces; throws when another sandbox has the key. */
  putKey(sandbox: number, key: StoredKey): void
  /** As `putKey`, for a key that must be new. */
  addKey(sandbox: number, key: StoredKey): void
  deleteKey(sandbox: number, hash: string): boolean
  /** A principal that was found before and is still true; needs no look into the database. */
  knownPrincipal(keyHash: string): Principal | undefined
  principal(keyHash: string): Principal | undefined
}

export function createUsers({
  database,
  sandboxes,
}: {
  database: Database
  sandboxes: Pick<Sandboxes, 'known' | 'require'>
}): Users {
  const put = database.prepare(
    `insert or replace into ensayo_users(sandbox, id, login, name, email, disabled, permissions)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const putKey = database.prepare(
    `insert into ensayo_keys(sandbox, hash, user_id, created_at, expires_at) values (?, ?, ?, ?, ?)
     on conflict(sandbox, hash) do update set user_id = excluded.user_id, created_at = excluded.created_at,
       expires_at = excluded.expires_at`,
  )
  const deleteKey = database.prepare('delete from ensayo_keys where sandbox = ? and hash = ?')
  const ownerOf = database.prepare('select sandbox from ensayo_keys where hash = ? and sandbox > 0')
  const columns = 'u.id, u.login, u.name, u.email, u.disabled, u.permissions'
  const select = database.prepare(`select ${columns} from ensayo_users u where u.sandbox = ? order by u.id`)
  const selectKeys = database.prepare(
    'select hash, user_id, created_at, expires_at from ensayo_keys where sandbox = ? order by created_at, hash',
  )
  const findPrincipal = database.prepare(
    `select s.id as sandbox, ${columns}, k.expires_at
     from ensayo_keys k
     join ensayo_sandboxes s on s.key = k.sandbox
     join ensayo_users u on u.sandbox = k.sandbox and u.id = k.user_id
     where k.hash = ? and k.sandbox > 0`,
  )
  const principals = createRecent<{ sandbox: Sandbox; principal: Principal }>({ entries: 10_000 })

  function knownPrincipal(keyHash: string): Principal | undefined {
    const found = principals.get(keyHash)
    const isTrue = found !== undefined && sandboxes.known(found.principal.sandbox) === found.sandbox
    return isTrue ? found.principal : undefined
  }

  function write(sandbox: number, { hash, userId, createdAt, expiresAt }: StoredKey): void {
    putKey.run(sandbox, hash, userId, createdAt, expiresAt ?? null)
  }

  return {
    list(sandbox) {
      const keys = Map.groupBy(selectKeys.all(sandbox).map(keyOf), ({ userId }) => userId)
      return select.all(sandbox).map(userOf).map(user => ({ user, keys: keys.get(user.id) ?? [] }))
    },

    put(sandbox, { id, login, name, email, disabled, permissions }) {
      put.run(sandbox, id, login, name, email, Number(disabled), JSON.stringify(permissions))
    },
    putKey(sandbox, key) {
      const owner = ownerOf.get(key.hash)
      if (owner !== undefined && numberIn(owner, 'sandbox') !== sandbox) throw inUse(key)
      write(sandbox, key)
    },
    addKey(sandbox, key) {
      if (ownerOf.get(key.hash) !== undefined) throw inUse(key)
      write(sandbox, key)
    },
    deleteKey: (sandbox, hash) => deleteKey.run(sandbox, hash).changes === 1,

    knownPrincipal,
    principal(keyHash) {
      const before = knownPrincipal(keyHash)
      if (before !== undefined) return before
      const row = findPrincipal.get(keyHash)
      if (row === undefined) return undefined
      const user = userOf(row)
      Object.freeze(user.permissions)
      const principal: Principal = Object.freeze({
        sandbox: textIn(row, 'sandbox'),
        user: Object.freeze(user),
        ...optionalIn(row, 'expires_at', 'keyExpiresAt', numberIn),
      })
      principals.set(keyHash, { sandbox: sandboxes.require(principal.sandbox), principal })
      return principal
    },
  }
}

function inUse({ userId }: StoredKey): Error {
  return new Error(`A key of user ${userId} is in use already.`)
}

function userOf(row: OwnRow): StoredUser {
  return {
    id: numberIn(row, 'id'),
    login: textIn(row, 'login'),
    name: textIn(row, 'name'),
    email: textIn(row, 'email'),
    disabled: numberIn(row, 'disabled') === 1,
    permissions: jsonIn(row, 'permissions'),
  }
}
