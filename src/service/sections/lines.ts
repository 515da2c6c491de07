import { isJsonObject } from '../../core/index.ts'
import type { Fields, JsonObject } from '../../core/index.ts'

/** The objects of a list field; a field that is absent is an empty list. */
export function linesOf(fields: Fields, field: string): JsonObject[] {
  const lines = fields[field]
  return Array.isArray(lines) ? lines.filter(isJsonObject) : []
}
