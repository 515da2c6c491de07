/**
 * `npm run bench`: the mock with every feature on and its log in a file, against bare node:http and against
 * Prism. One run, interleaved, medians; servers on core 0, the load generator on core 1. It prints; it
 * judges nothing.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generator, load, startPinned } from './load.ts'
import type { LoadRequest } from './load.ts'
import { machine, median, table } from './table.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const connections = 32
const root = fileURLToPath(new URL('..', import.meta.url))
const key = 'demo-admin-et3nt2akh24qjyanymcw'

const authorised = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const post = (path: string, body: unknown): LoadRequest => ({ method: 'POST', path, headers: authorised, body: JSON.stringify(body) })

const ping: LoadRequest = { method: 'GET', path: '/', headers: {} }
const whoami: LoadRequest = { method: 'GET', path: '/api/whoami', headers: authorised }
const report = post('/api/reports', { reportId: 'customers', resultsPerPage: 25, safeColumnsName: true })
// New records go into a section that the report does not read, so that it stays as long as it was.
const write = post('/api/writeoperations', {
  operations: [{ section: 'stock', fields: { sku: 'FER-0001', name: 'Llave inglesa', category: 'Ferretería', quantity: 5 } }],
})
const edit = post('/api/writeoperations', {
  operations: [{ section: 'entities', id: 5, fields: { notes: 'Llama por la tarde.' } }],
})

interface Scenario {
  name: string
  requests: readonly LoadRequest[]
  /** The least ratio to bare node:http that is aimed at. */
  aim: number
}

const scenarios: readonly Scenario[] = [
  { name: 'ping', requests: [ping], aim: 0.8 },
  { name: 'whoami', requests: [whoami], aim: 0.8 },
  { name: 'report, 25 rows, nothing changed', requests: [report], aim: 0.6 },
  { name: 'write of one record', requests: [write], aim: 0.4 },
  { name: 'edit of one record', requests: [edit], aim: 0.4 },
  { name: 'edit, then report', requests: [edit, report], aim: Number.NaN },
]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer within 30 s`)
}

async function startMock(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const log = join(mkdtempSync(join(tmpdir(), 'ensayo-bench-')), 'mock.log')
  const args = [join(root, 'bin/ensayo.js'), 'mock', '--port', String(port), '--log-file', log, '--quiet']
  const child = startPinned(0, process.execPath, args)
  await untilReady(`http://127.0.0.1:${port}/`)
  return { url: `http://127.0.0.1:${port}`, child }
}

async function startBare(mockUrl: string): Promise<{ url: string; child: ChildProcess }> {
  const constants: Record<string, { mediaType: string; body: string }> = {}
  for (const { method, path, headers, body } of [ping, whoami, report, write, edit]) {
    const response = await fetch(mockUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    const mediaType = response.headers.get('content-type') ?? 'text/plain'
    constants[`${method} ${path}`] = { mediaType, body: await response.text() }
  }
  const child = startPinned(0, process.execPath, [join(root, 'bench/bare-server.ts'), JSON.stringify(constants)])
  const port = await new Promise<string>((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())))
  return { url: `http://127.0.0.1:${port}`, child }
}

async function startPrism(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const cli = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const args = [cli, 'mock', '-v', 'silent', '-p', String(port), join(root, 'openapi/generated/openapi.json')]
  const child = startPinned(0, process.execPath, args)
  await untilReady(`http://127.0.0.1:${port}/`)
  return { url: `http://127.0.0.1:${port}`, child }
}

const mock = await startMock()
const bare = await startBare(mock.url)
const prism = await startPrism()
const servers = [
  ['bare', bare.url],
  ['mock', mock.url],
  ['prism', prism.url],
] as const

const rates = new Map<string, number[]>()
const note = (server: string, scenario: string, rate: number) => {
  const name = `${server} ${scenario}`
  rates.set(name, [...(rates.get(name) ?? []), rate])
}

try {
  for (const [, url] of servers) await load({ url, requests: [whoami], seconds: 1, connections })
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, requests } of scenarios) {
      for (const [server, url] of servers) {
        const { requestsPerSecond, failures } = await load({ url, requests, seconds, connections })
        if (failures > 0) process.stdout.write(`${server}, ${name}: ${failures} requests failed\n`)
        note(server, name, requestsPerSecond)
      }
    }
    if (process.stdout.isTTY) process.stdout.write(`round ${round + 1} of ${rounds}\n`)
  }
} finally {
  for (const { child } of [mock, bare, prism]) child.kill()
}

const rate = (server: string, scenario: string) => median(rates.get(`${server} ${scenario}`) ?? [])
const whole = (value: number) => Math.round(value).toLocaleString('en')
const rows = scenarios.slice(0, -1).map(({ name, aim }) => {
  const [b, m, p] = [rate('bare', name), rate('mock', name), rate('prism', name)]
  return [name, whole(b), whole(m), whole(p), (m / b).toFixed(2), aim.toFixed(2), (m / p).toFixed(1)]
})
// A pair of requests takes the time of its two parts, so the report's own share is the rest.
const between = (server: string) => 1 / (2 / rate(server, 'edit, then report') - 1 / rate(server, 'edit of one record'))
rows.push([
  'report, 25 rows, after a write',
  whole(between('bare')),
  whole(between('mock')),
  whole(between('prism')),
  (between('mock') / between('bare')).toFixed(2),
  '0.20',
  (between('mock') / between('prism')).toFixed(1),
])
process.stdout.write(
  `${machine()}; ${generator}, ${connections} connections, median of ${rounds} × ${seconds} s\n\n` +
    `${table([['requests/s', 'bare', 'mock', 'Prism', 'of bare', 'aim', '× Prism'], ...rows])}\n`,
)
