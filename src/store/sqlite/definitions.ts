import type { StoredDefinition } from '../sandbox.ts'
import type { Database } from './database.ts'
import { jsonIn, textIn } from '../row.ts'
import type { Sandbox } from './sandboxes.ts'

export interface Definitions {
  /** The list that was found before and is still true; needs no look into the database. */
  known(sandbox: Sandbox): readonly StoredDefinition[] | undefined
  /** As committed: the same list until the sandbox changes. Not for a transaction that has written definitions. */
  of(sandbox: Sandbox): readonly StoredDefinition[]
  put(sandbox: number, definition: StoredDefinition): void
  remove(sandbox: number, kind: StoredDefinition['kind'], id: string): boolean
}

export function createDefinitions(database: Database): Definitions {
  const select = database.prepare(
    'select kind, id, value from ensayo_definitions where sandbox = ? order by position, kind, id',
  )
  const put = database.prepare(
    `insert into ensayo_definitions(sandbox, kind, id, value, position) values (:sandbox, :kind, :id, :value,
       (select coalesce(max(position), 0) + 1 from ensayo_definitions where sandbox = :sandbox))
     on conflict(sandbox, kind, id) do update set value = excluded.value`,
  )
  const remove = database.prepare('delete from ensayo_definitions where sandbox = ? and kind = ? and id = ?')
  const known = new WeakMap<Sandbox, readonly StoredDefinition[]>()

  return {
    known: sandbox => known.get(sandbox),
    of(sandbox) {
      const before = known.get(sandbox)
      if (before !== undefined) return before
      const found = Object.freeze(select.all(sandbox.key).map(row => Object.freeze({
        kind: kindOf(textIn(row, 'kind')),
        id: textIn(row, 'id'),
        value: jsonIn<StoredDefinition['value']>(row, 'value'),
      })))
      known.set(sandbox, found)
      return found
    },
    put: (sandbox, { kind, id, value }) => void put.run({ sandbox, kind, id, value: JSON.stringify(value) }),
    remove: (sandbox, kind, id) => remove.run(sandbox, kind, id).changes === 1,
  }
}

function kindOf(text: string): StoredDefinition['kind'] {
  if (text === 'report' || text === 'document' || text === 'fault') return text
  throw new TypeError(`"${text}" is no kind of definition.`)
}
