/** Acts on events after they were answered: reads each record back and keeps the copy in step (USE-1). */
import { setTimeout as pause } from 'node:timers/promises'
import type { Disk, Noticed, Waiting } from './disk.ts'
import { keyOf } from './disk.ts'

export interface Api {
  url: string
  key: string
}

/** What reading a record back has come to. */
export type Reading = { kind: 'found'; record: Record<string, unknown> } | { kind: 'gone' } | { kind: 'failed'; waitMs: number }

export interface FollowerRecipe {
  /** Puts an event where it waits until it is acted on: on the disk, or where a restart forgets it. */
  store(event: Noticed, disk: Disk, memory: Disk['waiting']): void
  readBack(event: Noticed, api: Api | undefined, signal: AbortSignal): Promise<Reading>
  apply(event: Noticed, reading: Reading, disk: Disk): void
  /** Whether it reads again later after a failure. */
  tryAgain(event: Noticed): boolean
  /** When the copy is in step. */
  afterwards(event: Noticed, api: Api | undefined): Promise<void>
}

export interface Follower {
  /** Resolves when the event is acted on, which a sound receiver does not wait for. */
  take(event: Noticed): Promise<void>
  stop(): void
}

const readLimitMs = 2000
const firstWaitMs = 40

export const soundFollower: FollowerRecipe = {
  store(event, { waiting }) {
    const key = keyOf(event)
    waiting.set(key, { event, version: (waiting.get(key)?.version ?? 0) + 1 })
  },
  async readBack(event, api, signal) {
    if (api === undefined) return { kind: 'found', record: event.record ?? {} }
    return readEntity(event, api, signal)
  },
  apply(event, reading, { records }) {
    if (reading.kind === 'found') records.set(keyOf(event), reading.record)
    if (reading.kind === 'gone') records.delete(keyOf(event))
  },
  tryAgain: () => true,
  async afterwards() {},
}

/** The report that shows one entity; other sections have none and are left alone. */
async function readEntity({ section, recordId }: Noticed, api: Api, signal: AbortSignal): Promise<Reading> {
  if (section !== 'entities') return { kind: 'gone' }
  try {
    const response = await fetch(`${api.url}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api.key}` },
      body: JSON.stringify({ reportId: 'entity-by-id', parameters: { id: recordId }, safeColumnsName: true }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(readLimitMs)]),
    })
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return { kind: 'gone' }
    if (!response.ok) return { kind: 'failed', waitMs: Number(response.headers.get('retry-after') ?? 0) * 1000 }
    const page: unknown = await response.json()
    const [row] = rowsOf(page)
    return row === undefined ? { kind: 'gone' } : { kind: 'found', record: row }
  } catch {
    return { kind: 'failed', waitMs: 0 }
  }
}

function rowsOf(page: unknown): Record<string, unknown>[] {
  if (typeof page !== 'object' || page === null || !('rows' in page) || !Array.isArray(page.rows)) return []
  return page.rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
}

interface FollowerDeps {
  recipe: FollowerRecipe
  disk: Disk
  api: Api | undefined
}

/** Takes up what is waiting on the disk at once. One record after the other. */
export function startFollower({ recipe, disk, api }: FollowerDeps): Follower {
  const stopped = new AbortController()
  const { signal } = stopped
  const memory = new Map<string, Waiting>()
  const next = (): [string, Waiting, Map<string, Waiting>] | undefined => {
    for (const queue of [disk.waiting, memory]) for (const [key, waiting] of queue) return [key, waiting, queue]
    return undefined
  }
  let doneWith = new Map<string, PromiseWithResolvers<void>>()
  let running = false

  async function work(): Promise<void> {
    if (running) return
    running = true
    for (let first = next(); first !== undefined && !signal.aborted; first = next()) {
      const [key, { event, version }, queue] = first
      const reading = await recipe.readBack(event, api, signal)
      if (signal.aborted) break
      if (reading.kind === 'failed' && recipe.tryAgain(event)) {
        await pause(Math.max(firstWaitMs, reading.waitMs), undefined, { signal, ref: false }).catch(() => undefined)
        continue
      }
      recipe.apply(event, reading, disk)
      await recipe.afterwards(event, api)
      if (queue.get(key)?.version === version) queue.delete(key)
      doneWith.get(key)?.resolve()
      doneWith.delete(key)
    }
    running = false
  }

  void work()
  return {
    take(event) {
      recipe.store(event, disk, memory)
      const key = keyOf(event)
      const done = doneWith.get(key) ?? Promise.withResolvers<void>()
      doneWith.set(key, done)
      void work()
      return done.promise
    },
    stop() {
      stopped.abort()
      doneWith = new Map()
    },
  }
}
