import type { Database, Statement } from './database.ts'
import { textIn } from '../row.ts'
import { sandboxColumn } from '../section-schema.ts'

/** All rows of a sandbox or of a snapshot, in whatever tables. The caller holds the transaction. */
export interface Contents {
  /** Copies the rows of one for another that has none, except those of the tables left out. */
  copy(from: number, to: number, leftOut?: ReadonlySet<string>): void
  clear(key: number): void
}

/** What a sandbox does not share with its copies. */
export const ownTables: ReadonlySet<string> = new Set(['ensayo_keys', 'ensayo_deliveries', 'ensayo_attempts'])

export function createContents(database: Database): Contents {
  const tables = tablesOfSandboxes(database).map(({ table, owner, columns }) => ({
    table,
    insert: lazily(() => database.prepare(
      `insert into ${table}(${owner}, ${columns}) select :to, ${columns} from ${table} where ${owner} = :from`,
    )),
    remove: lazily(() => database.prepare(`delete from ${table} where ${owner} = :key`)),
  }))
  // Whoever has claimed a delivery has claimed that of the sandbox, not that of its copy.
  const unclaim = lazily(() => database.prepare(
    'update ensayo_deliveries set lease_until = 0 where sandbox = :key and lease_until <> 0',
  ))

  return {
    copy(from, to, leftOut) {
      for (const { table, insert } of tables) if (leftOut?.has(table) !== true) insert().run({ from, to })
      unclaim().run({ key: to })
    },
    clear(key) {
      for (const { remove } of tables) remove().run({ key })
    },
  }
}

function tablesOfSandboxes(database: Database) {
  const rows = database.prepare(
    `select t.name as name, c.name as column from sqlite_schema t join pragma_table_info(t.name) c
     where t.type = 'table' order by t.name, c.cid`,
  ).all()
  const tables = Map.groupBy(rows, row => textIn(row, 'name'))
  return [...tables].flatMap(([table, found]) => {
    const names = found.map(row => textIn(row, 'column'))
    const owner = names.find(name => name === 'sandbox' || name === sandboxColumn)
    if (owner === undefined) return []
    const columns = names.filter(name => name !== owner).map(name => `"${name}"`).join(', ')
    return [{ table, owner, columns }]
  })
}

function lazily(prepare: () => Statement): () => Statement {
  let statement: Statement | undefined
  return () => (statement ??= prepare())
}
