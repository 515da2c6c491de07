/** Parts of a profile whose shape the schema has checked; what is left out is empty. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'

export function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

export function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
