/** The application on a port, and its end. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartRefused } from './start-refused.ts'

export interface Server {
  /** Without a trailing slash, e.g. `http://127.0.0.1:4010`. */
  url: string
  /**
   * Stops listening and resolves when every answer under way is sent, at the latest after `graceMs` (default
   * 3 s), when what is still open is cut. Calling it again cuts at once.
   */
  close(graceMs?: number): Promise<void>
}

const defaultGraceMs = 3000
/** Clients that keep sending learn from `Connection: close` on an answer that they should stop. */
const farewellMs = 30
const sweepEveryMs = 10

/**
 * Listens; port 0 takes any free one.
 * @throws StartRefused when the address cannot be had
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<Server> {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw refusedAddress(error, host, port)
  }
  let closing: Promise<void> | undefined
  return {
    url: urlOf(app),
    close(graceMs = defaultGraceMs) {
      if (closing === undefined) closing = closeGently(app, sockets, graceMs)
      else app.server.closeAllConnections()
      return closing
    },
  }
}

async function closeGently(app: FastifyInstance, sockets: Set<Socket>, graceMs: number): Promise<void> {
  // Registered before Fastify's own listener, so that it comes before the head is written.
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  if (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, farewellMs))

  const closeUnused = () => {
    app.server.closeIdleConnections()
    // Node counts a connection that never sent anything as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  const sweep = setInterval(closeUnused, sweepEveryMs)
  closeUnused()
  await app.close()
  clearInterval(sweep)
  clearTimeout(cut)
}

function urlOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mock does not listen on a port')
  const everywhere = address.address === '0.0.0.0' || address.address === '::'
  const host = everywhere ? 'localhost' : address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

function refusedAddress(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use; choose another`,
    EACCES: `port ${port} may not be opened by this user; choose one above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
    ENOTFOUND: `the host ${host} is unknown`,
  }
  const reason = typeof code === 'string' ? reasons[code] : undefined
  return reason === undefined ? error : new StartRefused(reason, { cause: error })
}
