import { isJsonObject } from '../../../core/index.ts'
import type { JsonObject } from '../../../core/index.ts'
import type { Catalogue } from '../../../service/index.ts'

export type Section = Catalogue['sections'] extends ReadonlyMap<string, infer Each> ? Each : never

/** The properties of an object schema, in its order. */
export function propertiesOf(schema: JsonObject): [name: string, property: JsonObject][] {
  const { properties } = schema
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).flatMap(([name, property]) => (isJsonObject(property) ? [[name, property]] : []))
}

/** The names of a section's fields. */
export function fieldsOf({ schema }: Section): string[] {
  return propertiesOf(schema).map(([name]) => name)
}

/** Those that somebody can change: not what the service computes. */
export function writableFieldsOf({ schema }: Section): string[] {
  return propertiesOf(schema).filter(([, { readOnly }]) => readOnly !== true).map(([name]) => name)
}
