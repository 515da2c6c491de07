import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startHangingProxy } from '../../../test/hanging-proxy.ts'
import { startMockProcess } from '../../../test/mock-process.ts'
import { startPostgres } from '../../../test/postgres-server.ts'
import type { PostgresServer } from '../../../test/postgres-server.ts'

let server: PostgresServer | undefined
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

/** With its database behind a proxy. */
async function startHanging(...args: string[]) {
  if (server === undefined) throw new Error('There is no server.')
  const proxy = await startHangingProxy(server.port)
  onTestFinished(proxy.close)
  const mock = await startMockProcess('--database', server.url.replace(`:${server.port}/`, `:${proxy.port}/`), ...args)
  onTestFinished(async () => {
    if (mock.child.exitCode === null && mock.child.signalCode === null) await mock.kill()
  })
  return { mock, proxy }
}

test('a signal ends a mock whose database hangs', async () => {
  const { mock, proxy } = await startHanging()
  proxy.hang()
  expect(await mock.stop()).toBe(0)
}, 15_000)

test.each([['SIGINT', 130], ['SIGTERM', 143]] as const)('a second %s ends the process at once, with %i', async (signal, code) => {
  const { mock, proxy } = await startHanging()
  proxy.hang()
  mock.child.kill(signal)
  await delay(500)
  expect(mock.child.exitCode).toBeNull()
  mock.child.kill(signal)
  const [status] = await once(mock.child, 'exit')
  expect(status).toBe(code)
}, 15_000)

async function childrenOf(pid: number | undefined): Promise<number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)])
  return stdout.trim().split('\n').map(Number)
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is not, as it should be.
  }
}

test('a second signal ends workers that stay as well', async () => {
  const { mock, proxy } = await startHanging('--workers', '2')
  proxy.hang()
  for (const worker of await childrenOf(mock.child.pid)) {
    process.kill(worker, 'SIGSTOP')
    onTestFinished(() => endIfThere(worker))
  }
  // Its output is closed when no worker has it any more.
  const closed = once(mock.child, 'close')
  mock.child.kill('SIGTERM')
  await delay(500)
  mock.child.kill('SIGTERM')
  const asked = performance.now()
  expect(await closed).toEqual([143, null])
  expect(performance.now() - asked).toBeLessThan(1000)
  await expect(fetch(mock.url)).rejects.toThrow()
}, 15_000)

test('two signals that come together are one: the answers under way are sent', async () => {
  const { mock } = await startHanging()
  const exited = once(mock.child, 'exit')
  const headers = { authorization: `Bearer ${mock.key}`, prefer: 'delay=1500' }
  const status = new Promise((resolve, reject) => {
    request(`${mock.url}/api/whoami`, { headers, agent: false }, (answer) => void resolve(answer.resume().statusCode)).once('error', reject).end()
  })
  await delay(700)
  mock.child.kill('SIGINT')
  await delay(50)
  mock.child.kill('SIGINT')
  expect(await status).toBe(200)
  expect(await exited).toEqual([0, null])
}, 15_000)
