import { isJsonObject } from '../core/index.ts'
import { numberIn, textIn } from './row.ts'
import type { OwnRow } from './row.ts'
import type { StoredRecord } from './sandbox.ts'
import { eliminadoColumn, fieldsColumn } from './section-schema.ts'

/** The record that a row of its section's table holds. */
export function recordFrom(section: string, row: OwnRow): StoredRecord {
  const id = numberIn(row, 'id')
  const fields: unknown = JSON.parse(textIn(row, fieldsColumn))
  if (!isJsonObject(fields)) throw new TypeError(`The fields of ${section} ${id} are no JSON object.`)
  return {
    section,
    id,
    fields,
    eliminado: numberIn(row, eliminadoColumn) === 1 ? 1 : 0,
    createdAt: Date.parse(textIn(row, 'created_at')),
    updatedAt: Date.parse(textIn(row, 'updated_at')),
  }
}
