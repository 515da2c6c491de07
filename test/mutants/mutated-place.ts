/** A place of the clean target with a mutant's faults between its console, the mock and the suite's receivers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Console, Place } from '../../src/conformance/index.ts'
import type { Mutant, Notice, PlaceFaults, Relay } from './mutant.ts'

export function mutatedPlace(place: Place, { console: alter, relay }: Mutant, faults: PlaceFaults = {}): Place {
  const { console: clean } = place
  if (clean === undefined || [alter, relay, faults.console, faults.relay].every((fault) => fault === undefined)) return place
  const faulty = faults.console?.(clean) ?? clean
  const relays: RelayServer[] = []
  const console: Console = {
    ...faulty,
    async configure(wish) {
      const told = alter?.(wish) ?? wish
      const between = relay?.() ?? faults.relay?.(told)
      if (between === undefined) return faulty.configure(told)
      const server = await startRelay(told.url, between)
      relays.push(server)
      await faulty.configure({ ...told, url: server.url })
    },
  }
  return {
    ...place,
    console,
    async close() {
      await place.close()
      await Promise.all(relays.map((server) => server.close()))
    },
  }
}

interface RelayServer {
  url: string
  close(): Promise<void>
}

async function startRelay(target: string, relay: Relay): Promise<RelayServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
      const notice: Notice = {
        method: request.method ?? 'POST',
        url: target,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks).toString(),
        left: leaving.signal,
      }
      void relay(notice, passOn).then((status) => {
        if (status === undefined) response.destroy()
        else response.writeHead(status).end()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As a sender would, but without a time limit of its own: it leaves when the mock behind the relay leaves. */
export async function passOn({ method, url, headers, body, left }: Notice, redirect: 'manual' | 'follow' = 'manual'): Promise<number | undefined> {
  const hasBody = method !== 'GET' && method !== 'HEAD'
  try {
    const response = await fetch(url, { method, headers, body: hasBody ? body : null, redirect, signal: left })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
