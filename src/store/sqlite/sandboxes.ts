import type { NewSandbox } from '../port.ts'
import type { SandboxId, SandboxSettings, StoredSandbox } from '../sandbox.ts'
import { createChangeLog } from './change-log.ts'
import type { ChangeLog } from './change-log.ts'
import type { Contents } from './contents.ts'
import { ownTables } from './contents.ts'
import type { Database } from './database.ts'
import { numberIn } from '../row.ts'
import { aboutOf, settingsIn } from '../sandbox-row.ts'

/**
 * A sandbox as the database knows it. What is kept of a sandbox outside of the database is kept by this object, which
 * is replaced by another when anything but records changes.
 */
export interface Sandbox {
  key: number
  /** Grows with every change of its records; no two objects ever have the same. */
  revision: number
  /** Which records changed since this object was made. */
  log: ChangeLog
  about: StoredSandbox
}

export interface Sandboxes {
  /** A sandbox that was found before; needs no look into the database. */
  known(id: SandboxId): Sandbox | undefined
  find(id: SandboxId): Sandbox | undefined
  /** As `find`; throws when there is none, since a caller got the id from a principal. */
  require(id: SandboxId): Sandbox
  list(): StoredSandbox[]
  /** To be told once it is committed. */
  recordsChanged(sandbox: Sandbox, changed: readonly { section: string; id: number }[]): void
  /** To be told once anything else is committed, the sandbox's end, too. */
  changed(id: SandboxId): void
  /** Inserts an empty sandbox and gives its key. */
  insert(id: SandboxId, about: NewSandbox): number
  /** Inserts a sandbox with the contents that copies share. */
  copy(from: SandboxId, to: SandboxId, about: NewSandbox): number
  /** Removes it and what is in it. */
  remove(sandbox: Sandbox): void
  /** As a transaction sees them, which may have written them. */
  settings(sandbox: Sandbox): SandboxSettings
  putSettings(sandbox: Sandbox, settings: SandboxSettings): void
}

export function createSandboxes({ database, contents }: { database: Database; contents: Contents }): Sandboxes {
  const columns = 'key, id, name, created_at, expires_at, settings'
  const select = database.prepare(`select ${columns} from ensayo_sandboxes where id = ?`)
  const selectAll = database.prepare(`select ${columns} from ensayo_sandboxes order by key`)
  const insert = database.prepare(
    `insert into ensayo_sandboxes(id, name, created_at, expires_at, settings) values (?, ?, ?, ?, ?) returning key`,
  )
  const remove = database.prepare('delete from ensayo_sandboxes where key = ?')
  const selectSettings = database.prepare('select settings from ensayo_sandboxes where key = ?')
  const updateSettings = database.prepare('update ensayo_sandboxes set settings = ? where key = ?')
  const known = new Map<SandboxId, Sandbox>()
  let revisions = 0

  function find(id: SandboxId): Sandbox | undefined {
    const before = known.get(id)
    if (before !== undefined) return before
    const row = select.get(id)
    if (row === undefined) return undefined
    revisions += 1
    const found = { key: numberIn(row, 'key'), revision: revisions, log: createChangeLog(revisions), about: aboutOf(row) }
    known.set(id, found)
    return found
  }

  function require(id: SandboxId): Sandbox {
    const sandbox = find(id)
    if (sandbox === undefined) throw new Error(`There is no sandbox "${id}".`)
    return sandbox
  }

  function insertNew(id: SandboxId, { name, createdAt, expiresAt, settings }: NewSandbox): number {
    if (find(id) !== undefined) throw new Error(`There is a sandbox "${id}" already.`)
    const row = insert.get(id, name ?? null, createdAt ?? 0, expiresAt ?? null, JSON.stringify(settings ?? {}))
    if (row === undefined) throw new Error(`The sandbox "${id}" was not created.`)
    return numberIn(row, 'key')
  }

  return {
    known: id => known.get(id),
    find,
    require,
    list: () => selectAll.all().map(aboutOf),

    recordsChanged(sandbox, changed) {
      revisions += 1
      sandbox.revision = revisions
      sandbox.log.add(revisions, changed)
    },
    changed: id => void known.delete(id),

    insert: insertNew,
    copy(from, to, about) {
      const source = require(from)
      const key = insertNew(to, { settings: source.about.settings, ...about })
      contents.copy(source.key, key, ownTables)
      return key
    },
    remove({ key }) {
      contents.clear(key)
      remove.run(key)
    },

    settings({ key }) {
      const row = selectSettings.get(key)
      if (row === undefined) throw new Error('The sandbox is no more.')
      return settingsIn(row)
    },
    putSettings: ({ key }, settings) => void updateSettings.run(JSON.stringify(settings), key),
  }
}
