/** `GET /playground` (PLAY-1): an API reference that sends requests, with every asset from this machine. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DemoKey } from '../../service/index.ts'
import { assetLocation, assetNames, contentTypeOf, isLibraryAsset } from './assets.ts'
import type { AssetName } from './assets.ts'
import { playgroundDocument } from './document.ts'

export interface PlaygroundDeps {
  /** The effective contract's document. */
  document: Readonly<Record<string, unknown>>
  /** Offered for filling in; the fixtures publish them on purpose. */
  demoKeys: readonly DemoKey[]
}

/**
 * Nothing but this origin may be loaded or called. Swagger UI writes styles into elements and draws its icons from
 * `data:` URLs.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Mounts the page, its assets from a fixed list, the contract and the keys. Files are read on first use. */
export function mountPlayground(app: FastifyInstance, { document, demoKeys }: PlaygroundDeps): void {
  const page = (reply: FastifyReply) => sendAsset(reply, 'index.html')
  app.get('/playground', (_request, reply) => page(reply))
  app.get('/playground/', (_request, reply) => page(reply))

  app.get('/playground/openapi.json', (request, reply) => {
    const served = playgroundDocument(document, `${request.protocol}://${request.host}`)
    return reply.headers({ ...shared, 'content-type': contentTypeOf('.json') }).send(JSON.stringify(served))
  })
  app.get('/playground/keys.json', (_request, reply) =>
    reply.headers({ ...shared, 'content-type': contentTypeOf('.json') }).send(JSON.stringify(demoKeys)),
  )
  for (const name of assetNames) {
    app.get(`/playground/${name}`, (_request, reply) => sendAsset(reply, name))
  }
}

const shared = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

async function sendAsset(reply: FastifyReply, name: AssetName): Promise<FastifyReply> {
  const content = await readFile(assetLocation(name))
  return reply
    .headers({
      ...shared,
      'content-type': contentTypeOf(name),
      ...(isLibraryAsset(name) ? { 'cache-control': 'public, max-age=86400' } : {}),
    })
    .send(content)
}
