/** Walking an OpenAPI document: nodes with their places, local references followed. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { child, pointerKeys, pointerToken } from './location.ts'

export interface Place {
  node: JsonObject
  pointer: string
  /** Where the references that led here stand, the nearest first. */
  via: readonly string[]
}

/** The value that a JSON pointer leads to; undefined when there is none. */
export function nodeAt(document: JsonObject, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const key of pointerKeys(pointer)) value = child(value, key)
  return value
}

/** What a `$ref` leads to; undefined when it leads nowhere, or out of the document. */
export function referent(document: JsonObject, reference: string): JsonValue | undefined {
  return reference.startsWith('#/') ? nodeAt(document, decodeURIComponent(reference.slice(1))) : undefined
}

/** The objects in the object at the pointer, by key. */
export function members(document: JsonObject, pointer: string): [string, Place][] {
  const node = nodeAt(document, pointer)
  return isJsonObject(node) ? placesIn(document, node, { pointer, via: [] }) : []
}

/** The objects in the object that a node has under the key. */
export function membersOf(document: JsonObject, { node, pointer, via }: Place, key: string): [string, Place][] {
  const map = node[key]
  return isJsonObject(map) ? placesIn(document, map, { pointer: pointer + pointerToken(key), via }) : []
}

/** The objects in the list that a node has under the key. */
export function elements(document: JsonObject, { node, pointer, via }: Place, key: string): Place[] {
  const list = node[key]
  if (!Array.isArray(list)) return []
  const map = Object.fromEntries(list.map((element, index) => [String(index), element]))
  return placesIn(document, map, { pointer: pointer + pointerToken(key), via }).map(([, place]) => place)
}

function placesIn(document: JsonObject, map: JsonObject, at: Omit<Place, 'node'>): [string, Place][] {
  return Object.keys(map).flatMap((key) =>
    placeAt(document, { node: map, ...at }, key).map((place): [string, Place] => [key, place]),
  )
}

/** The object under a key, or the one that its `$ref`s lead to; none when they lead nowhere or in a circle. */
export function placeAt(document: JsonObject, { node: parent, pointer: above, via }: Place, key: string): Place[] {
  let node = child(parent, key)
  let pointer = above + pointerToken(key)
  const passed = [...via]
  while (isJsonObject(node) && typeof node.$ref === 'string') {
    if (passed.includes(pointer)) return []
    passed.unshift(pointer)
    pointer = decodeURIComponent(node.$ref.slice(1))
    node = referent(document, node.$ref)
  }
  return isJsonObject(node) ? [{ node, pointer, via: passed }] : []
}
