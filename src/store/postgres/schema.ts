import type pg from 'pg'
import { StoreRefused } from '../port.ts'
import type { SectionShape } from '../port.ts'
import { textIn } from '../row.ts'
import type { OwnRow } from '../row.ts'
import { sandboxColumn, sectionSchemas } from '../section-schema.ts'
import type { SectionSchema } from '../section-schema.ts'
import { recordFrom } from '../record-row.ts'
import { codeOf } from './errors.ts'
import { layouts } from './layouts.ts'
import { createTables, createViews, readerRole, sectionTable } from './section-tables.ts'
import type { SectionTable } from './section-tables.ts'

export interface Schema {
  sections: Map<string, SectionTable>
  /** What definitions may read. */
  views: string[]
  /** The tables behind that; what a plan may name. */
  tables: Set<string>
  /** Every table whose rows belong to sandboxes, with the column that says to which, and its other columns. */
  contents: { table: string; owner: string; columns: string }[]
}

/**
 * Creates or checks the tables and views. Whoever else does so meanwhile waits. A section whose shape has changed is
 * laid out anew from its records.
 */
export async function openSchema(client: pg.Client, name: string, shapes: readonly SectionShape[]): Promise<Schema> {
  const schemas = sectionSchemas(shapes)
  await client.query(`begin; select pg_advisory_xact_lock(hashtext('ensayo ${name}'))`)
  try {
    await checkServer(client)
    await client.query(`create schema if not exists ${name}`)
    await openLayout(client)
    await openReader(client, name)
    for (const [id, schema] of schemas) await openSection(client, id, schema)
    const contents = await contentsOf(client, name)
    await client.query('commit')
    const views = [...schemas.values()].flatMap(schema => [schema, ...schema.lists])
    return {
      sections: new Map([...schemas].map(([id, schema]) => [id, sectionTable(schema)])),
      views: views.map(({ view }) => unquoted(view)),
      tables: new Set(views.map(({ table }) => unquoted(table))),
      contents,
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function rowsOf(client: pg.Client, text: string, values: unknown[] = []): Promise<OwnRow[]> {
  return (await client.query<OwnRow>(text, values)).rows
}

/** What is asked of a definition's plan came with this version. */
const oldestServer = 160_000

async function checkServer(client: pg.Client): Promise<void> {
  const [row] = await rowsOf(client, `select current_setting('server_version_num') as version`)
  if (row !== undefined && Number(textIn(row, 'version')) < oldestServer) {
    throw new StoreRefused('The database is a PostgreSQL before 16; use 16 or later.')
  }
}

async function openLayout(client: pg.Client): Promise<void> {
  await client.query('create table if not exists ensayo_layout(version integer not null)')
  const [row] = await rowsOf(client, 'select version::text as version from ensayo_layout')
  const version = row === undefined ? 0 : Number(textIn(row, 'version'))
  if (version > layouts.length) {
    const message = `The database has the layout ${version}; this program knows layouts up to ${layouts.length}.`
    throw new StoreRefused(`${message} It was written by a newer one: use that.`)
  }
  if (version === layouts.length) return
  for (const step of layouts.slice(version)) await client.query(step)
  const text = version === 0 ? 'insert into ensayo_layout(version) values ($1)' : 'update ensayo_layout set version = $1'
  await client.query(text, [layouts.length])
}

async function openReader(client: pg.Client, name: string): Promise<void> {
  const [row] = await rowsOf(
    client,
    `select (select count(*) from pg_roles where rolname = '${readerRole}')::text as roles,
       coalesce((select pg_has_role(oid, 'SET') from pg_roles where rolname = '${readerRole}'), false)::text as usable`,
  )
  await client.query('savepoint reader')
  try {
    if (row === undefined || textIn(row, 'roles') === '0') await client.query(`create role ${readerRole} nologin`)
    if (row === undefined || textIn(row, 'usable') !== 'true') await client.query(`grant ${readerRole} to current_user`)
  } catch (error) {
    // Another process has just made it, in another schema.
    if (codeOf(error) !== '42710' && codeOf(error) !== '23505') {
      throw new StoreRefused(
        `The database needs a role that reports are run as. Have an administrator say: create role ${readerRole} nologin; ` +
          `grant ${readerRole} to the mock's user`,
        { cause: error },
      )
    }
    await client.query('rollback to savepoint reader')
    await client.query(`grant ${readerRole} to current_user`)
  }
  await client.query(`grant usage on schema ${name} to ${readerRole}`)
}

async function openSection(client: pg.Client, id: string, schema: SectionSchema): Promise<void> {
  const { view, table, columns, lists } = schema
  const shape = JSON.stringify({ columns, lists })
  const [before] = await rowsOf(client, 'select shape from ensayo_sections where id = $1', [id])
  if (before !== undefined && textIn(before, 'shape') === shape) return
  let records: OwnRow[] = []
  if (before !== undefined) {
    const known: { lists: { view: string; table: string }[] } = JSON.parse(textIn(before, 'shape'))
    records = await rowsOf(client, `select * from ${table}`)
    for (const list of known.lists) await client.query(`drop view ${list.view}; drop table ${list.table}`)
    await client.query(`drop view ${view}; drop table ${table}`)
  }
  await client.query(createTables(schema))
  await client.query(createViews(schema))
  await client.query(
    'insert into ensayo_sections(id, shape) values ($1, $2) on conflict(id) do update set shape = excluded.shape',
    [id, shape],
  )
  const { put, valuesOf } = sectionTable(schema)
  for (const [sandbox, rows] of Map.groupBy(records, row => Number(row[sandboxColumn]))) {
    await client.query(put, [sandbox, ...valuesOf(rows.map(row => recordFrom(id, row)))])
  }
}

async function contentsOf(client: pg.Client, name: string): Promise<Schema['contents']> {
  const rows = await rowsOf(
    client,
    `select c.relname::text as name, a.attname::text as column, a.attnum::int as number
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`,
    [name],
  )
  return [...Map.groupBy(rows, row => textIn(row, 'name'))].flatMap(([table, found]) => {
    const names = found.map(row => textIn(row, 'column'))
    const owner = names.find(column => column === 'sandbox' || column === sandboxColumn)
    if (owner === undefined) return []
    return [{ table: `"${table}"`, owner, columns: names.filter(column => column !== owner).map(column => `"${column}"`).join(', ') }]
  })
}

function unquoted(name: string): string {
  return name.slice(1, -1)
}
