import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { overTheNetwork, textOf } from './http.ts'

const megabyte = 2 ** 20

async function answering(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const address = server.address()
  const url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : ''
  return overTheNetwork({ method: 'GET', url, headers: {} }, AbortSignal.timeout(20_000))
}

test('an answer comes whole, whatever its pieces', async () => {
  const answer = await answering((_, response) => {
    response.write('uno ')
    setTimeout(() => response.end('dos'), 20)
  })
  expect(textOf(answer)).toBe('uno dos')
  expect((await answering((_, response) => void response.writeHead(204).end())).body).toEqual(new Uint8Array())
  expect((await answering((_, response) => void response.end(Buffer.alloc(32 * megabyte)))).body).toHaveLength(32 * megabyte)
})

test('an answer without end is cut, and the connection with it', async () => {
  const closed = Promise.withResolvers<void>()
  const answer = answering((_, response) => {
    const piece = Buffer.alloc(megabyte)
    const more = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', more).on('close', closed.resolve)
    more()
  })
  await expect(answer).rejects.toThrow('the answer is longer than 32 MB')
  await closed.promise
})
