/** Places in a JSON document, and the two ways of writing them down. */
import type { JsonObject, JsonValue } from '../../core/index.ts'

export type Key = string | number

/** The keys and indexes that lead from the root to a node. */
export type Location = readonly Key[]

export type Container = JsonObject | JsonValue[]

/** RFC 6901: `/paths/~1api~1reports/post`. */
export function toPointer(location: Location): string {
  return location.map(pointerToken).join('')
}

/** One step of a pointer, with its slash. */
export function pointerToken(key: Key): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The unescaped steps of a pointer; indexes stay text. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

// RFC 9535, section 2.5.1.1: what may follow a dot without quotes.
const shorthand = /^[A-Za-z_\u0080-\u{10FFFF}][\w\u0080-\u{10FFFF}]*$/u

/** An RFC 9535 query for this one node, with shorthand names where they are allowed. */
export function toPath(location: Location): string {
  return `$${location.map(pathStep).join('')}`
}

function pathStep(key: Key): string {
  if (typeof key === 'number') return `[${key}]`
  if (shorthand.test(key)) return `.${key}`
  const escaped = key.replaceAll(/[\\']/g, '\\$&').replaceAll(/\p{Cc}/gu, escapeControl)
  return `['${escaped}']`
}

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** The member or element under a key; undefined when there is none (inherited names never count). */
export function child(value: JsonValue | undefined, key: Key): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value[Number(key)]
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Sets an own member even when its name is `__proto__`, which plain assignment would not. */
export function setMember(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

/** A deep copy that shares nothing with its source. */
export function copyOf(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: JsonObject = {}
  for (const [key, member] of Object.entries(value)) if (member !== undefined) setMember(copy, key, copyOf(member))
  return copy
}

export type Shape = 'object' | 'list' | 'primitive'

/** RFC 9535, section 1.1 counts null among the primitives. */
export function shapeOf(value: JsonValue): Shape {
  if (typeof value !== 'object' || value === null) return 'primitive'
  return Array.isArray(value) ? 'list' : 'object'
}

/** A value in a few words, for messages. */
export function inWords(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return `the ${typeof value} ${value}`
  return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)}`
}
