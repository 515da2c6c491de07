/** What a receiver keeps when its process ends: the events it still has to act on, and its copy of the records. */

export interface Noticed {
  section: string
  recordId: number | string
  /** Of the receiver's own creations, none unless a defect needs one. */
  kind?: string
  /** The record as the notification carries it, which a sound receiver does not rely on. */
  record?: Record<string, unknown>
}

export interface Waiting {
  event: Noticed
  /** Raised by each further event about the same record. */
  version: number
}

export interface Disk {
  /** By record. */
  waiting: Map<string, Waiting>
  /** By record. */
  records: Map<string, unknown>
}

export function createDisk(): Disk {
  return { waiting: new Map(), records: new Map() }
}

export function keyOf({ section, recordId }: Noticed): string {
  return `${section}/${recordId}`
}

/** Deterministic: sorted by section and id, without times or counters. */
export function stateText({ records }: Disk): string {
  const lines = [...records.entries()].sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(lines.map(([key, record]) => ({ key, record })))
}
