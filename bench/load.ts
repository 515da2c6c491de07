/** Load from another process on another core: wrk where the machine has it, autocannon otherwise. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface LoadResult {
  requestsPerSecond: number
  /** Answers outside 2xx, and errors of the sockets. */
  failures: number
}

export interface LoadOptions {
  url: string
  /** Sent in turn over each connection. */
  requests: readonly LoadRequest[]
  seconds: number
  connections: number
}

const has = (command: string) => spawnSync('which', [command]).status === 0

export const generator = has('wrk') ? 'wrk' : 'autocannon'
const canPin = has('taskset')

/** Starts a command on the given core, where the machine can pin. */
export function startPinned(core: number, command: string, args: readonly string[]): ChildProcess {
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  return canPin ? spawn('taskset', ['-c', String(core), command, ...args], { stdio }) : spawn(command, args, { stdio })
}

/** All that a process prints until it ends. */
async function outputOf(child: ChildProcess): Promise<string> {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`the load generator ended with ${code}`)
  return text
}

/** Bounded by `seconds`; the generator ends by itself. */
export function load(options: LoadOptions): Promise<LoadResult> {
  return generator === 'wrk' ? loadWithWrk(options) : loadWithAutocannon(options)
}

async function loadWithWrk({ url, requests, seconds, connections }: LoadOptions): Promise<LoadResult> {
  const script = join(mkdtempSync(join(tmpdir(), 'ensayo-bench-')), 'requests.lua')
  writeFileSync(script, luaFor(requests))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]
  const text = await outputOf(startPinned(1, 'wrk', args))
  const report = /^RESULT (\d+) (\d+) (\d+)$/m.exec(text)
  if (report === null) throw new Error(`wrk printed no result: ${text}`)
  const [count, microseconds, failures] = report.slice(1).map(Number)
  return { requestsPerSecond: (count ?? 0) / ((microseconds ?? 1) / 1e6), failures: failures ?? 0 }
}

function luaFor(requests: readonly LoadRequest[]): string {
  const formatted = requests.map(({ method, path, headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`)
    const payload = body === undefined ? 'nil' : `[====[${body}]====]`
    return `wrk.format("${method}", ${JSON.stringify(path)}, {${fields.join(',')}}, ${payload})`
  })
  return `
local all, turn = {}, 0
init = function(args) all = {${formatted.join(',\n')}} end
request = function() turn = turn % #all + 1; return all[turn] end
done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d\\n", summary.requests, summary.duration,
    e.status + e.connect + e.read + e.write + e.timeout))
end
`
}

async function loadWithAutocannon({ url, requests, seconds, connections }: LoadOptions): Promise<LoadResult> {
  const program = createRequire(import.meta.url).resolve('autocannon')
  const script = `
    const autocannon = require(${JSON.stringify(program)})
    autocannon(${JSON.stringify({ url, connections, duration: seconds, requests })}, (error, result) => {
      if (error) throw error
      console.log(JSON.stringify({ total: result.requests.total, duration: result.duration,
        failures: result.non2xx + result.errors + result.timeouts }))
    })`
  const text = await outputOf(startPinned(1, process.execPath, ['-e', script]))
  const result: { total: number; duration: number; failures: number } = JSON.parse(text)
  return { requestsPerSecond: result.total / result.duration, failures: result.failures }
}
