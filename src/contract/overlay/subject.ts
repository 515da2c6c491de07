import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { Basis } from '../basis.ts'

/**
 * What can be stated of a node, one by one; `fixed` in an `x-basis` uses the same words.
 * `method`, `path` and `pathPrefix` (the path up to its last segment) are an operation's, `status` a
 * response's, `authentication` what an operation asks for.
 */
export type Aspect =
  | 'method'
  | 'path'
  | 'pathPrefix'
  | 'status'
  | 'mediaType'
  | 'name'
  | 'place'
  | 'type'
  | 'limits'
  | 'default'
  | 'value'
  | 'scheme'
  | 'authentication'

export type Aspects = Partial<Record<Aspect, JsonValue>>

/**
 * A thing that a statement can be about. Two documents have the same thing where the identity is the same,
 * whatever it is called and wherever it stands in them: an operation is known by its operationId, a part of
 * a message by operation, side and role.
 */
export interface Subject {
  identity: string
  /** The operationId of the operation that it belongs to, or is. */
  operation?: string
  /** The response it belongs to, or is. */
  response?: string
  /** For people: `page` in the request of runReport. */
  label: string
  pointer: string
  /** Where references to it stand, the nearest first. */
  via: readonly string[]
  basis: Basis | undefined
  aspects: Aspects
  /** Values that the node shows as examples: where none are listed as allowed, it is about these. */
  shown?: readonly JsonValue[]
}

const limits = [
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
]

/** What a schema itself says; what lies inside it speaks for itself. */
export function schemaAspects(schema: JsonObject): Aspects {
  const { type = null, default: preset = null } = schema
  return {
    type: Array.isArray(type) ? [...type].sort() : [type],
    default: preset,
    value: schema.enum ?? (schema.const === undefined ? null : [schema.const]),
    limits: Object.fromEntries(limits.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]])),
  }
}

/** A body's media types, without parameters; whatever is JSON counts as JSON (BODY-1). */
export function mediaTypes(holder: JsonObject): JsonValue[] {
  const content = isJsonObject(holder.content) ? holder.content : {}
  const names = Object.keys(content).map((name) => (name.split(';')[0] ?? '').trim().toLowerCase())
  return [...new Set(names.map((name) => (name.endsWith('+json') ? 'application/json' : name)))].sort()
}
