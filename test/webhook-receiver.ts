/** A receiver of webhooks on this machine that remembers what it was sent, by the id of each message. */
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Contract } from '../src/contract/index.ts'

export interface Received {
  section: string
  recordId: number
  /** How often it came. */
  times: number
  /** How many of these were under way at once at most. */
  atOnce: number
}

export interface Receiver {
  url: string
  received: ReadonlyMap<string, Received>
  close(): void
}

/** What a webhook needs for its messages to have ids (Standard Webhooks). */
export const messageIds = { standardWebhooks: { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` } }

/** Answers 204 after `waitMs()`. */
export async function startReceiver({ notification }: Contract, waitMs: () => number): Promise<Receiver> {
  const received = new Map<string, Received>()
  const underWay = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const { section, recordId } = notification.decode(body)
    const id = String(request.headers['webhook-id'])
    const now = (underWay.get(id) ?? 0) + 1
    underWay.set(id, now)
    const before = received.get(id) ?? { section, recordId: Number(recordId), times: 0, atOnce: 0 }
    received.set(id, { ...before, times: before.times + 1, atOnce: Math.max(before.atOnce, now) })
    // Whoever was killed no longer waits for the answer: its attempt is over.
    const ended = new AbortController()
    response.once('close', () => ended.abort())
    await delay(waitMs(), undefined, { signal: ended.signal }).catch(() => undefined)
    underWay.set(id, (underWay.get(id) ?? 1) - 1)
    response.writeHead(204).end()
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
