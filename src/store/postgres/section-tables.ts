import { columnValue, listItems } from '../column-value.ts'
import type { ColumnShape } from '../port.ts'
import type { StoredRecord } from '../sandbox.ts'
import { eliminadoColumn, fieldsColumn, sandboxColumn } from '../section-schema.ts'
import type { ListSchema, SectionSchema } from '../section-schema.ts'

/** Exact numbers, so that sums of money are; `collate "C"` orders texts as SQLite does, wherever the database runs. */
const types = {
  text: 'text collate "C"',
  integer: 'bigint',
  number: 'numeric',
  boolean: 'bigint',
} as const

/** As whom definitions are run: it may look at the views, of them at one sandbox, and do nothing else. */
export const readerRole = 'ensayo_reader'

/** The setting that says in which sandbox that is. Only whoever begins the transaction can set it. */
export const sandboxSetting = 'ensayo.sandbox'

/** The tables of a section, filled with nothing yet, and its views. */
export function createTables({ table, columns, lists }: SectionSchema): string {
  const statements = [
    `create table ${table}(${[
      `${sandboxColumn} bigint not null`,
      'id bigint not null',
      `${eliminadoColumn} integer not null`,
      'created_at text collate "C" not null',
      'updated_at text collate "C" not null',
      ...columns.map(columnDefinition),
      `${fieldsColumn} text not null`,
      `primary key(${sandboxColumn}, id)`,
    ].join(', ')})`,
    // The view in the order of ids, in which null is lower than any value, as pages have it.
    `create index ${table.replace(/"$/, '_live"')} on ${table}(${sandboxColumn}, id nulls first) where ${eliminadoColumn} = 0`,
    ...lists.map(list => `create table ${list.table}(${[
      `${sandboxColumn} bigint not null`,
      'record_id bigint not null',
      'position bigint not null',
      ...list.columns.map(columnDefinition),
      `primary key(${sandboxColumn}, record_id, position)`,
    ].join(', ')})`),
  ]
  return statements.join(';\n')
}

/**
 * The views, and what the reader sees of the tables behind them. That it sees one sandbox is a policy of the tables and
 * not a condition of the views: the database asks for a policy first, so that no condition of a definition, which may fail
 * and tell the value that it failed at, is asked of a row of another sandbox; and unlike a view with a barrier, it lets
 * conditions and orders through to the indexes.
 */
export function createViews({ view, table, columns, lists }: SectionSchema): string {
  const here = `${sandboxColumn} = current_setting('${sandboxSetting}')::bigint`
  const show = (shownView: string, from: string, names: readonly string[], condition: string): string => [
    `alter table ${from} enable row level security`,
    `create policy ensayo_reading on ${from} for select to ${readerRole} using (${[here, condition].filter(Boolean).join(' and ')})`,
    `create view ${shownView} with (security_invoker) as select ${names.join(', ')} from ${from}${condition && ` where ${condition}`}`,
    `grant select on ${from}, ${shownView} to ${readerRole}`,
  ].join(';\n')
  return [
    show(
      view, table, ['id', 'created_at', 'updated_at', ...columns.map(column => `"${column.name}"`)], `${eliminadoColumn} = 0`,
    ),
    // A deleted record has no rows in the tables of its lists.
    ...lists.map(list =>
      show(list.view, list.table, ['record_id', 'position', ...list.columns.map(column => `"${column.name}"`)], '')),
  ].join(';\n')
}

/** Statements for the records of one section. */
export interface SectionTable {
  /** $1 is the sandbox; `valuesOf` gives the rest. Inserts or replaces the records with their lists. */
  put: string
  valuesOf(records: readonly StoredRecord[]): string[]
  /** $2 is the id. */
  get: string
  /** $2 is the id after which, $3 how many at most. */
  list: string
  highest: string
}

