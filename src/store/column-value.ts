import { isJsonObject } from '../core/index.ts'
import type { Fields } from '../core/index.ts'
import type { ColumnShape } from './port.ts'

export type ColumnValue = string | number | null

/**
 * What a record shows in its typed column: null for a field that is absent or of another type; a text column
 * shows whatever is no text as JSON, as PostgreSQL's `->>` does.
 */
export function columnValue(fields: Fields, { name, type }: ColumnShape): ColumnValue {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined || value === null) return null
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value : JSON.stringify(value)
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : null
    case 'integer':
    case 'number':
      return typeof value === 'number' ? value : null
  }
}

/** The items of a list field, in order; items that are no objects count, but have no columns. */
export function listItems(fields: Fields, name: string): Fields[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!Array.isArray(value)) return []
  return value.map(item => (isJsonObject(item) ? item : {}))
}
