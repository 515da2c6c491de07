import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../../contract/index.ts'
import { startReceiver } from '../../../conformance/index.ts'
import { createForwarding, pointsToItself } from './forwarding.ts'

const contract = await loadContract()

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** A receiver that forwards to the URL. */
async function forwardTo(url: string) {
  const failures: string[] = []
  const forwarding = createForwarding(new URL(url), { onFailure: (_, reason) => failures.push(reason) })
  const receiver = await startReceiver({ contract, answers: forwarding })
  onTestFinished(() => receiver.close())
  return { url: receiver.url, failures }
}

test('the request arrives as it came, and its answer goes back', async () => {
  const seen: { request: IncomingMessage; body: string }[] = []
  const target = await serve((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk)).on('end', () => {
      seen.push({ request, body })
      response.writeHead(418, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'], 'x-answer': 'yes' }).end('té')
    })
  })
  const { url } = await forwardTo(`${target}/hooks?x=1`)
  const answer = await fetch(`${url}/elsewhere`, {
    method: 'POST',
    headers: { authorization: 'Bearer s3cret', 'content-type': 'application/json', 'x-asked': 'yes' },
    body: '{"name":"Ángela"}',
  })
  expect([answer.status, await answer.text(), answer.headers.get('x-answer')]).toEqual([418, 'té', 'yes'])
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(seen).toMatchObject([{
    body: '{"name":"Ángela"}',
    request: {
      method: 'POST',
      url: '/hooks?x=1',
      headers: {
        host: target.slice('http://'.length),
        authorization: 'Bearer s3cret',
        'content-type': 'application/json',
        'content-length': '18',
        'x-asked': 'yes',
      },
    },
  }])
})

test('a redirect is passed back, not followed', async () => {
  const target = await serve((_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  const { url } = await forwardTo(target)
  const answer = await fetch(url, { method: 'POST', body: '{}', redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere'])
})

test('a target that is not there, or breaks off, makes it 502', async () => {
  const target = await serve((request) => request.socket.destroy())
  const broken = await forwardTo(target)
  const gone = await forwardTo('http://127.0.0.1:1')
  const statuses = [await fetch(broken.url, { method: 'POST' }), await fetch(gone.url, { method: 'POST' })].map(({ status }) => status)
  expect(statuses).toEqual([502, 502])
  expect(broken.failures).toEqual([expect.stringContaining('socket hang up')])
  expect(gone.failures).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test.each([
  ['http://127.0.0.1:4020/hooks', 'http://127.0.0.1:4020', true],
  ['http://localhost:4020', 'http://127.0.0.1:4020', true],
  ['http://[::1]:4020', 'http://127.0.0.1:4020', true],
  ['http://hooks.example:4020', 'http://hooks.example:4020', true],
  ['http://127.0.0.1:4021', 'http://127.0.0.1:4020', false],
  ['https://127.0.0.1:4020', 'http://127.0.0.1:4020', false],
  ['http://192.0.2.7:4020', 'http://127.0.0.1:4020', false],
])('forwarding to %s from %s goes in circles: %s', (forward, receiver, circles) => {
  expect(pointsToItself(new URL(forward), receiver)).toBe(circles)
})
