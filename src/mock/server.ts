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
/** A client that has connected may still be about to send: on a machine at work that takes it a while. */
const sweepsInSilence = 20
/** Clients that never stop connecting must not keep the mock from closing. */
const longestAcceptMs = 500

export interface Listening {
  host: string
  /** 0 takes any free one. */
  port: number
  /** How many may be open at a time. */
  connections: number
  /** Answers one that is too many, and ends it. */
  refuse(socket: Socket): void
}

/** So long somebody who is refused may take to read why. */
const refusalMs = 1000
/** As many connections may be open because they are being refused. */
const refusedAtOnce = 256

/**
 * Listens.
 * @throws StartRefused when the address cannot be had
 */
export async function listen(app: FastifyInstance, { host, port, connections, refuse }: Listening): Promise<Server> {
  const sockets = new Set<Socket>()
  const arrivals: Arrivals = { count: 0 }
  // Whoever is refused must not reach Node's own listener, which would read requests.
  const accepting = app.server.listeners('connection')
  app.server.removeAllListeners('connection')
  app.server.maxConnections = connections + refusedAtOnce
  app.server.on('connection', (socket: Socket) => {
    arrivals.count += 1
    if (sockets.size >= connections) {
      turnAway(socket, refuse)
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    for (const accept of accepting) accept.call(app.server, socket)
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
      if (closing === undefined) closing = closeGently(app, sockets, arrivals, graceMs)
      else app.server.closeAllConnections()
      return closing
    },
  }
}

/** What still comes is read and dropped: closing with bytes unread would take the answer back. */
function turnAway(socket: Socket, refuse: (socket: Socket) => void): void {
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), refusalMs)
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
  refuse(socket)
}

interface Arrivals {
  /** How many connections were accepted so far. */
  count: number
}

/**
 * Connections that the system has taken on our behalf wait in line while the process is busy, and would be reset with
 * the request in them when it stops listening. Each turn of the event loop accepts some.
 */
async function acceptWaiting(arrivals: Arrivals): Promise<void> {
  const until = performance.now() + longestAcceptMs
  for (let before = -1; before < arrivals.count && performance.now() < until; ) {
    before = arrivals.count
    // The second callback comes after the loop has looked for what arrived.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  }
}

async function closeGently(
  app: FastifyInstance,
  sockets: Set<Socket>,
  arrivals: Arrivals,
  graceMs: number,
): Promise<void> {
  // Registered before Fastify's own listener, so that it comes before the head is written.
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  if (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, farewellMs))
  await acceptWaiting(arrivals)

  // Node counts a connection that never sent anything as busy. Between two sweeps what has arrived is read, so time in
  // which the process was at work on other requests does not count.
  const silence = new Map<Socket, number>()
  const closeUnused = () => {
    app.server.closeIdleConnections()
    for (const socket of sockets) {
      if (socket.bytesRead > 0) continue
      const sweeps = (silence.get(socket) ?? 0) + 1
      silence.set(socket, sweeps)
      if (sweeps > sweepsInSilence) socket.destroy()
    }
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
