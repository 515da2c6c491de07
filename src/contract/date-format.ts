/** Instants as a deployment writes them (`x-date-format`), in UTC. */
import { ContractError } from './contract-error.ts'

/** A value's two directions between wire and meaning. */
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

/**
 * `undefined` is RFC 3339 text as `Date` writes it; `unix` and `unix-ms` are numbers; anything else is a
 * pattern of `yyyy MM dd HH mm ss SSS` with the text between them, e.g. `dd/MM/yyyy HH:mm:ss`. What a
 * pattern leaves out is lost on the wire and read back as zero.
 */
export function dateFormat(pattern: string | undefined, numeric: boolean): Conversion {
  if (pattern === undefined) {
    if (numeric) return unix(1000)
    return { decode: canonical, encode: (meaning) => meaning }
  }
  if (pattern === 'unix') return unix(1000)
  if (pattern === 'unix-ms') return unix(1)
  const used = pattern.match(token)
  if (used === null || !used.includes('yyyy')) {
    throw new ContractError(
      `x-date-format "${pattern}" has no year: write unix, unix-ms or a pattern such as dd/MM/yyyy HH:mm:ss`,
    )
  }
  const expression = new RegExp(
    `^${pattern
      .split(/(yyyy|MM|dd|HH|mm|ss|SSS)/)
      .map((part) => (isField(part) ? `(?<${part}>\\d{${fields[part].length}})` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('')}$`,
  )
  return {
    decode: (wire) => {
      const found = expression.exec(String(wire))?.groups
      if (found === undefined) return wire
      const part = (name: Field, missing: number) => (found[name] === undefined ? missing : Number(found[name]))
      return new Date(
        Date.UTC(part('yyyy', 1970), part('MM', 1) - 1, part('dd', 1), part('HH', 0), part('mm', 0), part('ss', 0), part('SSS', 0)),
      ).toISOString()
    },
    encode: (meaning) => {
      const date = new Date(String(meaning))
      return pattern.replaceAll(token, (name) =>
        isField(name) ? String(fields[name].read(date)).padStart(fields[name].length, '0') : name,
      )
    },
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

function unix(factor: number): Conversion {
  return {
    decode: (wire) => (typeof wire === 'number' ? new Date(wire * factor).toISOString() : wire),
    encode: (meaning) => Math.floor(Date.parse(String(meaning)) / factor),
  }
}
