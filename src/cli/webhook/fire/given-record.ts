/** A record that the user brings along (`--record FILE`). */
import { readFile } from 'node:fs/promises'
import { isJsonObject } from '../../../core/index.ts'
import type { Fields, JsonObject, RecordId } from '../../../core/index.ts'
import { UsageError } from '../../usage-error.ts'

export interface GivenRecord {
  id?: RecordId
  fields: Fields
  eliminado: 0 | 1
}

/**
 * A JSON object of fields, `id` and `eliminado` among them if they are given; or one as the fixtures' files have
 * them, with the fields in `fields`.
 * @throws UsageError for a file that holds no such thing
 */
export async function readRecord(file: string): Promise<GivenRecord> {
  const value = parse(await read(file), file)
  if (!isJsonObject(value)) throw new UsageError(`--record ${file}: a JSON object with the record's fields was expected`)
  const { id, eliminado, ...rest } = value
  if (id !== undefined && typeof id !== 'number' && typeof id !== 'string') {
    throw new UsageError(`--record ${file}: the id must be a number or a text`)
  }
  if (eliminado !== undefined && eliminado !== 0 && eliminado !== 1) {
    throw new UsageError(`--record ${file}: eliminado must be 0 or 1 (WRI-2)`)
  }
  return { ...(id === undefined ? {} : { id }), fields: fieldsIn(rest), eliminado: eliminado ?? 0 }
}

function fieldsIn(rest: JsonObject): Fields {
  const { fields, ...others } = rest
  const isFixture = isJsonObject(fields) && Object.keys(others).every((name) => name === 'created_at' || name === 'updated_at')
  return isFixture ? fields : rest
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'this is a folder' : `it cannot be read (${code})`
    throw new UsageError(`--record ${file}: ${reason}; give the path of a JSON file`)
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new UsageError(`--record ${file}: this is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