export function sectionTable({ table, columns, lists }: SectionSchema): SectionTable {
  const own: [name: string, type: string][] = [
    ['id', 'bigint'], ['created_at', 'text'], ['updated_at', 'text'], [eliminadoColumn, 'integer'], [fieldsColumn, 'text'],
  ]
  const all = [...own, ...columns.map(({ name, type }) => [`"${name}"`, plain(type)] as const)]
  const names = all.map(([name]) => name)
  const changes = names.slice(1).map(name => `${name} = excluded.${name}`)
  const parts = [
    `records as (insert into ${table}(${sandboxColumn}, ${names.join(', ')})
       select $1::bigint, ${names.map(name => `r.${name}`).join(', ')}
       from json_to_recordset($2::json) as r(${all.map(([name, type]) => `${name} ${type}`).join(', ')})
       on conflict(${sandboxColumn}, id) do update set ${changes.join(', ')})`,
    ...lists.flatMap(putList),
  ]
  const select = `select id, created_at, updated_at, ${eliminadoColumn}, ${fieldsColumn} from ${table}`
  return {
    put: `with ${parts.join(',\n')} select 1`,
    valuesOf: records => [
      JSON.stringify(records.map(record => rowOf(record, columns))),
      ...lists.flatMap(({ name, columns: shown }) => {
        const of = ({ eliminado, fields }: StoredRecord) => listItems(eliminado === 0 ? fields : {}, name)
        return [
          JSON.stringify(records.map(record => ({ record_id: record.id, items: of(record).length }))),
          JSON.stringify(records.flatMap(record => of(record).map((item, index) => ({
            record_id: record.id, position: index + 1, ...columnsOf(item, shown),
          })))),
        ]
      }),
    ],
    get: `${select} where ${sandboxColumn} = $1 and id = $2`,
    list: `${select} where ${sandboxColumn} = $1 and id > $2 order by id limit $3`,
    highest: `select coalesce(max(id), 0) as id from ${table} where ${sandboxColumn} = $1`,
  }
}

/** One statement cannot delete a row and insert it again: what stays is updated, what is beyond it deleted. */
function putList({ table, columns }: ListSchema, index: number): string[] {
  const counts = `$${3 + index * 2}::json`
  const items = `$${4 + index * 2}::json`
  const own: [name: string, type: string][] = [['record_id', 'bigint'], ['position', 'bigint']]
  const all = [...own, ...columns.map(({ name, type }) => [`"${name}"`, plain(type)] as const)]
  const names = all.map(([name]) => name)
  const changes = names.slice(2).map(name => `${name} = excluded.${name}`)
  return [
    `gone_${index} as (delete from ${table} l using json_to_recordset(${counts}) as c(record_id bigint, items bigint)
       where l.${sandboxColumn} = $1 and l.record_id = c.record_id and l.position > c.items)`,
    `items_${index} as (insert into ${table}(${sandboxColumn}, ${names.join(', ')})
       select $1::bigint, ${names.map(name => `i.${name}`).join(', ')}
       from json_to_recordset(${items}) as i(${all.map(([name, type]) => `${name} ${type}`).join(', ')})
       on conflict(${sandboxColumn}, record_id, position)
       do ${changes.length === 0 ? 'nothing' : `update set ${changes.join(', ')}`})`,
  ]
}

function rowOf(record: StoredRecord, columns: readonly ColumnShape[]) {
  return {
    ...columnsOf(record.fields, columns),
    id: record.id,
    created_at: new Date(record.createdAt).toISOString(),
    updated_at: new Date(record.updatedAt).toISOString(),
    [eliminadoColumn]: record.eliminado,
    [fieldsColumn]: JSON.stringify(record.fields),
  }
}

function columnsOf(fields: StoredRecord['fields'], columns: readonly ColumnShape[]) {
  return Object.fromEntries(columns.map(column => [column.name, storable(columnValue(fields, column), column.type)]))
}

/** PostgreSQL's texts hold neither the character 0 nor half a pair of surrogates, its integers no fractions. */
function storable(value: string | number | null, type: ColumnShape['type']): string | number | null {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  return type === 'integer' && typeof value === 'number' && !Number.isSafeInteger(value) ? null : value
}

function plain(type: ColumnShape['type']): string {
  return type === 'text' ? 'text' : types[type]
}

function columnDefinition({ name, type }: ColumnShape): string {
  return `"${name}" ${types[type]}`
}
