/** Servers that are no service at all, and yet give some answer, or none. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface NullServer {
  name: string
  start(): Promise<RunningServer>
}

interface RunningServer {
  /** Without a trailing slash. */
  url: string
  close(): Promise<void>
}

const loginPage = '<!doctype html><html lang="en"><title>Log in</title><form method="post"><input name="user"></form></html>'

export const nullServers: readonly NullServer[] = [
  answering('empty-object', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')),
  answering('empty-list', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]')),
  answering('server-error', (response) => response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error')),
  answering('not-found', (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found')),
  answering('always-401', (response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()),
  answering('always-503', (response) =>
    response.writeHead(503, { 'content-type': 'application/problem+json' }).end('{"title":"Temporarily unavailable","status":503,"code":"unavailable"}')),
  answering('always-429', (response) => response.writeHead(429, { 'retry-after': '3600' }).end()),
  answering('always-502', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')),
  answering('nothing', (response) => response.writeHead(200).end()),
  answering('no-content', (response) => response.writeHead(204).end()),
  answering('login-page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(loginPage)),
  answering('login-redirect', (response) => response.writeHead(302, { location: '/login' }).end()),
  overHttp('echo', (request, response) => {
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? 'text/plain' })
    request.pipe(response)
  }),
  overHttp('hang', () => {}),
  overTcp('refusing', (socket) => socket.destroy()),
  overTcp('half-way', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"rows":[{"id":1')),
  overTcp('garbage', (socket) => socket.end('\u0000\u0001\u0002 nothing that anybody would call HTTP\r\n\r\n')),
]

function answering(name: string, answer: (response: ServerResponse) => void): NullServer {
  return overHttp(name, (request, response) => {
    request.resume()
    request.on('end', () => answer(response))
  })
}

function overHttp(name: string, listener: RequestListener): NullServer {
  return {
    name,
    async start() {
      const server = createServer(listener)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return {
        url: urlOf(server.address()),
        async close() {
          server.closeAllConnections()
          server.close()
          await once(server, 'close')
        },
      }
    },
  }
}

function overTcp(name: string, listener: (socket: Socket) => void): NullServer {
  return {
    name,
    async start() {
      const sockets = new Set<Socket>()
      const server = createTcpServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => sockets.delete(socket))
        if (name === 'refusing') listener(socket)
        else socket.once('data', () => listener(socket))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      return {
        url: urlOf(server.address()),
        async close() {
          for (const socket of sockets) socket.destroy()
          server.close()
          await once(server, 'close')
        },
      }
    },
  }
}

function urlOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}
