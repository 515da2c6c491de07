/** The same JSON value, written in another way (RFC 8259). */
import { isJsonObject } from '../src/core/index.ts'
import type { JsonValue } from '../src/core/index.ts'

/** With white space, the members of objects in reverse order, and the first character of each text as an escape. */
export function rewritten(json: string): string {
  const value: JsonValue = JSON.parse(json)
  return `\n${write(value)}\r\n`
}

function write(value: JsonValue): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[ ${value.map(write).join(' ,\t')} ]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${quoted(name)} :\n  ${write(member)}`],
  )
  return `{ ${members.toReversed().join(' ,\n') } }`
}

function quoted(text: string): string {
  if (text === '') return '""'
  return `"\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(text.slice(1)).slice(1)}`
}
