/** Which store a mock keeps its state in: memory, a file of its own, or a database that it shares. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StoreRefused } from '../store/index.ts'
import type { SectionShape, Store } from '../store/index.ts'
import { createSqliteStore } from '../store/sqlite/index.ts'
import type { AttemptRecord, Webhook } from '../webhooks/index.ts'
import { StartRefused } from './start-refused.ts'

/** Where the state is; in memory, and gone with the process, when nothing is said. */
export interface StoreChoice {
  /** A folder that only this process uses; it is made when there is none. */
  data?: string
  /** `postgres://user:password@host:port/database`, which any number of processes may share. */
  database?: string
}

/** The database's name within the folder. */
const fileName = 'ensayo.sqlite'

/**
 * Opens the store.
 * @throws StartRefused when the place is in use, cannot be written to, or was written by a newer program
 */
export async function openStore(
  { data, database }: StoreChoice,
  sections: SectionShape[],
  queryTimeLimit: number,
  onFault: (error: unknown) => void,
): Promise<Store<Webhook, AttemptRecord>> {
  if (data !== undefined && database !== undefined) {
    throw new StartRefused('--data and --database are two places for one state; choose one')
  }
  try {
    if (database !== undefined) {
      // A mock that does not share its state never loads the database's driver.
      const { createPostgresStore } = await import('../store/postgres/index.ts')
      return await createPostgresStore<Webhook, AttemptRecord>({ url: database, sections, queryTimeLimit, onFault })
    }
    const location = data === undefined ? ':memory:' : ownFile(join(folder(data), fileName))
    return createSqliteStore<Webhook, AttemptRecord>({ location, sections, queryTimeLimit })
  } catch (error) {
    if (error instanceof StoreRefused) throw new StartRefused(error.message, { cause: error })
    throw error
  }
}

function folder(given: string): string {
  const path = resolve(given)
  try {
    make(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`the folder of --data cannot be made: ${reason}`, { cause: error })
  }
  return path
}

/** SQLite gives the files beside the database the database's mode, and one that it makes itself everybody could read. */
function ownFile(path: string): string {
  try {
    // One that is there is not even opened: closing it would undo the locks that this process may have on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or SQLite says why it cannot be.
  }
  return path
}

/**
 * Makes a folder and those that it lies in. Node's own `recursive` tries for ever where the system says of a folder in
 * one that is there that there is no such place, as in /proc.
 */
function make(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) make(dirname(path))
  try {
    // What is sent with webhooks lies there as it is: nobody else is to read it.
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Somebody else may just have made it.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
