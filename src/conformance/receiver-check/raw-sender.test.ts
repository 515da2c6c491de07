import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection, sendOnce } from './raw-sender.ts'
import type { RawAnswer, RawDelivery, SenderOptions } from './raw-sender.ts'

interface Peer {
  options: SenderOptions
  /** All that it was sent, on all connections. */
  received(): string
}

/** A server of bytes: `talk` is called with each piece that comes and all that came before on the connection. */
async function peer(talk: (socket: Socket, all: string, piece: string) => void): Promise<Peer> {
  let received = ''
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let all = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const piece = bytes.toString('latin1')
      received += piece
      all += piece
      talk(socket, all, piece)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { options: { url: new URL(`http://127.0.0.1:${address.port}/hook?a=1`) }, received: () => received }
}

const post: RawDelivery = {
  method: 'POST',
  target: '/hook?a=1',
  headers: [['cOnTent-TyPe', 'application/json']],
  body: '{"á":1}',
  framing: 'length',
  timeoutMs: 5000,
}

const text = (answer: RawAnswer) => (answer.kind === 'answered' ? Buffer.from(answer.body).toString() : answer.kind)
const status = (answer: RawAnswer) => (answer.kind === 'answered' ? answer.status : answer.kind)
const accepted = 'HTTP/1.1 204 No Content\r\n\r\n'

test('a delivery is written byte for byte, with what it lacks added', async () => {
  const { options, received } = await peer((socket) => socket.end(accepted))
  await sendOnce(options, post)
  const body = Buffer.from(post.body).toString('latin1')
  const host = options.url.host
  expect(received()).toBe(
    `POST /hook?a=1 HTTP/1.1\r\ncOnTent-TyPe: application/json\r\nConnection: close\r\nHost: ${host}\r\nContent-Length: 8\r\n\r\n${body}`,
  )
})

test('a body is sent in chunks, as many as asked for', async () => {
  const { options, received } = await peer((socket, all) => {
    if (all.endsWith('0\r\n\r\n')) socket.end(accepted)
  })
  const answer = await sendOnce(options, { ...post, body: 'abcdef', framing: 'chunked', dribble: { parts: 3, overMs: 0 } })
  expect(status(answer)).toBe(204)
  expect(received()).toMatch(/Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n2\r\ncd\r\n2\r\nef\r\n0\r\n\r\n$/)
  expect(received()).not.toContain('Content-Length')
})

test('an answer in chunks is put together, with its trailers left out, however it is cut', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;x=y\r\nWiki\r\n5\r\npedia\r\n0\r\nA: b\r\n\r\n'
  const { options } = await peer((socket, all) => {
    if (!all.endsWith('1}')) return
    void (async () => {
      for (const character of answer) {
        socket.write(character)
        await pause(0)
      }
    })()
  })
  expect(text(await sendOnce(options, post))).toBe('Wikipedia')
})

test('answers that come together are told apart, and HEAD has no body whatever its length says', async () => {
  const { options } = await peer((socket, all) => {
    if (all.includes('HEAD')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n')
    else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none')
  })
  const connection = openConnection(options)
  onTestFinished(() => connection.close())
  expect(text(await connection.send(post))).toBe('one')
  expect(text(await connection.send(post))).toBe('one')
  expect(connection.isOpen()).toBe(true)
  const head = await connection.send({ ...post, method: 'HEAD', body: '', framing: 'none' })
  expect([status(head), text(head)]).toEqual([200, ''])
})

test('a body waits for 100 Continue', async () => {
  const { options, received } = await peer((socket, all) => {
    if (all.endsWith('\r\n\r\n')) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
    else socket.write(accepted)
  })
  const answer = await sendOnce(options, { ...post, expectContinue: true })
  expect(status(answer)).toBe(204)
  expect(received()).toMatch(/1\}$/)
})

test('a body is not sent after a refusal that came instead of 100 Continue, and the connection is spent', async () => {
  const { options, received } = await peer((socket) => socket.write('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n'))
  const connection = openConnection(options)
  onTestFinished(() => connection.close())
  expect(status(await connection.send({ ...post, expectContinue: true }))).toBe(417)
  expect(connection.isOpen()).toBe(false)
  expect(received()).toMatch(/\r\n\r\n$/)
})

test('a refusal that comes while a long body is being sent is read, and the rest kept back', async () => {
  const body = 'x'.repeat(30_000_000)
  const { options, received } = await peer((socket, all, piece) => {
    // By its length; the rest meets a closed socket, which resets the connection.
    if (all === piece) socket.end('HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno', () => socket.destroy())
  })
  const answer = await sendOnce(options, { ...post, body })
  expect([status(answer), text(answer)]).toEqual([413, 'no'])
  expect(received().length).toBeLessThan(body.length)
})

test('a refusal in the middle of a long body is read as well, while the connection lasts', async () => {
  let refused = false
  const { options } = await peer((socket, all) => {
    if (all.length < 500_000 || refused) return
    refused = true
    socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n')
  })
  expect(status(await sendOnce(options, { ...post, body: 'x'.repeat(5_000_000) }))).toBe(413)
})

test.each([
  ['a close without an answer', (socket: Socket) => socket.end(), /without an answer/],
  ['an answer that breaks off', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'), /broke off/],
  ['chunks that break off', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'), /broke off/],
  ['a reset', (socket: Socket) => socket.resetAndDestroy(), /ECONNRESET/],
  ['something that is no HTTP', (socket: Socket) => socket.write('220 mail.example ESMTP\r\n'), /no HTTP/],
  ['a length that is no number', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'), /no HTTP/],
])('%s is told as such', async (_, talk, cause) => {
  const { options } = await peer((socket) => void talk(socket))
  const answer = await sendOnce(options, post)
  expect(answer).toMatchObject({ kind: 'broken', cause: expect.stringMatching(cause) })
})

test('an answer without a length ends with the connection', async () => {
  const { options } = await peer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nall of it'))
  expect(text(await sendOnce(options, post))).toBe('all of it')
})

test('an answer that does not end in time has timed out', async () => {
  const { options } = await peer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'))
  expect(await sendOnce(options, { ...post, timeoutMs: 150 })).toMatchObject({ kind: 'timedOut' })
})

test('an announced end spends the connection', async () => {
  const { options } = await peer((socket) => socket.write('HTTP/1.1 200 OK\r\nconnection: Close\r\nContent-Length: 0\r\n\r\n'))
  const connection = openConnection(options)
  onTestFinished(() => connection.close())
  await connection.send(post)
  expect(connection.isOpen()).toBe(false)
})

test('an aborted body ends after so many bytes', async () => {
  const { options, received } = await peer(() => {})
  expect(status(await sendOnce(options, { ...post, abortAfter: 3 }))).toBe('broken')
  await expect.poll(received).toMatch(/Content-Length: 8\r\n\r\n.{3}$/)
})

test('nobody is connected to whom the guard refuses', async () => {
  const { options, received } = await peer((socket) => socket.end(accepted))
  const guard = (address: string) => `${address} is not allowed`
  expect(await sendOnce({ ...options, guard }, post)).toMatchObject({ kind: 'broken', cause: '127.0.0.1 is not allowed' })
  expect(received()).toBe('')
})
