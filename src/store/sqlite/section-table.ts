import type { StoredRecord } from '../sandbox.ts'
import { columnValue, listItems } from '../column-value.ts'
import type { ColumnValue } from '../column-value.ts'
import type { Database } from './database.ts'
import { recordFrom } from '../record-row.ts'
import { numberIn } from '../row.ts'
import { eliminadoColumn, fieldsColumn, sandboxColumn } from '../section-schema.ts'
import type { ListSchema, SectionSchema } from '../section-schema.ts'

/** The records of one section, of all sandboxes. Nothing here opens a transaction. */
export interface SectionTable {
  /** Inserts or replaces. */
  put(sandbox: number, record: StoredRecord): void
  /** Inserts into a sandbox that has no record yet. From the second time on what is bound for a list is kept. */
  sow(sandbox: number, records: readonly StoredRecord[]): void
  get(sandbox: number, id: number): StoredRecord | undefined
  /** By id, those after `after`, deleted ones too. */
  list(sandbox: number, after: number, limit: number): StoredRecord[]
  /** The highest id ever used, 0 when there is none: deleted records stay in the table (WRI-2). */
  highestId(sandbox: number): number
}

/** A record as it is bound, with the rows of each of its lists. */
interface Seedling {
  row: ColumnValue[]
  items: ColumnValue[][][]
}

export function openSectionTable(database: Database, section: string, schema: SectionSchema): SectionTable {
  const { table, columns } = schema
  const names = [
    sandboxColumn, 'id', 'created_at', 'updated_at', eliminadoColumn, fieldsColumn,
    ...columns.map(column => `"${column.name}"`),
  ]
  const changes = names.slice(2).map(name => `${name} = excluded.${name}`)
  const insert = `insert into ${table}(${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
  const add = database.prepare(insert)
  const put = database.prepare(`${insert} on conflict(${sandboxColumn}, id) do update set ${changes.join(', ')}`)
  const select = `select id, created_at, updated_at, ${eliminadoColumn}, ${fieldsColumn} from ${table}`
  const get = database.prepare(`${select} where ${sandboxColumn} = ? and id = ?`)
  const list = database.prepare(`${select} where ${sandboxColumn} = ? and id > ? order by id limit ? + 0`)
  const highest = database.prepare(`select coalesce(max(id), 0) as id from ${table} where ${sandboxColumn} = ?`)
  const lists = schema.lists.map(each => openListTable(database, each))

  const rowOf = ({ id, fields, eliminado, createdAt, updatedAt }: StoredRecord): ColumnValue[] => [
    id, new Date(createdAt).toISOString(), new Date(updatedAt).toISOString(), eliminado,
    JSON.stringify(fields),
    ...columns.map(column => columnValue(fields, column)),
  ]
  const listed = ({ fields, eliminado }: StoredRecord) => (eliminado === 0 ? fields : {})
  // One world alone keeps nothing twice, however large its fixtures are.
  const sownOnce = new WeakSet<readonly StoredRecord[]>()
  const kept = new WeakMap<readonly StoredRecord[], Seedling[]>()
  const seedlingOf = (record: StoredRecord): Seedling => ({
    row: rowOf(record),
    items: lists.map(each => each.rowsOf(record.id, listed(record))),
  })
  function* seedlings(records: readonly StoredRecord[]): Iterable<Seedling> {
    if (!sownOnce.has(records)) {
      sownOnce.add(records)
      for (const record of records) yield seedlingOf(record)
      return
    }
    const known = kept.get(records) ?? records.map(seedlingOf)
    kept.set(records, known)
    yield* known
  }

  return {
    put(sandbox, record) {
      put.run(sandbox, ...rowOf(record))
      for (const each of lists) each.replace(sandbox, record.id, listed(record))
    },
    sow(sandbox, records) {
      for (const { row, items } of seedlings(records)) {
        add.run(sandbox, ...row)
        lists.forEach((each, index) => each.add(sandbox, items[index] ?? []))
      }
    },
    get(sandbox, id) {
      const row = get.get(sandbox, id)
      return row === undefined ? undefined : recordFrom(section, row)
    },
    list: (sandbox, after, limit) => list.all(sandbox, after, limit).map(row => recordFrom(section, row)),
    highestId(sandbox) {
      const row = highest.get(sandbox)
      return row === undefined ? 0 : numberIn(row, 'id')
    },
  }
}

function openListTable(database: Database, { name, table, columns }: ListSchema) {
  const remove = database.prepare(`delete from ${table} where ${sandboxColumn} = ? and record_id = ?`)
  const names = [sandboxColumn, 'record_id', 'position', ...columns.map(column => `"${column.name}"`)]
  const add = database.prepare(
    `insert into ${table}(${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  )
  const rowsOf = (recordId: number, fields: StoredRecord['fields']): ColumnValue[][] =>
    listItems(fields, name).map((item, index) => [recordId, index + 1, ...columns.map(column => columnValue(item, column))])
  function addAll(sandbox: number, rows: readonly ColumnValue[][]): void {
    for (const row of rows) add.run(sandbox, ...row)
  }
  return {
    rowsOf,
    add: addAll,
    /** Makes the list's rows those of the record's fields. */
    replace(sandbox: number, recordId: number, fields: StoredRecord['fields']): void {
      remove.run(sandbox, recordId)
      addAll(sandbox, rowsOf(recordId, fields))
    },
  }
}
