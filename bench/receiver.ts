/** The receiver that `bench/webhooks.ts` sends to, on a core of its own: 204 at once, or nothing ever under `/hang`. */
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    if (request.url !== '/hang') response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`)
})
