/** A way to a server of this machine that can stop passing anything on, as if the server hung. */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { Socket } from 'node:net'

export interface HangingProxy {
  port: number
  /** From now on whoever is connected, and whoever connects, hears nothing, not even a goodbye. */
  hang(): void
  close(): void
}

export async function startHangingProxy(port: number): Promise<HangingProxy> {
  const near = new Set<Socket>()
  const far = new Set<Socket>()
  let hangs = false
  // Half open: a proxy that answers a goodbye does not hang.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    near.add(socket.on('error', () => undefined))
    socket.once('close', () => near.delete(socket))
    if (hangs) {
      socket.resume()
      return
    }
    const other = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
    far.add(other.on('error', () => undefined))
    socket.pipe(other).pipe(socket)
    socket.once('close', () => void (far.delete(other) && other.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    hang() {
      hangs = true
      for (const socket of far) socket.unpipe()
      for (const socket of near) socket.unpipe().resume()
    },
    close() {
      server.close()
      for (const socket of [...near, ...far]) socket.destroy()
    },
  }
}
