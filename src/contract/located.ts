/** Nodes of a document together with the place they really stand at, once references are followed. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import { atPointer, followReference } from './schema.ts'
import type { Document } from './schema.ts'

export interface Located {
  node: JsonObject
  /** RFC 6901, from the root of the document. */
  pointer: string
}

/** Follows the node's `$ref`s, siblings laid over, to the place where what it refers to stands. */
export function reached(document: Document, { node, pointer }: Located): Located {
  const resolved = followReference(document, node)
  let at = pointer
  let current: JsonValue | undefined = node
  while (isJsonObject(current) && typeof current.$ref === 'string') {
    at = decodeURIComponent(current.$ref.slice(1))
    current = atPointer(document, current.$ref)
  }
  return { node: resolved, pointer: at }
}

/** The object under a key, its references followed. */
export function memberOf(document: Document, { node, pointer }: Located, key: string): Located | undefined {
  const value = node[key]
  return isJsonObject(value) ? reached(document, { node: value, pointer: `${pointer}/${token(key)}` }) : undefined
}

/** All objects in an object or list, by key or index, their references followed. */
export function membersOf(document: Document, { node, pointer }: Located, key: string): [string, Located][] {
  return Object.entries(node[key] ?? {}).flatMap(([name, value]): [string, Located][] =>
    isJsonObject(value)
      ? [[name, reached(document, { node: value, pointer: `${pointer}/${token(key)}/${token(name)}` })]]
      : [],
  )
}

/** The properties of a schema, those of its `allOf` parts included; its own win, as when the wire is compiled. */
export function propertiesOf(document: Document, schema: Located): Map<string, Located> {
  const at = reached(document, schema)
  const inherited = membersOf(document, at, 'allOf').flatMap(([, part]) => [...propertiesOf(document, part)])
  return new Map([...inherited, ...membersOf(document, at, 'properties')])
}

/** The schema of a list's items. */
export function itemsOf(document: Document, schema: Located): Located | undefined {
  const at = reached(document, schema)
  const parts = membersOf(document, at, 'allOf').map(([, part]) => itemsOf(document, part))
  return memberOf(document, at, 'items') ?? parts.findLast((items) => items !== undefined)
}

/** One step of a pointer, without its slash. */
export function token(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
