/** How the sections stand in a database: a table and a view for each, and for each list. */
import type { ColumnShape, SectionShape } from './port.ts'
import { reservedPrefix } from './query-text.ts'

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
