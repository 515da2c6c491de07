import type { ColumnValue } from './database.ts'

/** A row of one of the adapter's own tables. */
export type OwnRow = Record<string, ColumnValue>

/** The column's text; throws when it is none, which only a damaged database can bring about. */
export function textIn(row: OwnRow, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`The column ${column} holds no text.`)
  return value
}

/** The column's number; throws when it is none. */
export function numberIn(row: OwnRow, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`The column ${column} holds no number.`)
  return value
}

/** The column's bytes; throws when it holds none. */
export function bytesIn(row: OwnRow, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw new TypeError(`The column ${column} holds no bytes.`)
  return value
}
