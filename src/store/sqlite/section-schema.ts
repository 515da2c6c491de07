import { reservedPrefix } from '../query-text.ts'
import type { ColumnShape, SectionShape } from '../port.ts'
import { checkTime, currentSandbox } from './database.ts'

/** Columns of a section's table that no view shows. */
export const sandboxColumn = `${reservedPrefix}sandbox`
export const eliminadoColumn = `${reservedPrefix}eliminado`
export const fieldsColumn = `${reservedPrefix}fields`

export interface ListSchema {
  name: string
  view: string
  table: string
  columns: ColumnShape[]
}

/** The names that one section has in the database, all quoted and ready to stand in SQL. */
export interface SectionSchema {
  view: string
  table: string
  columns: ColumnShape[]
  lists: ListSchema[]
}

const namePattern = /^[a-z][a-z0-9_]*$/
const affinities = { text: 'text', integer: 'integer', number: 'real', boolean: 'integer' } as const

/**
 * The names of every section, by its id. Throws for names that are not lower-case snake_case, that are
 * reserved, or that two views or two columns would share.
 */
export function sectionSchemas(shapes: readonly SectionShape[]): Map<string, SectionSchema> {
  const views = new Set<string>()
  function viewNamed(name: string): string {
    checkName(name)
    if (views.has(name)) throw new Error(`Two sections or lists would share the view "${name}".`)
    views.add(name)
    return `"${name}"`
  }
  return new Map(
    shapes.map(({ id, columns, lists }) => {
      checkColumns(id, ['id', 'created_at', 'updated_at'], columns)
      const schema: SectionSchema = {
        view: viewNamed(id),
        table: `"${reservedPrefix}section_${id}"`,
        columns,
        lists: lists.map(list => {
          checkColumns(`${id}.${list.name}`, ['record_id', 'position'], list.columns)
          const view = viewNamed(`${id}_${list.name}`)
          return { ...list, view, table: `"${reservedPrefix}list_${id}_${list.name}"` }
        }),
      }
      return [id, schema]
    }),
  )
}

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

function checkColumns(owner: string, taken: string[], columns: readonly ColumnShape[]): void {
  const seen = new Set(taken)
  for (const { name } of columns) {
    checkName(name)
    if (seen.has(name)) throw new Error(`Two columns of ${owner} would be called "${name}".`)
    seen.add(name)
  }
}

function checkName(name: string): void {
  if (!namePattern.test(name)) throw new Error(`"${name}" cannot name a view or column: use snake_case.`)
  if (name.startsWith(reservedPrefix)) throw new Error(`"${name}": ${reservedPrefix} is reserved.`)
}
