/** A mixed load by clients that remember what they were told. */
import type { Change, Found, Write } from './ledger.ts'

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Access {
  url: string
  key: string
}

interface Own extends Change {
  id: number
}

export interface LoadOptions {
  random: () => number
  series: string
  /** Who writes, so that tags of several are different. */
  name: string
  /** How many records one write may create. */
  batch: number
  /** Which part of the writes creates so many; a quarter unless given. */
  batches?: number
}

/** The result of one operation as the bundled contract writes it. */
interface Result {
  id?: number
  outcome?: string
}

/** One client. `writes` grow as it goes on; it never has two requests under way. */
export function createWriter({ random, series, name, batch, batches = 0.25 }: LoadOptions) {
  const writes: Write[] = []
  const own: Own[] = []
  let tags = 0

  function creation(): Change {
    tags += 1
    return { tag: `${name}-${tags}`, section: random() < 0.4 ? 'invoices' : 'entities', version: 0, deleted: false }
  }

  function nextChanges(): (Change & { id?: number })[] {
    const kind = random()
    const index = Math.floor(random() * own.length)
    const target = own[index]
    if (kind < 0.25 && target !== undefined) {
      const change = { ...target, version: target.version + 1, deleted: kind < 0.08 }
      own.splice(index, 1)
      return [change]
    }
    const count = kind < 0.25 + batches ? Math.max(1, batch) : 1
    return Array.from({ length: count }, creation)
  }

  function operationOf({ section, tag, version, deleted, id }: Change & { id?: number }) {
    const text = `${tag}.${version}`
    if (deleted) return { section, id, fields: { eliminado: 1 } }
    if (section === 'entities') {
      return { section, ...(id === undefined ? {} : { id }), fields: { name: text } }
    }
    const fields = id === undefined
      ? { series, entity_id: 1, issued_on: '2026-11-20', notes: text, lines: [{ description: text, quantity: 1, unit_price: 10 }] }
      : { notes: text }
    return { section, ...(id === undefined ? {} : { id }), fields }
  }

  return {
    writes,
    /** One write; resolves with whether it was acknowledged. */
    async step({ url, key }: Access): Promise<boolean> {
      const changes = nextChanges()
      const write: Write = { changes: changes.map(({ id: _, ...change }) => change), acknowledged: false }
      writes.push(write)
      const response = await fetch(`${url}/api/writeoperations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operations: changes.map(operationOf) }),
      })
      const text = await response.text()
      if (response.status === 503) return false
      if (response.status !== 200) throw new Error(`a write was refused: ${text}`)
      const { results }: { results: Result[] } = JSON.parse(text)
      if (results.some(({ outcome }) => outcome === 'failed')) throw new Error(`a write was refused: ${text}`)
      write.acknowledged = true
      changes.forEach((change, index) => {
        const id = change.id ?? results[index]?.id
        if (id !== undefined && !change.deleted) own.push({ ...change, id })
      })
      return true
    },
  }
}

/** All records of the sandbox that writers have made, as the control API shows them. */
export async function readBack({ url }: Access): Promise<Found[]> {
  const found: Found[] = []
  for (const section of ['entities', 'invoices']) {
    let after: number | undefined = 0
    while (after !== undefined) {
      const response: Response = await fetch(
        `${url}/_ensayo/sandboxes/default/records/${section}?limit=1000&after=${after}`,
      )
      const page = JSON.parse(await response.text()) as { records: StoredAs[]; next?: number }
      for (const record of page.records) found.push(...foundIn(record))
      after = page.next
    }
  }
  return found
}

interface StoredAs {
  id: number
  eliminado: number
  fields: { name?: string; notes?: string; number?: string }
}

function foundIn({ id, eliminado, fields: { name, notes, number } }: StoredAs): Found[] {
  const match = /^(w\d+-\d+)\.(\d+)$/.exec(notes ?? name ?? '')
  if (match === null) return []
  const deleted = eliminado === 1
  // To delete is a version of its own, which the text does not tell.
  const version = Number(match[2]) + (deleted ? 1 : 0)
  return [{ tag: match[1] ?? '', version, deleted, id, ...(number === undefined ? {} : { number }) }]
}
