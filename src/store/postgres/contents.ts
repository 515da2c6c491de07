import type { Schema } from './schema.ts'

/** Statements over all rows of a sandbox or of a snapshot, in whatever tables; keys are numbers of our own. */
export interface Contents {
  /** Copies the rows of one for another that has none, except those of the tables left out. `to` may be an expression. */
  copy(from: number, to: number, leftOut?: ReadonlySet<string>): string
  clear(key: number): string
}

/** What a sandbox does not share with its copies. */
export const ownTables: ReadonlySet<string> = new Set(['"ensayo_keys"', '"ensayo_deliveries"', '"ensayo_attempts"'])

/** What nobody needs of a time that is over. */
const passing = '"ensayo_changes"'

export function createContents(contents: Schema['contents']): Contents {
  return {
    copy(from, to, leftOut) {
      const copies = contents
        .filter(({ table }) => table !== passing && leftOut?.has(table) !== true)
        .map(({ table, owner, columns }) =>
          `insert into ${table}(${owner}, ${columns}) select ${to}, ${columns} from ${table} where ${owner} = ${from}`)
      // Whoever has claimed a delivery has claimed that of the sandbox, not that of its copy.
      const unclaim = `update ensayo_deliveries set
        state = case when state = 'claimed' then 'waiting' else state end, lease_until = 0
        where sandbox = ${to} and lease_until <> 0`
      return [...copies, unclaim].join(';\n')
    },
    clear: key => contents.map(({ table, owner }) => `delete from ${table} where ${owner} = ${key}`).join(';\n'),
  }
}
