/**
 * What webhooks cost. First: deliveries per second of a whole mock to a fast receiver, against a bare loop of undici that
 * posts the same bodies at the same concurrency; each round begins with the same snapshot. Then: how long requests take
 * while 1,000 deliveries to a receiver that never answers are waiting, against a mock without any. Both interleaved in
 * one run; it prints and judges nothing.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { startMock } from '../src/mock/index.ts'
import { startPinned } from './load.ts'
import { machine, median, table } from './table.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
/** As many as the mock sends to one target at once. */
const concurrency = 16
const perRound = 2000
/** Short ones, so more of them. */
const deliveryRounds = rounds * 3
/** Rounds that do not count: it takes so many until V8 has compiled both for good. */
const warmUp = 15
const waiting = 1000
const root = fileURLToPath(new URL('..', import.meta.url))
const children: ChildProcess[] = []

/** Starts a program on a core and gives the first line that it says. */
async function started(core: number, args: readonly string[], line: RegExp): Promise<string> {
  const child = startPinned(core, process.execPath, args)
  children.push(child)
  let said = ''
  for (;;) {
    const [chunk]: unknown[] = await once(child.stdout ?? child, 'data')
    said += String(chunk)
    const [found] = line.exec(said) ?? []
    if (found !== undefined) return found
  }
}

const headers = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

interface Posted {
  path: string
  body: string
}

