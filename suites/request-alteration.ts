/**
 * Requests with a value that no meaning has. Where the value stands is not known by name; two requests that differ in
 * it alone tell.
 */
import { isJsonObject } from '../src/core/index.ts'
import type { JsonValue } from '../src/core/index.ts'
import type { HttpRequest } from '../src/conformance/index.ts'

/**
 * The first request with another value where the two bodies differ; without anything there when the value is
 * undefined. Undefined when they do not differ in a JSON body.
 */
export function alteredRequest(one: HttpRequest, other: HttpRequest, value: JsonValue | undefined): HttpRequest | undefined {
  const [body, otherBody] = [parsed(one.body), parsed(other.body)]
  if (body === undefined || otherBody === undefined) return undefined
  const path = differenceOf(body, otherBody)
  if (path === undefined || path.length === 0) return undefined
  return { ...one, body: JSON.stringify(withValue(body, path, value)) }
}

/** The keys that lead to the first difference of two JSON values; undefined when they are equal. */
export function differenceOf(one: JsonValue | undefined, other: JsonValue | undefined): string[] | undefined {
  if (one !== undefined && other !== undefined) {
    const bothLists = Array.isArray(one) && Array.isArray(other)
    if (bothLists || (isJsonObject(one) && isJsonObject(other))) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        const deeper = differenceOf(member(one, key), member(other, key))
        if (deeper !== undefined) return [key, ...deeper]
      }
      return undefined
    }
  }
  return Object.is(one, other) ? undefined : []
}

function member(node: JsonValue, key: string): JsonValue | undefined {
  if (Array.isArray(node)) return node[Number(key)]
  return isJsonObject(node) ? node[key] : undefined
}

function withValue(node: JsonValue, [key, ...rest]: readonly string[], value: JsonValue | undefined): JsonValue {
  if (key === undefined) return value ?? null
  const inner = member(node, key)
  if (Array.isArray(node)) return node.map((item, at) => (String(at) === key ? withValue(item, rest, value) : item))
  if (!isJsonObject(node)) return node
  const { [key]: _, ...others } = node
  if (rest.length === 0) return value === undefined ? others : { ...node, [key]: value }
  return { ...node, [key]: withValue(inner ?? {}, rest, value) }
}

function parsed(body: HttpRequest['body']): JsonValue | undefined {
  if (typeof body !== 'string') return undefined
  const value: JsonValue = JSON.parse(body)
  return value
}
