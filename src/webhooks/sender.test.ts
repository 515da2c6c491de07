import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../core/index.ts'
import { keptBody } from './exchange.ts'
import { createSender } from './sender.ts'
import type { Outgoing, SenderDeps } from './sender.ts'
import { targetOf } from './target.ts'
import { selfSigned } from './testing/certificate.ts'
import { createReceivers } from './testing/receivers.ts'

const receivers = createReceivers()
afterAll(() => receivers[Symbol.asyncDispose]())

const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 })

const outgoing: Outgoing = { headers: { 'content-type': 'application/json' }, body: '{"id":1}' }

function open(options: Partial<SenderDeps> = {}) {
  const sender = createSender({ clock: systemClock, ...options })
  onTestFinished(() => sender.close())
  return {
    ...sender,
    async post(url: string, given: Outgoing = outgoing) {
      const attempt = await sender.send(targetOf(url), async () => given)
      if (attempt === undefined) throw new Error('nothing was sent')
      return attempt
    },
  }
}

test('posts the body as it is, with its headers and none that nobody asked for', async () => {
  const receiver = await receivers.listen()
  const attempt = await open().post(`${receiver.url}/hooks?to=a%20b,c`, { ...outgoing, body: '{"name":"Ángela"}' })
  expect(attempt).toMatchObject({ outcome: 'delivered', status: 204, answer: { status: 204, body: '', truncated: false } })
  expect(receiver.received).toEqual([{
    method: 'POST',
    path: '/hooks?to=a%20b,c',
    body: '{"name":"Ángela"}',
    headers: {
      host: receiver.url.slice('http://'.length),
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': '18',
    },
  }])
})

test('what was sent is recorded without the token', async () => {
  const receiver = await receivers.listen()
  const headers = { ...outgoing.headers, authorization: 'Bearer secret-1' }
  const attempt = await open().post(receiver.url, { ...outgoing, headers })
  expect(receiver.received[0]?.headers.authorization).toBe('Bearer secret-1')
  expect(attempt.request).toEqual({
    method: 'POST',
    url: receiver.url,
    headers: { 'content-type': 'application/json', authorization: 'Bearer [redacted]' },
    body: '{"id":1}',
  })
  expect(JSON.stringify(attempt)).not.toContain('secret-1')
})

test.each([200, 201, 204, 299])('%d is a success', async status => {
  const receiver = await receivers.listen(response => response.writeHead(status).end())
  expect(await open().post(receiver.url)).toMatchObject({ outcome: 'delivered', status })
})

test.each([300, 304, 400, 404, 410, 429, 500, 503])('%d is a rejection', async status => {
  const receiver = await receivers.listen(response => response.writeHead(status).end())
  expect(await open().post(receiver.url)).toMatchObject({ outcome: 'rejected', status })
})

test('a redirect is not followed', async () => {
  const elsewhere = await receivers.listen()
  const receiver = await receivers.listen(response => response.writeHead(307, { location: elsewhere.url }).end())
  expect(await open().post(receiver.url)).toMatchObject({
    outcome: 'rejected',
    status: 307,
    answer: { headers: { location: elsewhere.url } },
  })
  expect(elsewhere.received).toEqual([])
})

test('a rejection tells how long the receiver wants to be left alone', async () => {
  const receiver = await receivers.listen(response => response.writeHead(503, { 'retry-after': '120' }).end('later'))
  expect(await open().post(receiver.url)).toMatchObject({
    outcome: 'rejected',
    status: 503,
    retryAfter: 120_000,
    answer: { headers: { 'retry-after': '120' }, body: 'later' },
  })
})

test('of a long answer the beginning is kept, and its end is waited for', async () => {
  let ended = false
  const receiver = await receivers.listen(response => {
    response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] })
    response.write('x'.repeat(keptBody - 1))
    response.write('ñ'.repeat(100_000))
    setTimeout(() => {
      ended = true
      response.end('end')
    }, 50)
  })
  const attempt = await open().post(receiver.url)
  expect(ended).toBe(true)
  expect(attempt).toMatchObject({
    outcome: 'delivered',
    answer: { truncated: true, body: 'x'.repeat(keptBody - 1), headers: { 'set-cookie': 'a=1, b=2' } },
  })
})

