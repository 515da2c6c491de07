/** Records to read, on the disk: what is in it survives the process. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

export type RecordId = number | string

export interface Stored {
  /** Told of, not read yet. The number grows with each notification about the record. */
  waiting: Record<string, number>
  customers: Record<string, unknown>
}

export function openStored(file: string): { stored: Stored; save: () => void } {
  const stored: Stored = read(file)
  return {
    stored,
    /** Whole or not at all: a new file that takes the place of the old one once it is on the disk. */
    save() {
      const draft = openSync(`${file}.new`, 'w')
      writeSync(draft, JSON.stringify(stored))
      fsyncSync(draft)
      closeSync(draft)
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file: string): Stored {
  try {
    const { waiting = {}, customers = {} } = JSON.parse(readFileSync(file, 'utf8'))
    return { waiting, customers }
  } catch {
    return { waiting: {}, customers: {} }
  }
}
