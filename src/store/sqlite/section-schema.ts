import type { ColumnShape } from '../port.ts'
import { eliminadoColumn, fieldsColumn, sandboxColumn } from '../section-schema.ts'
import type { SectionSchema } from '../section-schema.ts'
import { checkTime, currentSandbox } from './database.ts'

const affinities = { text: 'text', integer: 'integer', number: 'real', boolean: 'integer' } as const

/** The tables of a section: the fields as JSON, and typed columns beside them, so that no report parses JSON. */
export function createTables({ table, columns, lists }: SectionSchema): string {
  const statements = [
    // The fields stand last: a long record spills over there, and reports do not read so far.
    `create table ${table}(${[
      `${sandboxColumn} integer not null`,
      'id integer not null',
      `${eliminadoColumn} integer not null`,
      'created_at text not null',
      'updated_at text not null',
      ...columns.map(columnDefinition),
      `${fieldsColumn} text not null`,
      `unique(${sandboxColumn}, id)`,
    ].join(', ')})`,
    // The view in the order of ids: counting and skipping rows stay inside of this index.
    `create index ${indexOf(table)} on ${table}(${sandboxColumn}, ${eliminadoColumn}, id)`,
    ...lists.map(
      list => `create table ${list.table}(${[
        `${sandboxColumn} integer not null`,
        'record_id integer not null',
        'position integer not null',
        ...list.columns.map(columnDefinition),
        `primary key(${sandboxColumn}, record_id, position)`,
      ].join(', ')}) without rowid`,
    ),
  ]
  return statements.join(';\n')
}

/** The views that definitions read, for this connection only, since they call its functions. */
export function createViews({ view, table, columns, lists }: SectionSchema): string {
  const names = columns.map(column => `"${column.name}"`)
  const statements = [
    `create temp view ${view} as select ${['id', 'created_at', 'updated_at', ...names].join(', ')} from ${table}
     where ${sandboxColumn} = ${currentSandbox}() and ${eliminadoColumn} = 0 and ${timeCheckedBy('id')}`,
    ...lists.map(list => {
      const shown = ['record_id', 'position', ...list.columns.map(column => `"${column.name}"`)]
      // A deleted record has no rows in the tables of its lists.
      return `create temp view ${list.view} as select ${shown.join(', ')} from ${list.table}
        where ${sandboxColumn} = ${currentSandbox}() and ${timeCheckedBy('record_id')}`
    }),
  ]
  return statements.join(';\n')
}

/**
 * True, after a look at the clock on one record in 32, the first among them: a join that goes over the
 * records of a section again and again is noticed, and the look costs less than a tenth of reading them.
 */
function timeCheckedBy(id: string): string {
  return `(${id} % 32 <> 1 or ${checkTime}())`
}

/**
 * What the planner is to believe of the tables: many records in a sandbox, one for an id, few items in a list.
 * Without it, it takes "of this sandbox" for as good as unique, and joins by reading everything for every row.
 * Given once and for all instead of measured, so that plans do not depend on what is in the tables.
 */
export function plannerStatistics({ table, lists }: SectionSchema): string {
  const name = table.slice(1, -1)
  const rows = [
    [name, `sqlite_autoindex_${name}_1`, '1000000 100000 1'],
    [name, indexOf(table).slice(1, -1), '1000000 100000 100000 1'],
    ...lists.map(list => [list.table.slice(1, -1), list.table.slice(1, -1), '3000000 300000 3 1']),
  ]
  return `insert into sqlite_stat1(tbl, idx, stat) values ${rows
    .map(row => `(${row.map(value => `'${value}'`).join(', ')})`)
    .join(', ')}`
}

function columnDefinition({ name, type }: ColumnShape): string {
  return `"${name}" ${affinities[type]}`
}

function indexOf(table: string): string {
  return table.replace(/"$/, '_live"')
}