test('informational answers are passed over', async () => {
  const receiver = await receivers.listen(response => {
    response.writeEarlyHints({ link: '</a>; rel=preload' })
    response.writeHead(202).end('ok')
  })
  expect(await open().post(receiver.url)).toMatchObject({ outcome: 'delivered', status: 202, answer: { body: 'ok' } })
})

test('silence, slow headers and an endless body are all too late', async () => {
  const silent = await receivers.listen(() => {})
  const slow = await receivers.listen(response => void setTimeout(() => response.writeHead(200).end(), 2000))
  const endless = await receivers.listen(response => {
    response.writeHead(200).write('{')
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  const sender = open({ limitMs: 500 })
  const attempts = await Promise.all([silent, slow, endless].map(({ url }) => sender.post(url)))
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['timedOut', 'timedOut', 'timedOut'])
  expect(attempts.map(({ answer }) => answer?.status)).toEqual([undefined, undefined, 200])
  expect(attempts.every(({ durationMs }) => durationMs >= 490)).toBe(true)
})

test('what is no answer is told apart, each with its cause', async () => {
  const raw = (text: string) => receivers.listenRaw(socket => socket.end(text))
  const sender = open()
  const causeAt = async (url: string) => {
    const attempt = await sender.post(url)
    return attempt.outcome === 'unreachable' ? attempt.cause : attempt
  }
  const nobody = await receivers.nobody()
  expect(await causeAt(nobody)).toBe(`connection refused by ${nobody.slice('http://'.length)} (ECONNREFUSED)`)
  expect(await causeAt('http://no-such-host.invalid/')).toMatch(/^the host name (does not exist|could not be resolved) /)
  const reset = await receivers.listenRaw(socket => socket.resetAndDestroy())
  expect(await causeAt(reset.url)).toBe('the connection was reset before the answer was complete (ECONNRESET)')
  expect(await causeAt((await raw('')).url))
    .toBe('the connection was closed before the answer was complete (UND_ERR_SOCKET)')
  expect(await causeAt((await raw('SSH-2.0-OpenSSH_9.6\r\n')).url)).toMatch(/^the answer is not HTTP: /)
  const large = await raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)
  expect(await causeAt(large.url)).toMatch(/^the answer’s headers are too large/)
  const half = await raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
  expect(await sender.post(half.url)).toMatchObject({ outcome: 'unreachable', answer: { status: 200, body: 'half' } })
  const hints = await raw('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n')
  expect(await sender.post(hints.url)).not.toHaveProperty('answer')
  const plain = await receivers.listen()
  expect(await causeAt(plain.url.replace('http:', 'https:'))).toBe(
    'TLS failed: who answers there speaks no TLS; perhaps http is meant (ERR_SSL_WRONG_VERSION_NUMBER)',
  )
})

test('a certificate that nobody vouches for is a failure of TLS', async () => {
  const receiver = await receivers.listenTls(selfSigned())
  expect(await open().post(receiver.url)).toMatchObject({
    outcome: 'unreachable',
    cause: expect.stringMatching(/^TLS failed: .*\(DEPTH_ZERO_SELF_SIGNED_CERT\)$/),
  })
  expect(receiver.received).toEqual([])
})

test('connections are kept for the next request', async () => {
  const receiver = await receivers.listen()
  const sender = open()
  for (let count = 0; count < 20; count += 1) await sender.post(receiver.url)
  expect(receiver.received.length).toBe(20)
  // Two, since the next request may come before the connection knows that it is free.
  expect(receiver.connections()).toBeLessThanOrEqual(2)
})

test('a target gets only so many requests at once, and all of them', async () => {
  const receiver = await receivers.listen(response => void setTimeout(() => response.end(), 5))
  const sender = open({ perTarget: 3 })
  const attempts = await Promise.all(Array.from({ length: 30 }, () => sender.post(receiver.url)))
  expect(attempts.every(({ outcome }) => outcome === 'delivered')).toBe(true)
  expect([receiver.mostAtOnce(), receiver.connections()]).toEqual([3, 3])
})

test('a slow receiver delays nobody but itself', async () => {
  const hanging = await receivers.listen(() => {})
  const quick = await receivers.listen()
  const sender = open({ perTarget: 2 })
  const stuck = Array.from({ length: 10 }, () => sender.post(hanging.url))
  const attempts = await Promise.all(Array.from({ length: 50 }, () => sender.post(quick.url)))
  expect(attempts.every(({ outcome }) => outcome === 'delivered')).toBe(true)
  await eventually(() => hanging.received.length).toBe(2)
  await sender.close()
  expect((await Promise.all(stuck)).map(({ outcome }) => outcome)).toEqual(Array(10).fill('unreachable'))
})

