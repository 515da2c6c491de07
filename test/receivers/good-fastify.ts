/** A sound receiver on Fastify. */
import { fastify } from 'fastify'
import type { FastifyError } from 'fastify'
import { stateText } from './disk.ts'
import { startOn } from './recipe.ts'
import type { ReceiverSettings, ReceiverUnderTest, ServerDeps } from './recipe.ts'
import { isSame, soundRecipe } from './sound-recipe.ts'

export function startFastifyReceiver(settings: ReceiverSettings = {}): Promise<ReceiverUnderTest> {
  const { understand = soundRecipe.understand } = settings
  return startOn((deps) => createFastifyServer(deps, understand), soundRecipe, settings)
}

async function createFastifyServer({ tokens, follower, disk, isFailing }: ServerDeps, understand: typeof soundRecipe.understand) {
  const app = fastify({ bodyLimit: 2 ** 20, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

  app.get('/state', (_, reply) => reply.type('application/json').send(stateText(disk)))

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return
    if (isFailing()) return reply.code(503).header('retry-after', '1').send('try again')
    if (tokens.length > 0) {
      const given = request.raw.headersDistinct['authorization'] ?? []
      const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(given[0] ?? '') ?? []
      const right = scheme.toLowerCase() === 'bearer' && tokens.some((expected) => isSame(token, expected))
      if (given.length !== 1 || !right) return reply.code(401).header('www-authenticate', 'Bearer').send('no valid token')
    }
    const coding = request.headers['content-encoding']
    if (coding !== undefined) return reply.code(415).header('accept-encoding', 'identity').send('send it as it is')
    return undefined
  })
  app.post('/hook', async (request, reply) => {
    const text = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    let event
    try {
      event = understand(soundRecipe.parse(text, { request: request.raw, tokens }), { request: request.raw, tokens })
    } catch {
      return reply.code(400).send('no notification')
    }
    if (event !== undefined) void follower.take(event)
    return reply.code(204).send()
  })
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
    url: '/hook',
    handler: (_, reply) => reply.code(405).header('allow', 'POST').send('POST notifications here'),
  })
  app.options('/hook', (_, reply) => reply.code(204).header('allow', 'POST').send())

  app.setErrorHandler((error: FastifyError, _, reply) => {
    const status = error.statusCode ?? 500
    if (status === 413) void reply.header('connection', 'close')
    return reply.code(status).send(status < 500 ? 'not read' : 'failed')
  })
  await app.ready()
  return app.server
}
