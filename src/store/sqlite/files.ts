import type { StoredFile } from '../sandbox.ts'
import type { Database } from './database.ts'
import { bytesIn, numberIn, textIn } from '../row.ts'

/** The files of records. */
export interface Files {
  /** Those of a sandbox that has none yet. */
  put(sandbox: number, files: readonly StoredFile[]): void
  of(sandbox: number, section: string, recordIds: readonly number[]): StoredFile[]
}

export function createFiles(database: Database): Files {
  const insert = database.prepare(
    `insert into ensayo_files(sandbox, section, record_id, position, name, media_type, content)
     values (?, ?, ?, ?, ?, ?, ?)`,
  )
  const select = database.prepare(
    `select record_id, name, media_type, content from ensayo_files
     where sandbox = ? and section = ? and record_id in (select value from json_each(?))
     order by record_id, position`,
  )
  return {
    put(sandbox, files) {
      files.forEach(({ section, recordId, name, mediaType, content }, position) => {
        insert.run(sandbox, section, recordId, position, name, mediaType, content)
      })
    },
    of: (sandbox, section, recordIds) =>
      select.all(sandbox, section, JSON.stringify(recordIds)).map(row => ({
        section,
        recordId: numberIn(row, 'record_id'),
        name: textIn(row, 'name'),
        mediaType: textIn(row, 'media_type'),
        content: bytesIn(row, 'content'),
      })),
  }
}
