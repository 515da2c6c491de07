/**
 * Remembers, while a copy of a document is being changed, where each of its nodes stood in the document
 * itself. Indexes shift when elements are removed and keys may be given anew, so pointers alone cannot tell.
 */
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { pointerToken, setMember } from './location.ts'
import type { Container, Key } from './location.ts'

export interface Origins {
  /** The copy, free to be changed. */
  copy: JsonObject
  /** Where this object or list of the copy stood in the document; undefined for one that was not in it. */
  ofContainer(container: Container): string | undefined
  /** Where the node under the key stood in the document; undefined for one that was not in it. */
  of(parent: Container, key: Key): string | undefined
  /** To be told of every new member or last element. */
  added(parent: Container, key: Key): void
  /** To be told of every removed member or element, before the next change. */
  removed(parent: Container, key: Key): void
}

export function trackOrigins(document: JsonObject): Origins {
  const containers = new Map<object, string>()
  /** Members that were given anew, by object. */
  const fresh = new Map<object, Set<Key>>()
  /** The original index of each element, by list; only lists that lost or won one. */
  const shifted = new Map<object, (number | undefined)[]>()

  function copyNode(value: JsonValue, pointer: string): JsonValue {
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) return copyObject(value, pointer)
    const list = value.map((element, index) => copyNode(element, `${pointer}/${index}`))
    containers.set(list, pointer)
    return list
  }

  function copyObject(object: JsonObject, pointer: string): JsonObject {
    const copy: JsonObject = {}
    for (const [key, member] of Object.entries(object)) {
      if (member !== undefined) setMember(copy, key, copyNode(member, pointer + pointerToken(key)))
    }
    containers.set(copy, pointer)
    return copy
  }

  function indexesOf(list: JsonValue[], lengthBefore: number): (number | undefined)[] {
    const indexes = shifted.get(list) ?? Array.from({ length: lengthBefore }, (_, index) => index)
    shifted.set(list, indexes)
    return indexes
  }

  return {
    copy: copyObject(document, ''),
    ofContainer: (container) => containers.get(container),
    of(parent, key) {
      const pointer = containers.get(parent)
      if (pointer === undefined || fresh.get(parent)?.has(key)) return undefined
      const indexes = shifted.get(parent)
      const original = indexes === undefined ? key : indexes[Number(key)]
      return original === undefined ? undefined : pointer + pointerToken(original)
    },
    added(parent, key) {
      if (Array.isArray(parent)) indexesOf(parent, parent.length - 1).push(undefined)
      else fresh.set(parent, (fresh.get(parent) ?? new Set()).add(key))
    },
    removed(parent, key) {
      if (Array.isArray(parent)) indexesOf(parent, parent.length + 1).splice(Number(key), 1)
      else fresh.get(parent)?.delete(key)
    },
  }
}
