import type { Principal, SandboxId, Seed, StoredFile } from '../port.ts'
import type { Database } from './database.ts'
import { createRecent } from './recent.ts'
import { bytesIn, numberIn, textIn } from './row.ts'
import type { SectionTable } from './section-table.ts'

/** A sandbox as the database knows it. `revision` grows with every change of its records. */
export interface Sandbox {
  key: number
  revision: number
}

export interface Sandboxes {
  /** A sandbox that was found before; needs no look into the database. */
  known(id: SandboxId): Sandbox | undefined
  find(id: SandboxId): Sandbox | undefined
  /** As `find`; throws when there is none, since a caller got the id from a principal. */
  require(id: SandboxId): Sandbox
  /** Inserts a sandbox and all of its seed; the caller holds the transaction. */
  create(id: SandboxId, seed: Seed): void
  principal(keyHash: string): Principal | undefined
  files(sandbox: Sandbox, section: string, recordIds: readonly number[]): StoredFile[]
}

export function createSandboxes({
  database,
  sections,
}: {
  database: Database
  sections: ReadonlyMap<string, SectionTable>
}): Sandboxes {
  const findKey = database.prepare('select key from ensayo_sandboxes where id = ?')
  const addSandbox = database.prepare('insert into ensayo_sandboxes(id) values (?) returning key')
  const addUser = database.prepare(
    `insert into ensayo_users(sandbox, id, login, name, email, disabled, permissions)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const addKey = database.prepare('insert into ensayo_keys(hash, sandbox, user_id) values (?, ?, ?)')
  const addCounter = database.prepare('insert into ensayo_counters(sandbox, name, last) values (?, ?, ?)')
  const addFile = database.prepare(
    `insert into ensayo_files(sandbox, section, record_id, position, name, media_type, content)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const findPrincipal = database.prepare(
    `select s.id as sandbox, u.id, u.login, u.name, u.email, u.disabled, u.permissions
     from ensayo_keys k
     join ensayo_sandboxes s on s.key = k.sandbox
     join ensayo_users u on u.sandbox = k.sandbox and u.id = k.user_id
     where k.hash = ?`,
  )
  const findFiles = database.prepare(
    `select record_id, name, media_type, content from ensayo_files
     where sandbox = ? and section = ? and record_id in (select value from json_each(?))
     order by record_id, position`,
  )
  const known = new Map<SandboxId, Sandbox>()
  // Users and keys are given with the seed and never change after it.
  const principals = createRecent<Principal>({ entries: 10_000 })

  function find(id: SandboxId): Sandbox | undefined {
    const sandbox = known.get(id)
    if (sandbox !== undefined) return sandbox
    const row = findKey.get(id)
    if (row === undefined) return undefined
    const found = { key: numberIn(row, 'key'), revision: 0 }
    known.set(id, found)
    return found
  }

  return {
    known: id => known.get(id),
    find,

    require(id) {
      const sandbox = find(id)
      if (sandbox === undefined) throw new Error(`There is no sandbox "${id}".`)
      return sandbox
    },

    create(id, { users, records, files, counters }) {
      if (find(id) !== undefined) throw new Error(`There is a sandbox "${id}" already.`)
      const row = addSandbox.get(id)
      if (row === undefined) throw new Error(`The sandbox "${id}" was not created.`)
      const key = numberIn(row, 'key')
      for (const { user, keyHashes } of users) {
        const { login, name, email, disabled, permissions } = user
        addUser.run(key, user.id, login, name, email, Number(disabled), JSON.stringify(permissions))
        for (const hash of keyHashes) {
          if (findPrincipal.get(hash) !== undefined) throw new Error(`A key of ${login} is in use already.`)
          addKey.run(hash, key, user.id)
        }
      }
      for (const record of records) {
        const table = sections.get(record.section)
        if (table === undefined) throw new Error(`There is no section "${record.section}".`)
        table.put(key, record)
      }
      files.forEach(({ section, recordId, name, mediaType, content }, position) => {
        addFile.run(key, section, recordId, position, name, mediaType, content)
      })
      for (const [name, last] of Object.entries(counters)) addCounter.run(key, name, last)
    },

    principal(keyHash) {
      const before = principals.get(keyHash)
      if (before !== undefined) return before
      const row = findPrincipal.get(keyHash)
      if (row === undefined) return undefined
      const permissions: unknown = JSON.parse(textIn(row, 'permissions'))
      const principal: Principal = {
        sandbox: textIn(row, 'sandbox'),
        user: {
          id: numberIn(row, 'id'),
          login: textIn(row, 'login'),
          name: textIn(row, 'name'),
          email: textIn(row, 'email'),
          disabled: numberIn(row, 'disabled') === 1,
          permissions: Array.isArray(permissions) ? permissions.map(String) : [],
        },
      }
      Object.freeze(principal.user.permissions)
      Object.freeze(principal.user)
      principals.set(keyHash, Object.freeze(principal))
      return principal
    },

    files: ({ key }, section, recordIds) =>
      findFiles.all(key, section, JSON.stringify(recordIds)).map(row => ({
        section,
        recordId: numberIn(row, 'record_id'),
        name: textIn(row, 'name'),
        mediaType: textIn(row, 'media_type'),
        content: bytesIn(row, 'content'),
      })),
  }
}
