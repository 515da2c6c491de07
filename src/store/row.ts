type OwnValue = string | number | bigint | Uint8Array | null

/** A row of one of an adapter's own tables. */
export type OwnRow = Record<string, OwnValue>

/** The same in the order of its columns, for what is read most often: it takes two thirds of the time. */
export type OwnTuple = readonly OwnValue[]

/** The column's text; throws when it is none, which only a damaged database can bring about. */
export function textIn(row: OwnRow, column: string): string {
  return textOf(row[column], column)
}

/** The column's number; throws when it is none. */
export function numberIn(row: OwnRow, column: string): number {
  return numberOf(row[column], column)
}

/** The text at that place; throws when it is none. */
export function textAt(row: OwnTuple, place: number): string {
  return textOf(row[place], place)
}

/** The number at that place; throws when it is none. */
export function numberAt(row: OwnTuple, place: number): number {
  return numberOf(row[place], place)
}

function textOf(value: OwnValue | undefined, column: string | number): string {
  if (typeof value !== 'string') throw new TypeError(`The column ${column} holds no text.`)
  return value
}

function numberOf(value: OwnValue | undefined, column: string | number): number {
  if (typeof value !== 'number') throw new TypeError(`The column ${column} holds no number.`)
  return value
}

/** The column's bytes; throws when it holds none. */
export function bytesIn(row: OwnRow, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw new TypeError(`The column ${column} holds no bytes.`)
  return value
}

/** What the column's JSON says, which this adapter wrote there from a value of that type. */
export function jsonIn<Value>(row: OwnRow, column: string): Value {
  const value: Value = JSON.parse(textIn(row, column))
  return value
}

/** The value as a property, none at all when the column is null: for properties that may be absent. */
export function optionalIn<Name extends string, Value>(
  row: OwnRow,
  column: string,
  name: Name,
  read: (row: OwnRow, column: string) => Value,
): { [Property in Name]?: Value } {
  if (row[column] === null) return {}
  const property: { [Property in Name]?: Value } = {}
  property[name] = read(row, column)
  return property
}
