/** Receivers that answer everything alike, and one that never answers: none of them shall pass anything. */
import { createServer } from 'node:http'

export const nullAnswers = { 'always 200': 200, 'always 401': 401, 'always 500': 500, 'never answers': undefined } as const

export type NullAnswer = keyof typeof nullAnswers

export async function startNullReceiver(name: NullAnswer): Promise<{ url: string; stateUrl: string; close(): Promise<void> }> {
  const status = nullAnswers[name]
  const server = createServer((request, response) => {
    request.resume()
    if (status !== undefined) request.once('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  const url = `http://127.0.0.1:${address.port}`
  return {
    url: `${url}/hook`,
    stateUrl: `${url}/state`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
