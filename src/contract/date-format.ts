/** Instants as a deployment writes them (`x-date-format`), in UTC. */
import type { JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'

/** A value's two directions between wire and meaning; what cannot be converted is handed on as it is. */
export interface Conversion {
  decode(wire: unknown): unknown
  encode(meaning: unknown): unknown
}

const fields = {
  yyyy: { length: 4, read: (date: Date) => date.getUTCFullYear() },
  MM: { length: 2, read: (date: Date) => date.getUTCMonth() + 1 },
  dd: { length: 2, read: (date: Date) => date.getUTCDate() },
  HH: { length: 2, read: (date: Date) => date.getUTCHours() },
  mm: { length: 2, read: (date: Date) => date.getUTCMinutes() },
  ss: { length: 2, read: (date: Date) => date.getUTCSeconds() },
  SSS: { length: 3, read: (date: Date) => date.getUTCMilliseconds() },
} as const

type Field = keyof typeof fields

const token = /yyyy|MM|dd|HH|mm|ss|SSS/g

/** The types that the schema allows: numbers only, or text. */
interface Shape {
  numeric: boolean
  textual: boolean
}

/**
 * Without a pattern RFC 3339 text as `Date` writes it; `unix` and `unix-ms` are seconds and milliseconds since
 * 1970, numbers unless the schema has room for text alone; anything else is a pattern of `yyyy MM dd HH mm ss
 * SSS` with the text between them, e.g. `dd/MM/yyyy HH:mm:ss`. What a pattern leaves out is lost on the wire
 * and read back as zero.
 */
export function dateFormat(pattern: JsonValue | undefined, { numeric, textual }: Shape): Conversion {
  if (pattern === undefined) return numeric ? unix(1000, false) : { decode: canonical, encode: (meaning) => meaning }
  if (pattern === 'unix') return unix(1000, textual)
  if (pattern === 'unix-ms') return unix(1, textual)
  const used = typeof pattern === 'string' ? pattern.match(token) : null
  if (typeof pattern !== 'string' || used === null || !used.includes('yyyy')) {
    throw new ContractError(
      `x-date-format ${JSON.stringify(pattern)} has no year: write unix, unix-ms or a pattern such as dd/MM/yyyy HH:mm:ss`,
    )
  }
  if (new Set(used).size < used.length) throw new ContractError(`x-date-format ${JSON.stringify(pattern)} has a part twice`)
  if (numeric) throw new ContractError(`x-date-format ${JSON.stringify(pattern)} is text, but the type is a number; make it string`)
  return patterned(pattern)
}

function patterned(pattern: string): Conversion {
  const expression = new RegExp(
    `^${pattern
      .split(/(yyyy|MM|dd|HH|mm|ss|SSS)/)
      .map((part) => (isField(part) ? `(?<${part}>\\d{${fields[part].length}})` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('')}$`,
  )
  const write = (date: Date) =>
    pattern.replaceAll(token, (name) =>
      isField(name) ? String(fields[name].read(date)).padStart(fields[name].length, '0') : name,
    )
  return {
    decode: (wire) => {
      const found = expression.exec(String(wire))?.groups
      if (found === undefined) return wire
      const part = (name: Field, missing: number) => (found[name] === undefined ? missing : Number(found[name]))
      const date = new Date(
        Date.UTC(part('yyyy', 1970), part('MM', 1) - 1, part('dd', 1), part('HH', 0), part('mm', 0), part('ss', 0), part('SSS', 0)),
      )
      // `Date` makes the third of March out of the 31st of February.
      return write(date) === wire ? date.toISOString() : wire
    },
    encode: (meaning) => write(new Date(String(meaning))),
  }
}

function isField(text: string): text is Field {
  return Object.hasOwn(fields, text)
}

function canonical(wire: unknown): unknown {
  if (typeof wire !== 'string') return wire
  const time = Date.parse(wire)
  return Number.isNaN(time) ? wire : new Date(time).toISOString()
}

function unix(factor: number, textual: boolean): Conversion {
  return {
    decode: (wire) => {
      const date = new Date(typeof wire === 'number' || typeof wire === 'string' ? Number(wire) * factor : Number.NaN)
      return Number.isNaN(date.getTime()) ? wire : date.toISOString()
    },
    encode: (meaning) => {
      const count = Math.floor(Date.parse(String(meaning)) / factor)
      return textual ? String(count) : count
    },
  }
}
