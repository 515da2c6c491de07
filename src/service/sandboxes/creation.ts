import { refusal, success } from '../../core/index.ts'
import type { Clock, Instant, Outcome } from '../../core/index.ts'
import type { SandboxId, Seed, Store, StoredSandbox, StoredUser } from '../../store/index.ts'
import type { Catalogue } from '../catalogue.ts'
import { newKey, newSandboxId } from './keys.ts'
import type { IssuedKey } from './keys.ts'
import { invalid, noSandbox } from './refusals.ts'

export interface NewSandboxRequest {
  /** What is in it at first: an administrator alone, what the fixtures say, or what is in another sandbox. */
  from: { kind: 'empty' } | { kind: 'fixtures' } | { kind: 'copy'; of: SandboxId }
  /** For people, up to 120 characters. */
  name?: string
  /** Milliseconds of real time, whatever its clock says; it stays when absent. */
  expiresIn?: number
}

export interface CreatedSandbox {
  sandbox: StoredSandbox
  /** One for each user, in clear, told here and never again. */
  keys: IssuedKey[]
}

export interface Creation {
  /**
   * Makes a sandbox with keys of its own. A copy has no key, delivery or snapshot of the other. Refuses as `notFound`
   * when there is none to copy, as `invalid` a name or expiry that will not do.
   */
  create(request: NewSandboxRequest): Promise<Outcome<CreatedSandbox>>
  /**
   * Sees to it that there is a sandbox of this name, born from the fixtures with the keys that they publish. False
   * when it was there: a store may outlive the process.
   */
  ensure(id: SandboxId): Promise<boolean>
}

export interface CreationDeps {
  store: Pick<Store, 'createSandbox' | 'copySandbox' | 'sandbox' | 'sandboxes' | 'transaction'>
  catalogue: Pick<Catalogue, 'seed'>
  clock: Clock
  /** How many there may be, of those that `create` makes; any number unless given. */
  mostSandboxes?: number | undefined
}

/** Seconds, after which sandboxes may have expired. */
const retryAfterSeconds = 30

/** Counting all costs as much as making one; between two counts so many may be made. */
const countedEvery = 100

/** Ten years. */
const longestLife = 3650 * 86_400_000

/** Who can use a sandbox that is empty otherwise. */
const administrator: StoredUser = {
  id: 1,
  login: 'admin',
  name: 'Administrator',
  email: 'admin@sandbox.example',
  disabled: false,
  permissions: ['section:*:read', 'section:*:write', 'report:*', 'document:*', 'tool:*'],
}

export function createCreation({ store, catalogue, clock, mostSandboxes = Number.MAX_SAFE_INTEGER }: CreationDeps): Creation {
  let making = 0
  let room = 0

  /** Whether one more may be made; it is taken to be made then. */
  async function takeRoom(): Promise<boolean> {
    if (room === 0) {
      const there = (await store.sandboxes()).length
      room = Math.max(0, Math.min(countedEvery, mostSandboxes - there - making))
    }
    if (room === 0) return false
    room -= 1
    return true
  }

  function keysFor(users: readonly StoredUser[], now: Instant) {
    const keys = users.map(user => newKey(user, now))
    return { issued: keys.map(({ issued }) => issued), stored: keys.map(({ stored }) => stored) }
  }

  async function sow(id: SandboxId, seed: Seed, about: Omit<StoredSandbox, 'id' | 'settings'>): Promise<IssuedKey[]> {
    const { issued, stored } = keysFor(seed.users.map(({ user }) => user), about.createdAt)
    const users = seed.users.map(({ user }, index) => ({ user, keyHashes: [stored[index]?.hash ?? ''] }))
    await store.createSandbox(id, { ...seed, users }, about)
    return issued
  }

  async function copy(
    of: SandboxId,
    id: SandboxId,
    about: Omit<StoredSandbox, 'id' | 'settings'>,
  ): Promise<Outcome<IssuedKey[]>> {
    if ((await store.sandbox(of)) === undefined) return noSandbox(of)
    const users = await store.transaction(of, tx => tx.users())
    const { issued, stored } = keysFor(users.map(({ user }) => user), about.createdAt)
    await store.copySandbox(of, id, stored, about)
    return success(issued)
  }

  async function make(
    from: NewSandboxRequest['from'],
    id: SandboxId,
    about: Omit<StoredSandbox, 'id' | 'settings'>,
  ): Promise<Outcome<IssuedKey[]>> {
    switch (from.kind) {
      case 'empty': {
        const users = [{ user: administrator, keyHashes: [] }]
        return success(await sow(id, { users, records: [], files: [], counters: {} }, about))
      }
      case 'fixtures':
        return success(await sow(id, catalogue.seed, about))
      case 'copy':
        return copy(from.of, id, about)
    }
  }

  return {
    async create({ from, name, expiresIn }) {
      if (name !== undefined && (name.length === 0 || name.length > 120)) {
        return invalid('/name', 'The name is empty or too long.', 'a text of 1 to 120 characters')
      }
      if (expiresIn !== undefined && !(Number.isInteger(expiresIn) && expiresIn > 0 && expiresIn <= longestLife)) {
        return invalid('/expiresIn', 'A sandbox cannot live so long.', 'whole milliseconds, from 1 to ten years')
      }
      const createdAt = clock.now()
      const about = {
        createdAt,
        ...(name === undefined ? {} : { name }),
        ...(expiresIn === undefined ? {} : { expiresAt: createdAt + expiresIn }),
      }
      if (!(await takeRoom())) {
        const message = `There are ${mostSandboxes} sandboxes, and this mock keeps no more; remove one, or give them an end with expiresIn.`
        return refusal({ kind: 'unavailable', message, retryAfterSeconds })
      }
      const id = newSandboxId()
      making += 1
      const keys = await make(from, id, about).finally(() => {
        making -= 1
      })
      if (!keys.ok) return keys
      const sandbox = await store.sandbox(id)
      return sandbox === undefined ? noSandbox(id) : success({ sandbox, keys: keys.value })
    },

    async ensure(id) {
      if ((await store.sandbox(id)) !== undefined) return false
      try {
        await store.createSandbox(id, catalogue.seed, { createdAt: clock.now() })
      } catch (error) {
        // Another process on the same store was faster.
        if ((await store.sandbox(id)) === undefined) throw error
        return false
      }
      return true
    },
  }
}
