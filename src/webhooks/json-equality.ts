import { isJsonObject } from '../core/index.ts'
import type { JsonValue } from '../core/index.ts'

/**
 * Whether two JSON values are the same: objects whatever the order of their properties, lists in order. A
 * property that is undefined is as good as absent.
 */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(name => sameJson(own(a, name), own(b, name)))
}

function own(object: { [name: string]: JsonValue | undefined }, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