test('the time in the queue does not count against the receiver', async () => {
  const receiver = await receivers.listen(response => void setTimeout(() => response.end(), 150))
  const sender = open({ perTarget: 1, limitMs: 1000 })
  const attempts = await Promise.all(Array.from({ length: 8 }, () => sender.post(receiver.url)))
  expect(attempts.map(({ outcome }) => outcome)).toEqual(Array(8).fill('delivered'))
})

test('after a receiver has hung, its next answers are taken as if nothing had been', async () => {
  const receiver = await receivers.listen((response, _, count) => void (count > 3 && response.end()))
  const sender = open({ perTarget: 2, limitMs: 500 })
  const attempts = await Promise.all(Array.from({ length: 8 }, () => sender.post(receiver.url)))
  expect(attempts.map(({ outcome }) => outcome).toSorted())
    .toEqual([...Array(5).fill('delivered'), ...Array(3).fill('timedOut')])
})

test('a request is composed when it is its turn', async () => {
  const receiver = await receivers.listen(response => void setTimeout(() => response.end(), 20))
  const sender = open({ perTarget: 1 })
  let sent = 0
  const composed: number[] = []
  const post = () => sender.send(targetOf(receiver.url), async () => {
    composed.push(sent)
    sent += 1
    return outgoing
  })
  const first = post()
  const second = post()
  await delay(10)
  expect(composed).toEqual([0])
  await Promise.all([first, second])
  expect(composed).toEqual([0, 1])
})

test('nothing is sent when nothing was composed, and the turn goes on', async () => {
  const receiver = await receivers.listen()
  const sender = open({ perTarget: 1 })
  expect(await sender.send(targetOf(receiver.url), async () => undefined)).toBeUndefined()
  await expect(sender.send(targetOf(receiver.url), async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await sender.post(receiver.url)).toMatchObject({ outcome: 'delivered' })
  expect(receiver.received.length).toBe(1)
})

test('a request that waited too long for its connection is not sent when it comes', async () => {
  const receiver = await receivers.listen()
  const block = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  const sender = open({ limitMs: 100, allowTarget: block })
  expect(await sender.post(receiver.url)).toMatchObject({ outcome: 'timedOut' })
  await eventually(() => receiver.connections()).toBe(1)
  await delay(50)
  expect(receiver.received.length).toBe(0)
})

test('the guard sees the address behind a name, and an address that needs no resolving', async () => {
  const receiver = await receivers.listen()
  const asked: [string, string][] = []
  const sender = open({
    allowTarget(address, hostname) {
      asked.push([address, hostname])
      return 'loopback is not for webhooks'
    },
  })
  const refused = { outcome: 'unreachable', cause: 'the target is not allowed: loopback is not for webhooks' }
  expect(await sender.post(receiver.url)).toMatchObject(refused)
  expect(await sender.post(receiver.url.replace('127.0.0.1', 'localhost'))).toMatchObject(refused)
  expect(await sender.post(receiver.url.replace('127.0.0.1', '[::1]'))).toMatchObject(refused)
  expect(asked).toEqual(expect.arrayContaining([['127.0.0.1', '127.0.0.1'], ['127.0.0.1', 'localhost'], ['::1', '::1']]))
  expect(receiver.connections()).toBe(0)
})

test('a guard that allows one of a name’s addresses lets the request go there', async () => {
  const receiver = await receivers.listen()
  const sender = open({ allowTarget: address => (address.includes(':') ? 'no IPv6' : undefined) })
  expect(await sender.post(receiver.url.replace('127.0.0.1', 'localhost'))).toMatchObject({ outcome: 'delivered' })
})

test('a closed sender sends nothing more', async () => {
  const receiver = await receivers.listen()
  const [used, fresh] = [open(), open()]
  await used.post(receiver.url)
  await Promise.all([used.close(), fresh.close()])
  const closed = { outcome: 'unreachable', cause: 'the sender was closed' }
  expect(await Promise.all([used.post(receiver.url), fresh.post(receiver.url)])).toMatchObject([closed, closed])
  expect(receiver.received.length).toBe(1)
})
