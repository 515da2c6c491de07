/** `GET /playground` (PLAY-1): an API reference that sends requests, with every asset from this machine. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DemoKey } from '../../service/index.ts'
import type { Packet } from '../answers.ts'
import { loadControlDocument } from '../control/index.ts'
import type { Send } from '../sender.ts'
import { assetLocation, assetNames, contentTypeOf, isLibraryAsset } from './assets.ts'
import type { AssetName } from './assets.ts'
import { playgroundDocument } from './document.ts'

export interface PlaygroundDeps {
  /** The effective contract's document. */
  document: Readonly<Record<string, unknown>>
  /** Offered for filling in; the fixtures publish them on purpose. */
  demoKeys: readonly DemoKey[]
  send: Send
}

/** Nothing but this origin may be loaded or called; Swagger UI draws its icons from `data:` URLs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Mounts the page, its assets from a fixed list, the documents and the keys. Files are read when asked for. */
export function mountPlayground(app: FastifyInstance, { document, demoKeys, send }: PlaygroundDeps): void {
  const packetOf = (name: string, request: FastifyRequest): Packet | Promise<Packet> | undefined => {
    if (name === 'openapi.json') return json(playgroundDocument(document, `${request.protocol}://${request.host}`))
    if (name === 'control.json') return loadControlDocument().then(json)
    if (name === 'keys.json') return json(demoKeys)
    const known = assetNames.find((assetName) => assetName === name)
    return known === undefined ? undefined : asset(known)
  }
  const serve = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const found = await packetOf(name.toLowerCase(), request)
    return found === undefined ? reply.callNotFound() : send(request, reply, found, undefined)
  }
  app.get('/playground', (request, reply) => serve('index.html', request, reply))
  app.get('/playground/', (request, reply) => serve('index.html', request, reply))
  app.get<{ Params: { name: string } }>('/playground/:name', (request, reply) =>
    serve(request.params.name, request, reply),
  )
}

async function asset(name: AssetName): Promise<Packet> {
  return packet(contentTypeOf(name), await readFile(assetLocation(name)), isLibraryAsset(name) ? 86_400 : 0)
}

function json(value: unknown): Packet {
  return packet(contentTypeOf('.json'), Buffer.from(JSON.stringify(value)), 0)
}

/** A browser may keep it for so many seconds. */
function packet(contentType: string, body: Buffer, keepSeconds: number): Packet {
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-length': String(body.length),
      'cache-control': keepSeconds === 0 ? 'no-cache' : `public, max-age=${keepSeconds}`,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body,
    refusal: undefined,
  }
}
