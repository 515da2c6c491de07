/** What one mock takes at most, so that nobody who reaches it can use up the machine. */
import { parseDuration } from '../webhooks/index.ts'
import { StartRefused } from './start-refused.ts'

export interface MockLimits {
  /** Longest head of a request, its line and headers; default 16 KiB. */
  headBytes?: number
  /** Longest request body; default 1 MiB. */
  bodyBytes?: number
  /** How long a whole request may take to arrive; default 30 s. */
  requestMs?: number
  /** Open connections; default 2,000. */
  connections?: number
  /** Sandboxes at a time; default 5,000. */
  sandboxes?: number
  /** Exchanges that the journal of a sandbox keeps, the newest; default 500. */
  journalEntries?: number
  /** Bytes that they come to; default 8 MB. */
  journalBytes?: number
  /** Deliveries of a sandbox that are kept when they are over, the newest, and at times a twentieth more; default 10,000. */
  keptDeliveries?: number
  /** The highest id of a record in a section, so no section has more records, deleted ones included; default 1,000,000. */
  records?: number
  /** For rendering a document's template; default 1 s. */
  templateMs?: number
  /** Characters of the rendered template; default 2,000,000. */
  templateCharacters?: number
  /** For one query of a report or a document; default 2 s. */
  reportMs?: number
  /**
   * Rows of a report's page (GAP-PAGING); default 500, and never more than the contract allows. At least 50, which a
   * request asks for that does not say.
   */
  pageSize?: number
}

export type Limits = Required<MockLimits>

type Unit = 'bytes' | 'time' | 'count'

/** A limit as `--limit` names it. */
interface NamedLimit {
  name: string
  property: keyof MockLimits
  unit: Unit
  fallback: number
  least: number
  most: number
  /** For `--help`. */
  of: string
}

const KiB = 1024
const MiB = 1024 * KiB
const hour = 3_600_000

const named: readonly NamedLimit[] = [
  { name: 'head', property: 'headBytes', unit: 'bytes', fallback: 16 * KiB, least: KiB, most: MiB, of: "a request's line and headers" },
  { name: 'body', property: 'bodyBytes', unit: 'bytes', fallback: MiB, least: 1, most: 256 * MiB, of: "a request's body" },
  { name: 'request', property: 'requestMs', unit: 'time', fallback: 30_000, least: 100, most: hour, of: 'the time a request may take to arrive' },
  { name: 'connections', property: 'connections', unit: 'count', fallback: 2000, least: 1, most: 1_000_000, of: 'connections open at a time' },
  { name: 'sandboxes', property: 'sandboxes', unit: 'count', fallback: 5000, least: 1, most: 1_000_000, of: 'sandboxes at a time' },
  { name: 'journal', property: 'journalEntries', unit: 'count', fallback: 500, least: 1, most: 1_000_000, of: "exchanges kept in a sandbox's journal" },
  { name: 'journal-size', property: 'journalBytes', unit: 'bytes', fallback: 8_000_000, least: KiB, most: 1024 * MiB, of: "the size of a sandbox's journal" },
  { name: 'deliveries', property: 'keptDeliveries', unit: 'count', fallback: 10_000, least: 1, most: 10_000_000, of: 'deliveries kept in a sandbox when they are over' },
  { name: 'records', property: 'records', unit: 'count', fallback: 1_000_000, least: 1, most: 1_000_000_000, of: 'records of a section in a sandbox, deleted ones too' },
  { name: 'template', property: 'templateMs', unit: 'time', fallback: 1000, least: 1, most: hour, of: "the time for rendering a document's template" },
  { name: 'template-size', property: 'templateCharacters', unit: 'count', fallback: 2_000_000, least: 1, most: 100_000_000, of: 'characters of a rendered template' },
  { name: 'report', property: 'reportMs', unit: 'time', fallback: 2000, least: 1, most: hour, of: 'the time for a query of a report or document' },
  { name: 'page', property: 'pageSize', unit: 'count', fallback: 500, least: 50, most: 100_000, of: "rows of a report's page (resultsPerPage), within what the contract allows" },
]

/**
 * The limits with those that were given in place of the defaults.
 * @throws StartRefused for a number that cannot be one
 */
export function limitsOf(given: MockLimits): Limits {
  const all = Object.fromEntries(named.map(({ property, fallback }) => [property, fallback]))
  for (const { name, property, least, most } of named) {
    const value = given[property]
    if (value === undefined) continue
    if (!Number.isInteger(value) || value < least || value > most) throw refused(name, `a whole number from ${least} to ${most}`, String(value))
    all[property] = value
  }
  return all as Limits
}

/**
 * Reads what `--limit` was given: `body=2MiB`, `request=10s`, `sandboxes=50`. Of one that is given twice the last counts.
 * @throws StartRefused for what cannot be read, with what could be
 */
export function parseLimits(texts: readonly string[]): MockLimits {
  const limits: MockLimits = {}
  for (const text of texts) {
    const [, name = '', value = ''] = /^([a-z-]{1,40})=(.{1,40})$/.exec(text) ?? []
    const known = named.find((limit) => limit.name === name)
    if (known === undefined) {
      throw new StartRefused(`--limit takes name=value, where the name is one of ${named.map((limit) => limit.name).join(', ')}; not ${JSON.stringify(text.slice(0, 40))}`)
    }
    const number = numberIn(value, known.unit)
    const { least, most, unit } = known
    if (number === undefined || number < least || number > most) {
      throw refused(name, `${wanted[unit]}, from ${shown(least, unit)} to ${shown(most, unit)}`, value)
    }
    limits[known.property] = number
  }
  return limits
}

/** A line for each limit, for `--help`: what is limited, and to what unless given. */
export function limitsInWords(): string[] {
  const width = Math.max(...named.map(({ name }) => name.length))
  return named.map(({ name, of, unit, fallback }) => `${name.padEnd(width)}  ${of}; ${shown(fallback, unit)}`)
}

const wanted: Record<Unit, string> = {
  bytes: 'a size such as 512KiB or 2MiB',
  time: 'a length of time such as 500ms or 30s',
  count: 'a whole number',
}

const sizes: Readonly<Record<string, number>> = { '': 1, KiB, MiB, kB: 1000, MB: 1_000_000 }

function numberIn(value: string, unit: Unit): number | undefined {
  if (unit === 'time') return parseDuration(value)
  const [, digits, suffix = ''] = /^(\d{1,12})(KiB|MiB|kB|MB)?$/.exec(value) ?? []
  if (digits === undefined || (unit === 'count' && suffix !== '')) return undefined
  return Number(digits) * (sizes[suffix] ?? 1)
}

function shown(value: number, unit: Unit): string {
  if (unit === 'count') return value.toLocaleString('en')
  if (unit === 'time') return value % hour === 0 ? `${value / hour}h` : value % 1000 === 0 ? `${value / 1000}s` : `${value}ms`
  const suffix = ['MiB', 'KiB', 'MB', 'kB'].find((name) => value % (sizes[name] ?? 1) === 0)
  return suffix === undefined ? String(value) : `${value / (sizes[suffix] ?? 1)}${suffix}`
}

function refused(name: string, expected: string, given: string): StartRefused {
  return new StartRefused(`the limit ${name} takes ${expected}; not ${given}`)
}
