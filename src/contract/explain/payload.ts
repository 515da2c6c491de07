import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { resolveSchema, schemaTypes } from '../schema.ts'
import type { Document } from '../schema.ts'
import { basisOf } from '../basis.ts'
import type { Row } from './explanation.ts'
import { itemsOf, propertiesOf, reached, token } from '../located.ts'
import type { Located } from '../located.ts'
import { wireOf } from './wire.ts'

type Part = Pick<Row, 'role' | 'wire' | 'required' | 'basis' | 'pointer'> & {
  /** A JSON pointer into the payload with `*` for every index; empty for the payload itself. */
  path: string
}

/**
 * Every part of a payload that has a role or a basis, in the order of its schema, as far as the wire looks:
 * into objects, `allOf`, and lists that have a role.
 */
export function partsOf(document: Document, schema: Located, required: boolean): Part[] {
  return walk({ document, schema, path: '', required, open: new Set() })
}

interface Step {
  document: Document
  schema: Located
  path: string
  required: boolean
  /** The schemas that this one lies in: one that contains itself is walked once. */
  open: ReadonlySet<string>
}

function walk({ document, schema: source, path, required, open }: Step): Part[] {
  const at = reached(document, source)
  if (open.has(at.pointer)) return []
  const schema = resolveSchema(document, at.node)
  const role = roleOf(schema)
  const basis = basisOf(schema)
  const own: Part = {
    path,
    ...(role === undefined ? {} : { role }),
    wire: wireOf(schema),
    required,
    ...(basis === undefined ? {} : { basis }),
    pointer: at.pointer,
  }
  const inner = new Set(open).add(at.pointer)
  const below = (child: Located, name: string, needed: boolean) =>
    walk({ document, schema: child, path: `${path}/${name}`, required: needed, open: inner })

  const parts = role === undefined && basis === undefined ? [] : [own]
  const items = role !== undefined && isList(schema) ? itemsOf(document, at) : undefined
  if (items !== undefined) return [...parts, ...below(items, '*', true)]
  const needed = Array.isArray(schema.required) ? schema.required : []
  const properties = [...propertiesOf(document, at)]
  return [...parts, ...properties.flatMap(([name, child]) => below(child, token(name), needed.includes(name)))]
}

/** A response may have several roles; nothing else may. */
function roleOf(schema: JsonObject): string | undefined {
  const role = schema['x-role']
  return typeof role === 'string' ? role : undefined
}

function isList(schema: JsonObject): boolean {
  return schemaTypes(schema).includes('array') || isJsonObject(schema.items)
}
