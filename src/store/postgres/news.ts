/** What commits tell: to listeners of this process at once, to those of others by NOTIFY. */
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import type { StoreNews } from '../delivery.ts'
import type { SandboxId } from '../sandbox.ts'
import { isDisconnection } from './errors.ts'

export interface News {
  /** A statement that tells the other processes when its transaction commits. */
  statement(sandbox: SandboxId, news: StoreNews): string
  tell(sandbox: SandboxId, news: StoreNews): void
  watch(listener: (sandbox: SandboxId, news: StoreNews) => void): () => void
  close(): Promise<void>
}

/** Real time between two tries to connect: it doubles from the first to the second. */
const backOff = { first: 100, most: 5000 }

const kinds: readonly StoreNews[] = ['ready', 'restored', 'deleted', 'defined']

/**
 * Listens on a connection of its own, and connects again when that is lost; `onGap` is called after that, since nobody
 * knows what was told meanwhile. Rejects when the first connection cannot be had.
 */
export async function createNews({
  channel,
  connect,
  onGap,
  onFault,
}: {
  channel: string
  connect: () => Promise<Client>
  onGap: () => Promise<void>
  onFault: (error: unknown) => void
}): Promise<News> {
  const origin = randomUUID()
  const listeners = new Set<(sandbox: SandboxId, news: StoreNews) => void>()
  let closed = false
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined

  function tell(sandbox: SandboxId, news: StoreNews): void {
    for (const listener of listeners) listener(sandbox, news)
  }

  function hear(payload: string | undefined): void {
    const [, from, kind, sandbox] = /^(\S+) (\S+) ([^]*)$/.exec(payload ?? '') ?? []
    const news = kinds.find(known => known === kind)
    if (from !== origin && news !== undefined && sandbox !== undefined) tell(sandbox, news)
  }

  async function listen(): Promise<void> {
    const fresh = await connect()
    fresh.on('notification', ({ payload }) => hear(payload))
    fresh.on('error', error => void (isDisconnection(error) || onFault(error)))
    fresh.once('end', () => {
      client = undefined
      if (!closed) again(backOff.first)
    })
    await fresh.query(`listen ${channel}`)
    client = fresh
    if (closed) await fresh.end()
  }

  function again(wait: number): void {
    retry = setTimeout(() => {
      listen().then(onGap).catch((error: unknown) => {
        if (closed) return
        if (!isDisconnection(error)) onFault(error)
        again(Math.min(wait * 2, backOff.most))
      })
    }, wait * (0.5 + Math.random())).unref()
  }

  await listen()
  return {
    statement(sandbox, news) {
      const payload = `${origin} ${news} ${sandbox}`.replaceAll("'", "''")
      return `notify ${channel}, '${payload}'`
    },
    tell,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
