import { StoreRefused } from '../port.ts'
import type { SectionShape } from '../port.ts'
import type { Database } from './database.ts'
import { layouts } from './layouts.ts'
import { recordFrom } from '../record-row.ts'
import { numberIn, textIn } from '../row.ts'
import { sandboxColumn, sectionSchemas } from '../section-schema.ts'
import type { SectionSchema } from '../section-schema.ts'
import { createTables, createViews, plannerStatistics } from './section-schema.ts'
import { openSectionTable } from './section-table.ts'
import type { SectionTable } from './section-table.ts'

export interface Schema {
  sections: Map<string, SectionTable>
  /** What definitions may read: the views, and the table behind each; lower case, unquoted. */
  views: Map<string, string>
}

/** `PRAGMA application_id` of our files, the letters ENSY. */
const applicationId = 0x454e5359
/**
 * Creates or checks the tables, and the views of this connection. The typed columns are derived from the
 * records, so a section whose shape has changed since the file was written is laid out anew.
 */
export function openSchema(database: Database, shapes: readonly SectionShape[]): Schema {
  const schemas = sectionSchemas(shapes)
  const sections = new Map<string, SectionTable>()
  database.exec('begin immediate')
  try {
    openLayout(database)
    for (const [id, schema] of schemas) {
      sections.set(id, openSection(database, id, schema))
      database.exec(createViews(schema))
    }
    // Makes the planner read its statistics again.
    database.exec('analyze sqlite_schema')
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
  const views = [...schemas.values()].flatMap(schema => [schema, ...schema.lists])
  return { sections, views: new Map(views.map(({ view, table }) => [unquoted(view), unquoted(table)])) }
}

function openLayout(database: Database): void {
  const application = pragma(database, 'application_id')
  const version = pragma(database, 'user_version')
  if (application === applicationId && version === layouts.length) return
  if (application === applicationId && version > layouts.length) {
    const message = `The database has the layout ${version}; this program knows layouts up to ${layouts.length}.`
    throw new StoreRefused(`${message} It was written by a newer one: use that.`)
  }
  if (application !== applicationId) {
    const row = database.prepare('select count(*) as tables from sqlite_schema').get()
    if (application !== 0 || row === undefined || numberIn(row, 'tables') > 0) {
      throw new StoreRefused('The database belongs to another program.')
    }
    // For the table of statistics alone, see `plannerStatistics`.
    database.exec('analyze; delete from sqlite_stat1')
  }
  for (const step of layouts.slice(version)) database.exec(step)
  database.exec(`pragma application_id = ${applicationId}; pragma user_version = ${layouts.length}`)
}

function openSection(database: Database, id: string, schema: SectionSchema): SectionTable {
  const { table, columns, lists } = schema
  const shape = JSON.stringify({ columns, lists })
  const before = database.prepare('select shape, list_tables from ensayo_sections where id = ?').get(id)
  if (before !== undefined && textIn(before, 'shape') === shape) return openSectionTable(database, id, schema)

  if (before !== undefined) {
    const listTables: unknown = JSON.parse(textIn(before, 'list_tables'))
    if (Array.isArray(listTables)) for (const list of listTables) database.exec(`drop table ${String(list)}`)
    database.exec(`create table ensayo_before as select * from ${table}; drop table ${table}`)
  }
  database.exec(createTables(schema))
  database.exec(plannerStatistics(schema))
  database
    .prepare('insert or replace into ensayo_sections(id, shape, list_tables) values (?, ?, ?)')
    .run(id, shape, JSON.stringify(lists.map(list => list.table)))
  const opened = openSectionTable(database, id, schema)
  if (before !== undefined) {
    refill(database, id, opened)
    database.exec('drop table ensayo_before')
  }
  return opened
}

function refill(database: Database, section: string, table: SectionTable): void {
  for (const row of database.prepare('select * from ensayo_before').iterate()) {
    table.put(numberIn(row, sandboxColumn), recordFrom(section, row))
  }
}

function pragma(database: Database, name: string): number {
  const row = database.prepare(`pragma ${name}`).get()
  return row === undefined ? 0 : numberIn(row, name)
}

function unquoted(name: string): string {
  return name.slice(1, -1)
}
