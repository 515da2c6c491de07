/**
 * Keeps customers in step (USE-1) as a receiver should: it checks the sender, stores that a record has changed, answers
 * at once, and reads the record afterwards, as often as it takes. `FILE=customers.json node receiver.ts`.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openStored } from './queue.ts'

const { ENSAYO_API_URL: api = 'http://127.0.0.1:4010', ENSAYO_API_KEY: key = '', ENSAYO_WEBHOOK_TOKEN: token = '', PORT = '3000', FILE = 'customers.json' } = process.env

const longestBody = 2 ** 20
const { stored, save } = openStored(FILE)

createServer((request, response) => {
  take(request, response).catch(() => response.writeHead(503, { 'retry-after': '5' }).end())
}).listen(Number(PORT), '127.0.0.1')
void work()

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = (status: number, headers: Record<string, string> = {}) => void response.writeHead(status, headers).end()
  if (request.url === '/state') return void response.end(JSON.stringify(stored.customers))
  if (request.method === 'OPTIONS') return answer(204, { allow: 'POST, OPTIONS' })
  if (request.method !== 'POST') return answer(405, { allow: 'POST, OPTIONS' })
  if (!isFromTheService(request)) return answer(401, { 'www-authenticate': 'Bearer' })
  if (!isReadable(request)) return answer(415, { accept: 'application/json', 'accept-encoding': 'identity' })
  const body = await bodyOf(request)
  if (body === undefined) return answer(413, { connection: 'close' })
  const event = eventIn(body)
  if (event === undefined) return answer(400)
  if (event.section === 'entities') {
    const name = JSON.stringify(event.id)
    stored.waiting[name] = (stored.waiting[name] ?? 0) + 1
    save()
  }
  answer(204)
}

function isFromTheService({ headersDistinct }: IncomingMessage): boolean {
  const [given = '', ...others] = headersDistinct['authorization'] ?? []
  const sent = /^bearer +(\S+)$/i.exec(given)?.[1]
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return others.length === 0 && sent !== undefined && token !== '' && timingSafeEqual(digest(sent), digest(token))
}

function isReadable({ headers }: IncomingMessage): boolean {
  const [type, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';').map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8).replaceAll('"', '') ?? 'utf-8'
  return type === 'application/json' && charset === 'utf-8' && (headers['content-encoding'] ?? 'identity') === 'identity'
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > longestBody) return undefined
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > longestBody) return undefined
  }
  return Buffer.concat(chunks)
}

function eventIn(body: Buffer): { section: string; id: number | string } | undefined {
  try {
    const { section, id } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof section === 'string' && (typeof id === 'number' || typeof id === 'string') ? { section, id } : undefined
  } catch {
    return undefined
  }
}

/** One record after the other; the last state wins, however many notifications there were and in whatever order. */
async function work(): Promise<never> {
  for (;;) {
    const [next] = Object.entries(stored.waiting)
    if (next === undefined) {
      await pause(20)
      continue
    }
    const [name, count] = next
    const found = await read(JSON.parse(name)).catch((error: unknown) => (error instanceof Later ? error : new Later(1000)))
    if (found instanceof Later) {
      await pause(found.waitMs)
      continue
    }
    if (found === undefined) delete stored.customers[name]
    else stored.customers[name] = found
    // Another notification that came meanwhile has it read again.
    if (stored.waiting[name] === count) delete stored.waiting[name]
    save()
  }
}

class Later extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('later')
    this.waitMs = waitMs
  }
}

/** The record as the API has it now; undefined when it has none. Rejects with `Later`. */
async function read(id: unknown): Promise<unknown> {
  const answer = await fetch(`${api}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reportId: 'entity-by-id', parameters: { id }, safeColumnsName: true }),
    signal: AbortSignal.timeout(3000),
  })
  if (answer.status === 429 || answer.status >= 500) throw new Later(Number(answer.headers.get('retry-after') ?? 0.2) * 1000)
  if (!answer.ok) return undefined
  const page: unknown = await answer.json()
  return typeof page === 'object' && page !== null && 'rows' in page && Array.isArray(page.rows) ? page.rows[0] : undefined
}