/** Sends what `next` gives over `connections` at once until it gives nothing; tells the milliseconds of each. */
async function postAll(
  agent: Agent,
  origin: string,
  { connections, next, given }: { connections: number; next: () => Posted | undefined; given: Record<string, string> },
): Promise<number[]> {
  const times: number[] = []
  const lane = async () => {
    for (let posted = next(); posted !== undefined; posted = next()) {
      const begun = performance.now()
      const { statusCode, body } = await agent.request({ origin, method: 'POST', headers: given, ...posted })
      await body.dump()
      if (statusCode >= 300) throw new Error(`${posted.path} answered ${statusCode}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return times
}

async function rateOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return perRound / ((performance.now() - begun) / 1000)
}

async function deliveryRates(receiver: string): Promise<{ bare: number[]; mock: number[] }> {
  const webhook = { id: 'fast', section: 'entities', on: { creation: true }, url: `${receiver}/fast` }
  const mock = await startMock({ webhooks: [webhook] })
  const agent = new Agent({ connections: concurrency, pipelining: 1 })
  try {
    for (let written = 0; written < perRound; written += 50) {
      await Promise.all(Array.from({ length: 50 }, () => mock.write({ section: 'entities', fields: { name: 'Nadal' } })))
    }
    await mock.settle()
    // A webhook that is off holds back what it has until it is on again.
    await mock.webhook({ ...webhook, enabled: false })
    for (const ids of await pagesOf(mock)) await mock.redeliver({ ids })
    await mock.snapshot('lined up')
    const [sent] = await mock.deliveries({ limit: 1 })
    const body = sent?.attempts[0]?.request.body ?? ''
    const given = sent?.attempts[0]?.request.headers ?? {}
    const bareLoop = async () => {
      let left = perRound
      await postAll(agent, receiver, {
        connections: concurrency,
        given,
        next: () => (left-- > 0 ? { path: '/fast', body } : undefined),
      })
    }
    const deliver = async () => {
      await mock.webhook(webhook)
      await mock.settle()
    }
    const found: { bare: number[]; mock: number[] } = { bare: [], mock: [] }
    for (let round = -warmUp; round < deliveryRounds; round += 1) {
      const bare = await rateOf(bareLoop)
      await mock.restore('lined up')
      const delivered = await rateOf(deliver)
      const left = await mock.deliveries({ states: ['waiting', 'claimed'], limit: 1 })
      if (left.length > 0) throw new Error('some deliveries are not made')
      if (round < 0) continue
      found.bare.push(bare)
      found.mock.push(delivered)
    }
    return found
  } finally {
    await agent.close()
    await mock.close(0)
  }
}

/** The ids of all deliveries, as many at once as can be asked for. */
async function pagesOf(mock: Awaited<ReturnType<typeof startMock>>): Promise<string[][]> {
  const pages: string[][] = []
  for (let after: string | undefined; ; after = pages.at(-1)?.at(-1)) {
    const page = await mock.deliveries({ limit: 1000, ...(after === undefined ? {} : { after }) })
    if (page.length === 0) return pages
    pages.push(page.map(({ id }) => id))
  }
}

const key = 'demo-admin-et3nt2akh24qjyanymcw'
const requests: readonly Posted[] = [
  { path: '/api/reports', body: JSON.stringify({ reportId: 'customers', resultsPerPage: 25, safeColumnsName: true }) },
  { path: '/api/writeoperations', body: JSON.stringify({ operations: [{ section: 'stock', id: 5, fields: { location: 'B-2' } }] }) },
  { path: '/api/tools/taxid', body: JSON.stringify({ value: '12345678Z' }) },
]

async function requestTimes(urls: readonly string[]): Promise<number[][]> {
  const agent = new Agent({ connections: 8 })
  const p99s: number[][] = urls.map(() => [])
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, url] of urls.entries()) {
      let turn = 0
      const until = performance.now() + seconds * 1000
      const next = () => (performance.now() < until ? requests[(turn += 1) % requests.length] : undefined)
      const times = await postAll(agent, url, { connections: 8, given: headers(key), next })
      times.sort((a, b) => a - b)
      if (round >= 0) p99s[index]?.push(times[Math.floor(times.length * 0.99)] ?? Number.NaN)
    }
  }
  await agent.close()
  return p99s
}

async function startedMock(webhook?: string): Promise<string> {
  const program = [`${root}bin/ensayo.js`, 'mock', '--port', '0', '--log-level', 'silent']
  const given = webhook === undefined ? [] : ['--webhook', webhook]
  return started(0, [...program, ...given], /http:\/\/127\.0\.0\.1:\d+(?=\n)/)
}

async function queue(url: string): Promise<number> {
  const operations = Array.from({ length: 50 }, () => ({ section: 'entities', fields: { name: 'Nadal' } }))
  for (let written = 0; written < waiting; written += operations.length) {
    const answer = await fetch(`${url}/api/writeoperations`, {
      method: 'POST', headers: headers(key), body: JSON.stringify({ operations }),
    })
    await answer.arrayBuffer()
  }
  const listed: unknown = await (await fetch(`${url}/_ensayo/sandboxes/default/deliveries?limit=1000`)).json()
  return Array.isArray(listed) ? listed.filter(({ state }) => state === 'waiting' || state === 'claimed').length : 0
}

try {
  const receiver = `http://127.0.0.1:${await started(1, [`${root}bench/receiver.ts`], /^\d+(?=\n)/)}`
  const rates = await deliveryRates(receiver)
  const plain = await startedMock()
  const busy = await startedMock(`section=entities,events=created,url=${receiver}/hang`)
  // Both get the same records, so that their reports are equally long.
  await queue(plain)
  const queued = await queue(busy)
  const [without = [], having = []] = await requestTimes([plain, busy])

  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const ms = (value: number) => value.toFixed(2)
  const row = (name: string, a: number, b: number, ratio: number, aim: string, format: (value: number) => string) =>
    [name, format(a), format(b), ratio.toFixed(2), aim]
  const [bare, mock] = [median(rates.bare), median(rates.mock)]
  const [before, during] = [median(without), median(having)]
  process.stdout.write(
    `${machine()}; median of ${rounds}\n\n${table([
      ['', 'without', 'with', 'ratio', 'aim'],
      row(`deliveries/s, ${concurrency} at once; bare undici, and the mock`, bare, mock, mock / bare, '>= 0.50', whole),
      row(`ms, p99 of requests; no delivery, and ${queued} to a receiver that hangs`, before, during, during / before, '<= 2.00', ms),
    ])}\n`,
  )
} finally {
  for (const child of children) child.kill()
}
