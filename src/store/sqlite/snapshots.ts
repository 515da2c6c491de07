import type { StoredSnapshot } from '../sandbox.ts'
import type { Contents } from './contents.ts'
import type { Database } from './database.ts'
import { jsonIn, numberIn, textIn } from '../row.ts'
import type { Sandbox, Sandboxes } from './sandboxes.ts'

/** The caller holds the transaction of whatever writes. */
export interface Snapshots {
  take(sandbox: Sandbox, name: string, takenAt: number): void
  /** False when there is none. */
  restore(sandbox: Sandbox, name: string): boolean
  list(sandbox: Sandbox): StoredSnapshot[]
  remove(sandbox: Sandbox, name: string): boolean
  removeAll(sandbox: Sandbox): void
}

export function createSnapshots({
  database,
  contents,
  sandboxes,
}: {
  database: Database
  contents: Contents
  sandboxes: Pick<Sandboxes, 'settings' | 'putSettings'>
}): Snapshots {
  const insert = database.prepare(
    'insert into ensayo_snapshots(owner, name, taken_at, settings) values (?, ?, ?, ?) returning number',
  )
  const select = database.prepare('select number, settings from ensayo_snapshots where owner = ? and name = ?')
  const selectAll = database.prepare('select name, taken_at from ensayo_snapshots where owner = ? order by number')
  const remove = database.prepare('delete from ensayo_snapshots where owner = ? and name = ? returning number')

  function removeOne({ key }: Sandbox, name: string): boolean {
    const row = remove.get(key, name)
    if (row === undefined) return false
    contents.clear(-numberIn(row, 'number'))
    return true
  }

  function list({ key }: Sandbox): StoredSnapshot[] {
    return selectAll.all(key).map(row => ({ name: textIn(row, 'name'), takenAt: numberIn(row, 'taken_at') }))
  }

  return {
    take(sandbox, name, takenAt) {
      removeOne(sandbox, name)
      const row = insert.get(sandbox.key, name, takenAt, JSON.stringify(sandboxes.settings(sandbox)))
      if (row === undefined) throw new Error(`The snapshot "${name}" was not taken.`)
      contents.copy(sandbox.key, -numberIn(row, 'number'))
    },
    restore(sandbox, name) {
      const row = select.get(sandbox.key, name)
      if (row === undefined) return false
      contents.clear(sandbox.key)
      contents.copy(-numberIn(row, 'number'), sandbox.key)
      sandboxes.putSettings(sandbox, jsonIn(row, 'settings'))
      return true
    },
    list,
    remove: removeOne,
    removeAll(sandbox) {
      for (const { name } of list(sandbox)) removeOne(sandbox, name)
    },
  }
}
