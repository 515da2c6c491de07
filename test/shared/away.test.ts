import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { createLogging, startMock } from '../../src/mock/index.ts'
import { startMockProcess } from '../mock-process.ts'
import { startPostgres } from '../postgres-server.ts'
import type { PostgresServer } from '../postgres-server.ts'
import { startReceiver } from '../webhook-receiver.ts'

let server: PostgresServer | undefined
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

function postgres(): PostgresServer {
  if (server === undefined) throw new Error('There is no server.')
  return server
}

/** A way to the database that can be cut. */
async function startWay(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer((socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    const onward = connect(port, '127.0.0.1')
    for (const end of [socket, onward]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    close() {
      this.cut()
      proxy.close()
    },
  }
}

test('a database that is away means 503 with Retry-After, and everything goes on when it is back', { timeout: 120_000 }, async () => {
  const way = await startWay(postgres().port)
  onTestFinished(() => way.close())
  const lines: string[] = []
  const { logger } = createLogging({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
  const database = postgres().url.replace(String(postgres().port), String(way.port))
  const mock = await startMock({ database, logger })
  onTestFinished(() => mock.close(0))
  const receiver = await startReceiver(await loadContract(), () => 0)
  onTestFinished(() => receiver.close())
  await mock.webhook({ section: 'entities', on: { creation: true }, url: receiver.url })

  const headers = { authorization: `Bearer ${mock.keys[0]?.key}`, 'content-type': 'application/json' }
  const write = (name: string) =>
    fetch(`${mock.url}/api/writeoperations`, {
      method: 'POST', headers, body: JSON.stringify({ operations: [{ section: 'entities', fields: { name } }] }),
    })
  expect((await write('before')).status).toBe(200)

  way.cut()
  for (const refused of [await write('never'), await fetch(`${mock.url}/api/whoami`, { headers })]) {
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('unavailable')
  }
  const steered = await fetch(`${mock.url}/_ensayo/sandboxes`)
  expect(steered.status).toBe(503)
  // What needs no state is answered as ever.
  expect((await fetch(`${mock.url}/api/test`)).status).toBeLessThan(500)

  way.mend()
  await expect.poll(async () => (await write('after')).status, { timeout: 30_000 }).toBe(200)
  await expect.poll(() => receiver.received.size, { timeout: 30_000 }).toBeGreaterThan(0)
  const found = await mock.settle()
  expect(found).toBeDefined()
  expect(lines.join('')).not.toContain('not-to-be-shown')
  expect(lines.join('')).not.toContain('"a bug"')
})

test('--workers runs several processes on one port, and one that dies is replaced', { timeout: 120_000 }, async () => {
  const mock = await startMockProcess('--database', postgres().url, '--workers', '2')
  const headers = { authorization: `Bearer ${mock.key}` }
  /** The worker that answered cannot be told from outside, so the system is asked for the children. */
  const workers = async () => {
    const { execFileSync } = await import('node:child_process')
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(mock.child.pid)]).toString().trim().split(/\s+/).map(Number)
  }
  const before = (await workers()).filter((pid) => pid !== mock.child.pid)
  expect((await fetch(`${mock.url}/api/whoami`, { headers })).status).toBe(200)
  if (before.length === 0) throw new Error('no worker')
  // All at once: those that follow take the same port.
  for (const victim of before) process.kill(victim, 'SIGKILL')
  const status = () => fetch(`${mock.url}/api/whoami`, { headers }).then((answer) => answer.status, () => 0)
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
  await expect.poll(async () => (await workers()).filter((pid) => !before.includes(pid)).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  expect(await mock.stop()).toBe(0)
})
