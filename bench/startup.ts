/**
 * From spawn to the first 200, for the command as a user starts it; and `startMock()` once imported. Medians
 * of several, the process ended after each.
 */
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { machine, median, table } from './table.ts'

const runs = Number(process.env.BENCH_RUNS ?? 11)
const program = fileURLToPath(new URL('../bin/ensayo.js', import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

function statusOf(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', () => resolve(undefined))
      .end()
  })
}

async function spawnToFirstAnswer(): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [program, 'mock', '--port', String(port), '--quiet'], { stdio: 'ignore' })
  while ((await statusOf(port)) !== 200) {
    if (performance.now() - started > 20_000) throw new Error('the mock did not answer within 20 s')
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  const elapsed = performance.now() - started
  child.kill()
  await new Promise((resolve) => child.once('close', resolve))
  return elapsed
}

async function inProcess(): Promise<number[]> {
  const { startMock } = await import('../src/mock/index.ts')
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    const mock = await startMock({})
    times.push(performance.now() - started)
    await mock.close()
  }
  return times
}

await spawnToFirstAnswer()
const spawned: number[] = []
for (let run = 0; run < runs; run += 1) spawned.push(await spawnToFirstAnswer())
const started = await inProcess()
const ms = (value: number) => value.toFixed(0)
const row = (name: string, times: readonly number[], aim: string) => [name, ms(Math.min(...times)), ms(median(times)), ms(Math.max(...times)), aim]
process.stdout.write(
  `${machine()}; ${runs} runs each\n\n` +
    `${table([
      ['milliseconds', 'min', 'median', 'max', 'aim'],
      row('spawn → first 200', spawned, '350'),
      row('startMock(), the first call', started.slice(0, 1), '80'),
      row('startMock(), later calls', started.slice(1), '80'),
    ])}\n`,
)
