/** A receiver of notifications on this machine, as an integrator would write one. */
import { createServer } from 'node:http'
import type { Contract } from '../src/contract/index.ts'
import type { RecordChanged } from '../src/core/index.ts'

export interface Receiving {
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Takes JSON by POST, acts on it, and answers 204 when that is done; the service waits for 10 s (HOOK-5). */
export async function receive(act: (body: unknown) => Promise<void> | void): Promise<Receiving> {
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      await act(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(204).end()
    } catch (error) {
      // Whatever it is, the service tries again.
      response.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The same for notifications, read as the contract has them. */
export function receiveNotifications(
  { notification }: Contract,
  act: (event: RecordChanged) => Promise<void>,
): Promise<Receiving> {
  return receive((body) => act(notification.decode(body)))
}
