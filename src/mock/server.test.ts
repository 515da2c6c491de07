import { Agent, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createLogging, startMock } from './index.ts'
import type { Mock } from './index.ts'

/** Longer than a test may take: whoever waits for it fails. */
const forEver = 600_000

const opened = (mock: Mock): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
  })
const ended = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve))

function get(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent }, (response) => response.resume().on('end', () => resolve(response)))
      .on('error', reject)
      .end()
  })
}

test('closing does not wait for idle connections, used or not', async () => {
  const mock = await startMock()
  const agent = new Agent({ keepAlive: true })
  expect((await get(mock.url, agent)).headers.connection).toBe('keep-alive')
  const unused = await opened(mock)
  await Promise.all([mock.close(forEver), ended(unused)])
  await expect(get(mock.url, new Agent())).rejects.toThrow(/ECONNREFUSED/)
  agent.destroy()
})

test('an answer under way is still sent', async () => {
  const mock = await startMock()
  const headers = { authorization: `Bearer ${mock.keys[0]?.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ documentId: 'stock-list', format: 'pdf' })
  const asking = fetch(`${mock.url}/api/dynamicdocuments`, { method: 'POST', headers, body })
  // Answered after the document's request has arrived, since both came over loopback in this order.
  await fetch(mock.url)
  const closing = mock.close(forEver)
  const answer = await asking
  expect(answer.status).toBe(200)
  expect((await answer.text()).trimEnd().endsWith('%%EOF')).toBe(true)
  await closing
})

/** A request whose body never ends. */
async function stuck(mock: Mock): Promise<Socket> {
  const socket = await opened(mock)
  socket.write('POST /api/reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  await fetch(mock.url)
  return socket
}

/** Resolves once nobody listens there any more. */
async function gone(mock: Mock): Promise<void> {
  for (;;) {
    const socket = await opened(mock).catch(() => undefined)
    if (socket === undefined) return
    socket.destroy()
  }
}

test('a request that ends while the mock closes is answered, and its connection is closed behind it', async () => {
  const mock = await startMock()
  const socket = await stuck(mock)
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const closing = mock.close(forEver)
  await gone(mock)
  socket.write('"a":1}  ')
  await Promise.all([closing, ended(socket)])
  expect(received).toMatch(/^HTTP\/1\.1 401 [^]*"code":"unauthenticated"/)
})

test('a request that never ends is cut when the time is up', async () => {
  const mock = await startMock()
  const socket = await stuck(mock)
  await expect(Promise.all([mock.close(50), ended(socket)])).resolves.toBeDefined()
})

test('closing a second time cuts at once', async () => {
  const mock = await startMock()
  const socket = await stuck(mock)
  const closing = mock.close(forEver)
  await expect(Promise.all([mock.close(), closing, ended(socket)])).resolves.toBeDefined()
})

/** Asks on one connection, one request after the other, until there is no answer; tells how it went. */
async function keepAsking(mock: Mock, busy: () => void): Promise<{ whole: number; cut: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = JSON.stringify({ reportId: 'customers', resultsPerPage: 200 })
  const headers = { authorization: `Bearer ${mock.keys[0]?.key}`, 'content-type': 'application/json' }
  const ask = () =>
    new Promise<'whole' | 'cut' | 'none'>((resolve) => {
      const asking = httpRequest(`${mock.url}/api/reports`, { method: 'POST', agent, headers }, (response) => {
        let length = 0
        response.on('data', (chunk: Buffer) => (length += chunk.length))
        response.on('error', () => resolve('cut'))
        response.on('end', () => resolve(length === Number(response.headers['content-length']) ? 'whole' : 'cut'))
      })
      asking.on('error', () => resolve('none'))
      asking.end(body)
    })
  for (let whole = 0; ; whole++) {
    if (whole === 10) busy()
    const result = await ask()
    if (result === 'whole') continue
    agent.destroy()
    return { whole, cut: result === 'cut' ? 1 : 0 }
  }
}

test('closing under load cuts no answer, and every answer that was sent arrives', async () => {
  const lines: string[] = []
  const { logger } = createLogging({ destination: { write: (line) => lines.push(line) } })
  const mock = await startMock({ logger })
  let busy = 0
  let closing: Promise<void> | undefined
  const clients = Array.from({ length: 12 }, () =>
    keepAsking(mock, () => {
      busy++
      if (busy === 12) closing = mock.close(forEver)
    }),
  )
  const results = await Promise.all(clients)
  await closing
  expect(results.map(({ cut }) => cut)).toEqual(results.map(() => 0))
  const sent = lines.filter((line) => JSON.parse(line).status === 200).length
  expect(results.reduce((sum, { whole }) => sum + whole, 0)).toBe(sent)
})
