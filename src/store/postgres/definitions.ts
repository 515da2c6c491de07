import { jsonIn, textIn } from '../row.ts'
import type { StoredDefinition } from '../sandbox.ts'
import type { Connections } from './connections.ts'
import type { Sandbox } from './sandboxes.ts'

export interface Definitions {
  /** The same list until the sandbox changes. */
  of(sandbox: Sandbox): Promise<readonly StoredDefinition[]>
}

export function createDefinitions({ read }: Pick<Connections, 'read'>): Definitions {
  return {
    async of(sandbox) {
      if (sandbox.definitions !== undefined) return sandbox.definitions
      const rows = await read({
        name: 'definitions',
        text: 'select kind, id, value from ensayo_definitions where sandbox = $1 order by position, kind, id',
        values: [sandbox.key],
      })
      // Another caller may have read them meanwhile; there is to be one list.
      sandbox.definitions ??= Object.freeze(rows.map(row => Object.freeze({
        kind: kindOf(textIn(row, 'kind')),
        id: textIn(row, 'id'),
        value: jsonIn<StoredDefinition['value']>(row, 'value'),
      })))
      return sandbox.definitions
    },
  }
}

function kindOf(text: string): StoredDefinition['kind'] {
  if (text === 'report' || text === 'document' || text === 'fault') return text
  throw new TypeError(`"${text}" is no kind of definition.`)
}
