/** The parameters of reports and documents: what the console declares against what a request gives. */
import { distance } from 'fastest-levenshtein'
import { refusal, success } from '../core/index.ts'
import type { ColumnType, JsonObject, JsonValue, Outcome, Violation } from '../core/index.ts'
import type { ReportParameter } from './catalogue.ts'

/** A value as SQL binds it; booleans are 0 and 1, absent ones null. */
export type BoundValue = string | number | null

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/
const isoInstant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

const expectations: Record<ColumnType, string> = {
  text: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date YYYY-MM-DD',
  instant: 'an ISO 8601 instant with Z or an offset',
}

/**
 * Every declared parameter with its value ready to bind: null where an optional one is absent, 0 or 1 for
 * booleans, instants in UTC as `2026-01-31T09:30:00.000Z`, so that they compare as text.
 * Refuses as `invalid`, with one violation per parameter that is missing, unknown or of another type, its
 * pointer `/parameters/<name>`.
 */
export function checkParameters(
  definitions: readonly ReportParameter[],
  given: JsonObject | undefined,
): Outcome<Record<string, BoundValue>> {
  const values = new Map(Object.entries(given ?? {}))
  const violations: Violation[] = []
  const bound: [string, BoundValue][] = []
  for (const { name, type, required, description } of definitions) {
    const value = values.get(name) ?? null
    values.delete(name)
    if (value === null) {
      if (required) {
        const message = `the parameter "${name}" is required: ${description}`
        violations.push({ pointer: pointerTo(name), message, expected: expectations[type] })
      }
      bound.push([name, null])
      continue
    }
    const checked = bind(type, value)
    if (checked === undefined) {
      const message = `the parameter "${name}" is not ${expectations[type]}`
      violations.push({ pointer: pointerTo(name), message, expected: expectations[type] })
    } else {
      bound.push([name, checked])
    }
  }
  const names = definitions.map(definition => definition.name)
  for (const name of values.keys()) violations.push(unknownParameter(name, names))
  if (violations.length === 0) return success(Object.fromEntries(bound))
  const [first] = violations
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : ''
  return refusal({ kind: 'invalid', message: `${first?.message ?? ''}${more}`, violations })
}

/** The name closest to what was written, for messages; undefined when there is none at all. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined
  // Only a request's first characters count, so that an absurdly long one costs nothing.
  const start = written.slice(0, 100).toLowerCase()
  for (const name of names) {
    const steps = distance(start, name.toLowerCase())
    if (best === undefined || steps < best.distance) best = { name, distance: steps }
  }
  return best?.name
}

/** What a request wrote, quoted for a message and cut to a readable length. */
export function quoted(written: string): string {
  return JSON.stringify(written.length > 60 ? `${written.slice(0, 60)}…` : written)
}

function unknownParameter(name: string, names: readonly string[]): Violation {
  const closest = nearest(name, names)
  const pointer = pointerTo(name)
  if (closest === undefined) return { pointer, message: `${quoted(name)} is no parameter: there are none` }
  const message = `${quoted(name)} is no parameter; the nearest is "${closest}"`
  return { pointer, message, expected: `one of ${names.join(', ')}` }
}

/** RFC 6901, section 3: `~` and `/` are escaped. */
function pointerTo(name: string): string {
  return `/parameters/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The value to bind, or undefined when it is not of the type. */
function bind(type: ColumnType, value: JsonValue): BoundValue | undefined {
  switch (type) {
    case 'text':
      // PostgreSQL's text cannot hold NUL.
      return typeof value === 'string' && !value.includes('\u0000') ? value : undefined
    case 'integer':
      return Number.isSafeInteger(value) && typeof value === 'number' ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : undefined
    case 'instant':
      return typeof value === 'string' ? instant(value) : undefined
  }
}

function isDate(text: string): boolean {
  if (!isoDate.test(text)) return false
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // V8 moves 30 February on to March; such a day is not a date.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function instant(text: string): string | undefined {
  const date = isoInstant.exec(text)?.[1]
  const time = Date.parse(text)
  if (date === undefined || !isDate(date) || Number.isNaN(time)) return undefined
  // An offset may push the year out of four digits, which no longer compares as text.
  const utc = new Date(time).toISOString()
  return /^\d{4}-/.test(utc) ? utc : undefined
}
