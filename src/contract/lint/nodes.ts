import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { token } from '../located.ts'
import type { Located } from '../located.ts'

/** What stands under these is a value, not part of the contract. */
const values = new Set(['example', 'examples', 'default', 'const', 'enum', 'value', 'x-values'])

/** Every object of a document except those inside of examples and other values. */
export function nodesOf(document: JsonObject): Located[] {
  return inside(document, '', false)
}

/** @param named whether the keys are names that somebody gave, such as those of properties */
function inside(node: JsonObject, pointer: string, named: boolean): Located[] {
  const below = Object.entries(node).flatMap(([key, value]): Located[] => {
    if (!named && values.has(key)) return []
    const at = `${pointer}/${token(key)}`
    if (isJsonObject(value)) return inside(value, at, !named && (key === 'properties' || key === 'schemas'))
    return elements(value).flatMap((element, index) => (isJsonObject(element) ? inside(element, `${at}/${index}`, false) : []))
  })
  return [{ node, pointer }, ...below]
}

function elements(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
