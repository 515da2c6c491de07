import { keyOf } from '../key-row.ts'
import { createRecent } from '../recent.ts'
import { jsonIn, numberIn, optionalIn, textIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import type { Principal, StoredKey, StoredUser } from '../sandbox.ts'
import type { Client, Connections } from './connections.ts'
import { codeOf } from './errors.ts'
import { columns as sandboxColumns } from './sandboxes.ts'
import type { Sandbox, Sandboxes } from './sandboxes.ts'

const userColumns = 'u.id as user_id, u.login, u.name as user_name, u.email, u.disabled, u.permissions'

export async function listUsers(client: Client, sandbox: number): Promise<{ user: StoredUser; keys: StoredKey[] }[]> {
  const users = await client.query<OwnRow>(
    `select ${userColumns} from ensayo_users u where u.sandbox = $1 order by u.id`, [sandbox],
  )
  const found = await client.query<OwnRow>(
    'select hash, user_id, created_at, expires_at from ensayo_keys where sandbox = $1 order by created_at, hash', [sandbox],
  )
  const keys = Map.groupBy(found.rows.map(keyOf), ({ userId }) => userId)
  return users.rows.map(userOf).map(user => ({ user, keys: keys.get(user.id) ?? [] }))
}

/** Inserts or replaces. */
export async function putUser(client: Client, sandbox: number, user: StoredUser): Promise<void> {
  const { id, login, name, email, disabled, permissions } = user
  await client.query(
    `insert into ensayo_users(sandbox, id, login, name, email, disabled, permissions) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict(sandbox, id) do update set login = excluded.login, name = excluded.name, email = excluded.email,
       disabled = excluded.disabled, permissions = excluded.permissions`,
    [sandbox, id, login, name, email, Number(disabled), JSON.stringify(permissions)],
  )
}

/** Inserts, or replaces unless it must be new; rejects when another sandbox has the key. */
export async function putKey(client: Client, sandbox: number, key: StoredKey, mustBeNew = false): Promise<void> {
  const { hash, userId, createdAt, expiresAt } = key
  const replacing = mustBeNew ? '' : `on conflict(sandbox, hash) do update set user_id = excluded.user_id,
    created_at = excluded.created_at, expires_at = excluded.expires_at`
  try {
    await client.query(
      `insert into ensayo_keys(sandbox, hash, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5) ${replacing}`,
      [sandbox, hash, userId, createdAt, expiresAt ?? null],
    )
  } catch (error) {
    if (codeOf(error) === '23505') throw new Error(`A key of user ${userId} is in use already.`, { cause: error })
    throw error
  }
}

/** Finds whom a key belongs to; what was found before is only looked at for being true still. */
export function createPrincipals({ read, sandboxes }: { read: Connections['read']; sandboxes: Sandboxes }) {
  const principals = createRecent<{ sandbox: Sandbox; principal: Principal }>({ entries: 10_000 })

  return async function principalOf(hash: string): Promise<Principal | undefined> {
    const before = principals.get(hash)
    if (before !== undefined) {
      const seen = await sandboxes.look(before.principal.sandbox)
      if (seen?.sandbox === before.sandbox) return before.principal
    }
    const [row] = await read({
      name: 'principal',
      text: `select ${sandboxColumns}, ${userColumns}, k.expires_at as key_expires_at
        from ensayo_keys k
        join ensayo_sandboxes s on s.key = k.sandbox
        join ensayo_users u on u.sandbox = k.sandbox and u.id = k.user_id
        where k.hash = $1 and k.sandbox > 0`,
      values: [hash],
    })
    if (row === undefined) return undefined
    const user = userOf(row)
    Object.freeze(user.permissions)
    const principal: Principal = Object.freeze({
      sandbox: textIn(row, 'id'),
      user: Object.freeze(user),
      ...optionalIn(row, 'key_expires_at', 'keyExpiresAt', numberIn),
    })
    principals.set(hash, { sandbox: sandboxes.seenIn(row).sandbox, principal })
    return principal
  }
}

function userOf(row: OwnRow): StoredUser {
  return {
    id: numberIn(row, 'user_id'),
    login: textIn(row, 'login'),
    name: textIn(row, 'user_name'),
    email: textIn(row, 'email'),
    disabled: numberIn(row, 'disabled') === 1,
    permissions: jsonIn(row, 'permissions'),
  }
}
