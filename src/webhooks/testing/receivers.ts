/** Receivers of webhooks on the loopback interface, good and bad ones, for tests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { ServerOptions } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { Server as TcpServer, Socket } from 'node:net'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type Answer = (response: ServerResponse, received: Received, count: number) => void

export interface Receiver {
  url: string
  received: readonly Received[]
  /** Connections that were ever opened. */
  connections(): number
  /** Requests under way at the same moment, at most. */
  mostAtOnce(): number
}

export interface Receivers {
  /** Answers when a request is complete; `count` is 1 for the first. Without an answer, 204. */
  listen(answer?: Answer): Promise<Receiver>
  listenTls(options: ServerOptions): Promise<Receiver>
  /** Does with a connection what it likes, once something came in. */
  listenRaw(answer: (socket: Socket) => void): Promise<{ url: string }>
  /** A URL at which nobody listens. */
  nobody(): Promise<string>
  /** Ends all of them, open connections included. */
  [Symbol.asyncDispose](): Promise<void>
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end()
}

export function createReceivers(): Receivers {
  const servers: (Server | TcpServer)[] = []
  const sockets = new Set<Socket>()

  async function open(server: Server | TcpServer): Promise<string> {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    return `127.0.0.1:${address.port}`
  }

  async function receiver(
    scheme: string,
    create: (listener: RequestListener) => Server,
    answer: Answer,
  ): Promise<Receiver> {
    const received: Received[] = []
    let connections = 0
    let inside = 0
    let most = 0
    const server = create((request, response) => {
      inside += 1
      most = Math.max(most, inside)
      response.on('close', () => (inside -= 1))
      whole(request, complete => {
        received.push(complete)
        answer(response, complete, received.length)
      })
    })
    servers.push(server)
    server.on('connection', () => (connections += 1))
    const url = `${scheme}://${await open(server)}`
    return { url, received, connections: () => connections, mostAtOnce: () => most }
  }

  return {
    listen: (answer = accept) => receiver('http', listener => createServer(listener), answer),

    listenTls: options => receiver('https', listener => createTlsServer(options, listener), accept),

    async listenRaw(answer) {
      const server = createTcpServer(socket => socket.once('data', () => answer(socket)))
      servers.push(server)
      return { url: `http://${await open(server)}` }
    },

    async nobody() {
      const server = createTcpServer()
      const host = await open(server)
      server.close()
      await once(server, 'close')
      return `http://${host}`
    },

    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
    },
  }
}

function whole(request: IncomingMessage, done: (received: Received) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    done({ method, path: url, headers, body: Buffer.concat(chunks).toString() })
  })
}
