import type { SandboxId, StoredDefinition, StoredSandbox } from '../sandbox.ts'
import { numberIn, textIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import { aboutOf } from '../sandbox-row.ts'
import type { Connections } from './connections.ts'
import type { MetSandbox, MetSandboxes } from './met-sandboxes.ts'

/**
 * A sandbox as this process knows it. What is remembered of it is remembered by this object, which is replaced by
 * another when anything but records and deliveries changes.
 */
export interface Sandbox {
  key: number
  edition: number
  about: StoredSandbox
  /** What was read since, each once. */
  definitions?: readonly StoredDefinition[]
  webhooks?: readonly unknown[]
}

/** A sandbox as it is now. */
export interface Seen {
  sandbox: Sandbox
  /** Grows with every change of its records. */
  revision: number
}

export interface Sandboxes {
  /** Asks the database, so that what other processes have committed counts from now on. */
  look(id: SandboxId): Promise<Seen | undefined>
  /** As `look`; rejects when there is none, since a caller got the id from a principal. */
  require(id: SandboxId): Promise<Seen>
  list(): Promise<StoredSandbox[]>
  /** All of them, without meeting any. */
  present(): Promise<MetSandbox[]>
  /** A statement for one of them, with nothing after its condition. */
  selectOne(id: SandboxId): string
  /** The sandbox of a row with `columns`: the same object as before while the edition is the same. */
  seenIn(row: OwnRow): Seen
}

export const columns = 's.key, s.id, s.name, s.created_at, s.expires_at, s.settings, s.revision, s.edition, s.restores'

interface Question {
  id: SandboxId
  resolve(seen: Seen | undefined): void
  reject(error: unknown): void
}

export function createSandboxes({ read, meet }: Pick<Connections, 'read'> & Pick<MetSandboxes, 'meet'>): Sandboxes {
  const known = new Map<SandboxId, Sandbox>()
  let waiting: Question[] = []
  let isAsking = false

  /** One statement at a time for all that ask meanwhile: under load, most requests share one. */
  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    while (waiting.length > 0) {
      const questions = waiting
      waiting = []
      try {
        const ids = [...new Set(questions.map(({ id }) => id))]
        const rows = await read({
          name: 'look', text: `select ${columns} from ensayo_sandboxes s where s.id = any($1)`, values: [ids],
        })
        const seen = new Map(rows.map(row => [textIn(row, 'id'), seenIn(row)]))
        for (const { id, resolve } of questions) {
          if (!seen.has(id)) known.delete(id)
          resolve(seen.get(id))
        }
      } catch (error) {
        for (const { reject } of questions) reject(error)
      }
    }
    isAsking = false
  }

  function look(id: SandboxId): Promise<Seen | undefined> {
    return new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject })
      void ask()
    })
  }

  function seenIn(row: OwnRow): Seen {
    const id = textIn(row, 'id')
    const key = numberIn(row, 'key')
    const edition = numberIn(row, 'edition')
    const revision = numberIn(row, 'revision')
    meet({ id, key, restores: numberIn(row, 'restores') })
    const before = known.get(id)
    if (before !== undefined && before.key === key && before.edition === edition) return { sandbox: before, revision }
    const sandbox: Sandbox = { key, edition, about: aboutOf(row) }
    // An answer that was overtaken by a newer one must not take its place.
    if (before === undefined || before.key < key || (before.key === key && before.edition < edition)) known.set(id, sandbox)
    return { sandbox, revision }
  }

  return {
    look,
    async require(id) {
      const seen = await look(id)
      if (seen === undefined) throw noSandbox(id)
      return seen
    },
    list: async () => {
      const rows = await read({ name: 'sandboxes', text: `select ${columns} from ensayo_sandboxes s order by s.key` })
      return rows.map(row => seenIn(row).sandbox.about)
    },
    present: async () => {
      const rows = await read({ name: 'present', text: 'select id, key, restores from ensayo_sandboxes' })
      return rows.map(row => ({ id: textIn(row, 'id'), key: numberIn(row, 'key'), restores: numberIn(row, 'restores') }))
    },
    selectOne: id => `select ${columns} from ensayo_sandboxes s where s.id = ${literal(id)}`,
    seenIn,
  }
}

/** A text as SQL, for statements that are sent in one piece with others and so cannot have parameters. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function noSandbox(id: SandboxId): Error {
  return new Error(`There is no sandbox "${id}".`)
}
