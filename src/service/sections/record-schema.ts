import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { isOpen } from './field-shape.ts'

/**
 * A section's schema as the fields of a write must meet it, before anything is computed: computed fields
 * (`readOnly`) are not required yet, and an object that doesn't speak of further fields allows none, since
 * nothing could read them (reports see the listed columns only).
 */
export function writeSchema(schema: JsonObject): JsonObject {
  const adapted: JsonObject = { ...schema }
  if (isJsonObject(schema['items'])) adapted['items'] = writeSchema(schema['items'])
  const properties = schema['properties']
  if (!isJsonObject(properties)) return adapted
  const inner = Object.entries(properties)
  adapted['properties'] = Object.fromEntries(
    inner.map(([name, property]) => [name, isJsonObject(property) ? writeSchema(property) : property]),
  )
  if (Array.isArray(schema['required'])) {
    adapted['required'] = schema['required'].filter((name) => !isReadOnly(properties, name))
  }
  if (!isOpen(schema)) adapted['additionalProperties'] = false
  return adapted
}

function isReadOnly(properties: JsonObject, name: JsonValue): boolean {
  const property = typeof name === 'string' ? properties[name] : undefined
  return isJsonObject(property) && property['readOnly'] === true
}
