/** Users and their keys, as the service's administration panel has them (AUTH-3, AUTH-4). */
import { isInstant, success } from '../../core/index.ts'
import type { Clock, Instant, Outcome } from '../../core/index.ts'
import type { SandboxId, Store, StoredKey, StoredUser, Transaction } from '../../store/index.ts'
import { isPermission } from '../users/index.ts'
import type { Clocks } from './clocks.ts'
import { keyId, newKey } from './keys.ts'
import type { IssuedKey } from './keys.ts'
import { invalid, missing, noSandbox } from './refusals.ts'

export interface ListedKey {
  id: string
  userId: number
  /** In the machine's time, 0 for one that came with the fixtures of an earlier version. */
  createdAt: Instant
  /** On the sandbox's clock. */
  expiresAt?: Instant
}

export interface ListedUser extends StoredUser {
  keys: ListedKey[]
}

export type NewUser = Pick<StoredUser, 'login'> & Partial<Omit<StoredUser, 'id' | 'login'>>

/** Each refuses as `notFound` a sandbox, user or key that is not there, as `invalid` what cannot be. */
export interface Administration {
  users(sandbox: SandboxId): Promise<Outcome<ListedUser[]>>
  /** Without permissions unless they are given. */
  addUser(sandbox: SandboxId, user: NewUser): Promise<Outcome<ListedUser>>
  /** Whatever is not given stays; `disabled` is what locks somebody out. */
  changeUser(sandbox: SandboxId, id: number, change: Partial<Omit<StoredUser, 'id'>>): Promise<Outcome<ListedUser>>
  /** A fresh key; it ends at `expiresAt` on the sandbox's clock, never without. */
  issueKey(sandbox: SandboxId, userId: number, end?: { expiresAt?: Instant }): Promise<Outcome<IssuedKey>>
  /** The key opens nothing any more and is forgotten. */
  revokeKey(sandbox: SandboxId, id: string): Promise<Outcome<ListedKey>>
  /** The key ends at an instant of the sandbox's clock, at once unless it is given. */
  expireKey(sandbox: SandboxId, id: string, at?: Instant): Promise<Outcome<ListedKey>>
}

export interface AdministrationDeps {
  store: Pick<Store, 'sandbox' | 'transaction'>
  clock: Clock
  clocks: Pick<Clocks, 'nowIn'>
}

export function createAdministration({ store, clock, clocks }: AdministrationDeps): Administration {
  async function inside<T>(sandbox: SandboxId, work: (tx: Transaction) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if ((await store.sandbox(sandbox)) === undefined) return noSandbox(sandbox)
    return store.transaction(sandbox, work)
  }

  /** Puts the user unless there is something wrong with them, or with the others' logins. */
  async function put(tx: Transaction, user: StoredUser): Promise<Outcome<ListedUser>> {
    const users = await tx.users()
    const fault = faultOf(user) ?? loginFault(user, users.map(each => each.user))
    if (fault !== undefined) return fault
    await tx.putUser(user)
    const keys = users.find(each => each.user.id === user.id)?.keys ?? []
    return success({ ...user, keys: keys.map(listed) })
  }

  function changeKey(
    sandbox: SandboxId,
    id: string,
    change: (tx: Transaction, key: StoredKey) => Promise<StoredKey>,
  ): Promise<Outcome<ListedKey>> {
    return inside(sandbox, async tx => {
      const keys = (await tx.users()).flatMap(user => user.keys)
      const key = keys.find(({ hash }) => keyId(hash) === id)
      return key === undefined ? missing('key', id) : success(listed(await change(tx, key)))
    })
  }

  return {
    users: sandbox => inside(sandbox, async tx =>
      success((await tx.users()).map(({ user, keys }) => ({ ...user, keys: keys.map(listed) })))),

    addUser: (sandbox, { login, name = login, email = 'nobody@ensayo.example', disabled = false, permissions = [] }) =>
      inside(sandbox, async tx => {
        const id = Math.max(0, ...(await tx.users()).map(({ user }) => user.id)) + 1
        return put(tx, { id, login, name, email, disabled, permissions })
      }),

    changeUser: (sandbox, id, change) => inside(sandbox, async tx => {
      const found = (await tx.users()).find(({ user }) => user.id === id)
      return found === undefined ? missing('user', id) : put(tx, { ...found.user, ...change, id })
    }),

    issueKey: (sandbox, userId, { expiresAt } = {}) => inside(sandbox, async tx => {
      if (expiresAt !== undefined && !isInstant(expiresAt)) return noInstant('/expiresAt')
      const found = (await tx.users()).find(({ user }) => user.id === userId)
      if (found === undefined) return missing('user', userId)
      const { issued, stored } = newKey(found.user, clock.now(), expiresAt)
      await tx.putKey(stored)
      return success(issued)
    }),

    revokeKey: (sandbox, id) => changeKey(sandbox, id, async (tx, key) => {
      await tx.deleteKey(key.hash)
      return key
    }),

    async expireKey(sandbox, id, at) {
      if (at !== undefined && !isInstant(at)) return noInstant('/at')
      return changeKey(sandbox, id, async (tx, key) => {
        const expired = { ...key, expiresAt: at ?? clocks.nowIn(sandbox, await tx.settings()) }
        await tx.putKey(expired)
        return expired
      })
    },
  }
}

function listed({ hash, userId, createdAt, expiresAt }: StoredKey): ListedKey {
  return { id: keyId(hash), userId, createdAt, ...(expiresAt === undefined ? {} : { expiresAt }) }
}

function noInstant(pointer: string): ReturnType<typeof invalid> {
  return invalid(pointer, 'That is no instant.', 'whole milliseconds since 1970, within the years 0001 to 9999')
}

function faultOf({ login, name, email, permissions }: StoredUser): ReturnType<typeof invalid> | undefined {
  if (login.trim() === '' || login.length > 120) {
    return invalid('/login', 'The login is empty or too long.', 'a text of 1 to 120 characters')
  }
  if (name.length > 200) return invalid('/name', 'The name is too long.', 'a text of up to 200 characters')
  if (email.length > 200) return invalid('/email', 'The address is too long.', 'a text of up to 200 characters')
  const wrong = permissions.findIndex(permission => !isPermission(permission))
  if (wrong === -1) return undefined
  const expected = 'section:<id or *>:<read or write>, report:<id or *>, document:<id or *>, tool:<taxId, vatId or *>'
  return invalid(`/permissions/${wrong}`, 'There is no such permission.', expected)
}

function loginFault({ id, login }: StoredUser, users: readonly StoredUser[]): ReturnType<typeof invalid> | undefined {
  const isTaken = users.some(other => other.id !== id && other.login === login)
  return isTaken ? invalid('/login', 'Another user has this login.', 'a login of their own') : undefined
}
