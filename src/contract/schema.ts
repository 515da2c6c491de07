/** JSON Schema 2020-12 as far as the wire reads it, with the toolkit's extensions. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'

/** A contract document as parsed JSON. */
export type Document = JsonObject

/**
 * Follows `$ref`s and folds `allOf` into one schema object. A `$ref`'s siblings win over what it refers to
 * (JSON Schema 2020-12, section 8.2.3.1, allows siblings).
 */
export function resolveSchema(document: Document, schema: JsonObject): JsonObject {
  const resolved = followReference(document, schema)
  const { allOf, ...own } = resolved
  if (!Array.isArray(allOf)) return resolved
  const parts = allOf.filter(isJsonObject).map((part) => resolveSchema(document, part))
  return [...parts, own].reduce<JsonObject>(mergeSchemas, {})
}

function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const properties = {
    ...(isJsonObject(left.properties) ? left.properties : {}),
    ...(isJsonObject(right.properties) ? right.properties : {}),
  }
  const required = [...asList(left.required), ...asList(right.required)]
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

function asList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The object that a `$ref` chain ends in, siblings of each `$ref` laid over it. */
export function followReference(document: Document, node: JsonObject): JsonObject {
  let current = node
  for (let hops = 0; typeof current.$ref === 'string'; hops += 1) {
    if (hops > 32) throw new ContractError(`the reference ${current.$ref} leads in a circle; let one of them lead to a schema`)
    const { $ref, ...siblings } = current
    const target = atPointer(document, $ref)
    if (!isJsonObject(target)) throw new ContractError(`the reference ${$ref} leads nowhere; name a node that there is`)
    current = { ...target, ...siblings }
  }
  return current
}

/** The value at `#/a/b` inside the document (RFC 6901 in a URI fragment). */
export function atPointer(document: Document, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#/')) throw new ContractError(`the reference ${reference} is not local to the document; write what it leads to into the overlay`)
  let value: JsonValue | undefined = document
  for (const token of reference.slice(2).split('/')) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isJsonObject(value)) return undefined
    value = value[key]
  }
  return value
}

/** The types that a schema names: `type` as a list, or none when any is allowed. */
export function schemaTypes(schema: JsonObject): string[] {
  const { type } = schema
  if (typeof type === 'string') return [type]
  return asList(type).filter((name) => typeof name === 'string')
}
