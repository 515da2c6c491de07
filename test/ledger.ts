/**
 * What clients were told of their writes, to be compared with what is stored after processes were killed: everything
 * that was acknowledged is there, and of everything else all or nothing.
 */
import type { Received } from './webhook-receiver.ts'

export interface Change {
  /** Names the record: created with it, for ever its own. */
  tag: string
  section: 'entities' | 'invoices'
  /** Which state of the record it makes. */
  version: number
  deleted: boolean
}

/** One request: its changes are stored together or not at all. */
export interface Write {
  changes: Change[]
  acknowledged: boolean
}

export interface Found {
  tag: string
  version: number
  deleted: boolean
  id: number
  number?: string
}

/** Everything that contradicts what clients were told, in sentences; none when all is well. */
export function contradictions(writes: readonly Write[], found: readonly Found[], series: string): string[] {
  const faults: string[] = []
  const byTag = Map.groupBy(found, ({ tag }) => tag)
  for (const [tag, records] of byTag) if (records.length > 1) faults.push(`${tag} is there ${records.length} times`)

  const isThere = ({ tag, version, deleted }: Change): boolean => {
    const [record] = byTag.get(tag) ?? []
    if (record === undefined || record.version < version) return false
    return record.version > version || record.deleted === deleted
  }
  for (const { changes, acknowledged } of writes) {
    const there = changes.filter(isThere).length
    const tags = changes.map(({ tag, version }) => `${tag}.${version}`).join(', ')
    if (acknowledged && there < changes.length) faults.push(`acknowledged and lost: ${tags}`)
    if (!acknowledged && there > 0 && there < changes.length) faults.push(`half of a write: ${tags}`)
  }
  const known = new Set(writes.flatMap(({ changes }) => changes.map(({ tag }) => tag)))
  for (const tag of byTag.keys()) if (!known.has(tag)) faults.push(`nobody wrote ${tag}`)

  const numbers = found.flatMap(({ number }) => number ?? []).filter((number) => number.startsWith(`${series}-`))
  const counted = numbers.map((number) => Number(number.split('-')[2])).toSorted((a, b) => a - b)
  counted.forEach((number, index) => {
    if (number !== index + 1) faults.push(`invoice number ${number} stands where ${index + 1} should`)
  })
  return faults
}

/** The acknowledged changes of which no event arrived. */
export function undelivered(
  writes: readonly Write[],
  found: readonly Found[],
  received: ReadonlyMap<string, Received>,
): string[] {
  const arrived = new Map<string, number>()
  for (const { section, recordId } of received.values()) {
    const record = `${section}/${recordId}`
    arrived.set(record, (arrived.get(record) ?? 0) + 1)
  }
  const told = new Map<string, { section: string; changes: number }>()
  for (const { changes, acknowledged } of writes) {
    if (!acknowledged) continue
    for (const { tag, section } of changes) told.set(tag, { section, changes: (told.get(tag)?.changes ?? 0) + 1 })
  }
  const ids = new Map(found.map(({ tag, id }) => [tag, id]))
  return [...told].flatMap(([tag, { section, changes }]) => {
    const events = arrived.get(`${section}/${ids.get(tag)}`) ?? 0
    return events < changes ? [`${tag}: ${changes} changes, ${events} events`] : []
  })
}
