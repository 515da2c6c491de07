/**
 * The mock as a process of its own under full load for ten minutes (`--minutes N` for another time): reports, writes with
 * their notifications, documents, refusals, steering and scrapes, on connections that stay and on new ones. Exits with 1
 * when its memory after the warm-up grows by more than a tenth, or when it holds more descriptors at the end.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { parseArgs } from 'node:util'
import { machine, median, table } from './table.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, clients: { type: 'string', default: '16' } } })
const minutes = Number(values.minutes)
const clients = Number(values.clients)
/** Of the whole; caches and the journal fill meanwhile. */
const warmUp = 0.3
/** Between two looks at the process. */
const lookMs = 1000
const tolerated = 1.1
/** The mock's JavaScript must do with it. */
const heapMb = 96

const receiver = createServer((incoming, response) => {
  incoming.resume().once('end', () => response.writeHead(notified++ % 50 === 0 ? 503 : 204).end())
})
let notified = 0
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const address = receiver.address()
const hooks = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`

// Few deliveries and records are kept, so that what is kept on purpose does not hide what is kept by mistake.
const child = spawn(process.execPath, [
  // Without it V8 lets garbage lie for as long as the machine has room, which on a large one is longer than the soak.
  `--max-old-space-size=${heapMb}`,
  new URL('../bin/ensayo.js', import.meta.url).pathname, 'mock', '--port', '0', '--no-profile', '--log-level', 'error',
  '--limit', 'deliveries=500', '--webhook', `section=entities,events=created|modified,url=${hooks},retries=1s+1s`,
], {
  stdio: ['ignore', 'pipe', 'inherit'],
  // One heap of the C library for all threads, as in small containers: otherwise each keeps what it once needed.
  env: { ...process.env, MALLOC_ARENA_MAX: '1' },
})
const banner = await new Promise<string>((resolve, reject) => {
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.includes('writeoperations')) resolve(said)
  })
  child.once('exit', (code) => reject(new Error(`the mock ended with ${code}`)))
})
const url = new URL(/http:\/\/\S+/.exec(banner)?.[0] ?? '')
const key = /demo-admin-\S+/.exec(banner)?.[0] ?? ''
const agent = new Agent({ keepAlive: true, maxSockets: clients })
const statuses = new Map<number, number>()

function exchange(method: string, path: string, body?: unknown, keep = true): Promise<void> {
  return new Promise((resolve) => {
    const done = (status: number) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      resolve()
    }
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const outgoing: ClientRequest = request({ hostname: url.hostname, port: url.port, method, path, headers, agent: keep ? agent : false }, (response) => {
      response.resume().once('end', () => done(response.statusCode ?? 0))
    })
    outgoing.once('error', () => done(0))
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

let edits = 0
const write = (fields: Record<string, unknown>, id?: number) =>
  exchange('POST', '/api/writeoperations', { operations: [{ section: 'entities', ...(id === undefined ? {} : { id }), fields }] })

/** What one client does in turn; the same records are edited, so that the data do not grow. */
const work: ((turn: number) => Promise<void>)[] = [
  (turn) => exchange('POST', '/api/reports', { reportId: 'customers', page: 1 + (turn % 4), safeColumnsName: true }),
  (turn) => write({ name: `Nadal ${(edits += 1)}` }, 1 + (turn % 200)),
  () => exchange('GET', '/api/whoami'),
  (turn) => exchange('POST', '/api/reports', { reportId: 'entity-by-id', parameters: { id: 1 + (turn % 220) } }),
  (turn) => exchange('POST', '/api/reports', { reportId: `no-such-${turn}` }),
  () => exchange('GET', '/', undefined, false),
  (turn) => exchange('POST', '/api/dynamicdocuments', { documentId: 'invoice', format: turn % 20 === 0 ? 'pdf' : 'html', parameters: { invoice_id: 1 + (turn % 100) } }),
  (turn) => exchange('GET', `/nowhere/${turn}`),
]

/** Once a second, as a supervisor, a scraper and a test would. */
async function steer(): Promise<void> {
  await exchange('GET', '/_ensayo/health/ready')
  await exchange('GET', '/_ensayo/metrics')
  await exchange('GET', '/_ensayo/sandboxes/default/journal')
  const created = await fetch(`${url.origin}/_ensayo/sandboxes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"from":"empty"}' })
  const made: unknown = await created.json()
  if (typeof made === 'object' && made !== null && 'id' in made) await exchange('DELETE', `/_ensayo/sandboxes/${String(made.id)}`)
}

interface Look {
  at: number
  residentMb: number
  descriptors: number
}

function look(): Look {
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return { at: performance.now(), residentMb: Number(resident) / 1024, descriptors: readdirSync(`/proc/${child.pid}/fd`).length }
}

const started = performance.now()
const until = started + minutes * 60_000
const looks: Look[] = []
const looking = setInterval(() => looks.push(look()), lookMs)
const steering = (async () => {
  while (performance.now() < until) {
    await steer()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
})()
await Promise.all([
  steering,
  ...Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; performance.now() < until; turn += 1) await work[turn % work.length]?.(turn)
  }),
])
clearInterval(looking)
agent.destroy()
// Idle connections to the receiver end after a second, and what is retried comes to its end.
await new Promise((resolve) => setTimeout(resolve, 5000))
const end = look()

const settled = looks.filter(({ at }) => at >= started + (until - started) * warmUp)
const third = Math.floor(settled.length / 3)
const first = settled.slice(0, third)
const last = settled.slice(-third)
const [memoryBefore, memoryAfter] = [first, last].map((part) => median(part.map(({ residentMb }) => residentMb)))
const beginning = looks[0]?.descriptors ?? 0
const count = [...statuses.values()].reduce((sum, each) => sum + each, 0)
const growth = (memoryAfter ?? 0) / (memoryBefore ?? 1)

process.stdout.write(`${machine()}\n${table([
  ['soak', 'value'],
  ['minutes', String(minutes)],
  ['requests', count.toLocaleString('en')],
  ['requests/s', Math.round(count / (minutes * 60)).toLocaleString('en')],
  ['statuses', [...statuses].toSorted(([a], [b]) => a - b).map(([status, number]) => `${status}: ${number}`).join(', ')],
  ['notifications', notified.toLocaleString('en')],
  ['resident after warm-up, MB', (memoryBefore ?? 0).toFixed(0)],
  ['resident at the end, MB', (memoryAfter ?? 0).toFixed(0)],
  ['growth', `${((growth - 1) * 100).toFixed(1)} %`],
  ['descriptors, first / most / at rest', `${beginning} / ${Math.max(...looks.map(({ descriptors }) => descriptors))} / ${end.descriptors}`],
])}\n`)

child.kill('SIGTERM')
await new Promise((resolve) => child.once('close', resolve))
receiver.closeAllConnections()
receiver.close()
// A first look already sees the clients' connections; at rest there are fewer.
const isFlat = growth <= tolerated && end.descriptors <= beginning
const broken = [...statuses].filter(([status]) => status === 0 || status >= 500).reduce((sum, [, number]) => sum + number, 0)
process.stdout.write(isFlat && broken === 0 ? 'holds\n' : `does not hold; ${broken} answers were lost or faults of the mock\n`)
process.exitCode = isFlat && broken === 0 ? 0 : 1
