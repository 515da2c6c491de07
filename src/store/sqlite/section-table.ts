import { isJsonObject } from '../../core/index.ts'
import type { StoredRecord } from '../sandbox.ts'
import { columnValue, listItems } from './column-value.ts'
import type { Database } from './database.ts'
import { numberIn, textIn } from './row.ts'
import type { OwnRow } from './row.ts'
import { eliminadoColumn, fieldsColumn, sandboxColumn } from './section-schema.ts'
import type { ListSchema, SectionSchema } from './section-schema.ts'

/** The records of one section, of all sandboxes. Nothing here opens a transaction. */
export interface SectionTable {
  /** Inserts or replaces. */
  put(sandbox: number, record: StoredRecord): void
  get(sandbox: number, id: number): StoredRecord | undefined
  /** By id, those after `after`, deleted ones too. */
  list(sandbox: number, after: number, limit: number): StoredRecord[]
  /** The highest id ever used, 0 when there is none: deleted records stay in the table (WRI-2). */
  highestId(sandbox: number): number
}

export function openSectionTable(database: Database, section: string, schema: SectionSchema): SectionTable {
  const { table, columns } = schema
  const names = [
    sandboxColumn, 'id', 'created_at', 'updated_at', eliminadoColumn, fieldsColumn,
    ...columns.map(column => `"${column.name}"`),
  ]
  const changes = names.slice(2).map(name => `${name} = excluded.${name}`)
  const put = database.prepare(
    `insert into ${table}(${names.join(', ')}) values (${names.map(() => '?').join(', ')})
     on conflict(${sandboxColumn}, id) do update set ${changes.join(', ')}`,
  )
  const select = `select id, created_at, updated_at, ${eliminadoColumn}, ${fieldsColumn} from ${table}`
  const get = database.prepare(`${select} where ${sandboxColumn} = ? and id = ?`)
  const list = database.prepare(`${select} where ${sandboxColumn} = ? and id > ? order by id limit ? + 0`)
  const highest = database.prepare(`select coalesce(max(id), 0) as id from ${table} where ${sandboxColumn} = ?`)
  const lists = schema.lists.map(each => openListTable(database, each))

  return {
    put(sandbox, { id, fields, eliminado, createdAt, updatedAt }) {
      put.run(
        sandbox, id, new Date(createdAt).toISOString(), new Date(updatedAt).toISOString(), eliminado,
        JSON.stringify(fields),
        ...columns.map(column => columnValue(fields, column)),
      )
      for (const each of lists) each.replace(sandbox, id, eliminado === 0 ? fields : {})
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
  return {
    /** Makes the list's rows those of the record's fields. */
    replace(sandbox: number, recordId: number, fields: StoredRecord['fields']): void {
      remove.run(sandbox, recordId)
      listItems(fields, name).forEach((item, index) => {
        add.run(sandbox, recordId, index + 1, ...columns.map(column => columnValue(item, column)))
      })
    },
  }
}

/** The record that a row of its section's table holds. */
export function recordFrom(section: string, row: OwnRow): StoredRecord {
  const id = numberIn(row, 'id')
  const fields: unknown = JSON.parse(textIn(row, fieldsColumn))
  if (!isJsonObject(fields)) throw new TypeError(`The fields of ${section} ${id} are no JSON object.`)
  return {
    section,
    id,
    fields,
    eliminado: numberIn(row, eliminadoColumn) === 1 ? 1 : 0,
    createdAt: Date.parse(textIn(row, 'created_at')),
    updatedAt: Date.parse(textIn(row, 'updated_at')),
  }
}
