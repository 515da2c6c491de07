/** A sound receiver on Express. */
import { createServer } from 'node:http'
import express from 'express'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { stateText } from './disk.ts'
import { startOn } from './recipe.ts'
import type { ReceiverSettings, ReceiverUnderTest, ServerDeps } from './recipe.ts'
import { isSame, soundRecipe } from './sound-recipe.ts'

export function startExpressReceiver(settings: ReceiverSettings = {}): Promise<ReceiverUnderTest> {
  const { understand = soundRecipe.understand } = settings
  return startOn((deps) => createServer(createExpressApp(deps, understand)), soundRecipe, settings)
}

function createExpressApp({ tokens, follower, disk, isFailing }: ServerDeps, understand: typeof soundRecipe.understand) {
  const app = express()
  app.disable('x-powered-by')
  app.get('/state', (_, response) => void response.type('json').send(stateText(disk)))

  const available: RequestHandler = (_, response, next) => {
    if (isFailing()) response.status(503).set('Retry-After', '1').type('text').send('try again')
    else next()
  }
  const authorized: RequestHandler = (request, response, next) => {
    const given = request.headersDistinct['authorization'] ?? []
    const [, token = ''] = /^bearer +(\S+)$/i.exec(given[0] ?? '') ?? []
    if (tokens.length === 0 || (given.length === 1 && tokens.some((expected) => isSame(token, expected)))) next()
    else response.status(401).set('WWW-Authenticate', 'Bearer').type('text').send('no valid token')
  }
  const isJson: RequestHandler = (request, response, next) => {
    if (request.is('application/json') === false) response.status(415).type('text').send('send JSON')
    else next()
  }
  app.post('/hook', available, authorized, isJson, express.json({ limit: '1mb' }), (request, response) => {
    let event
    try {
      event = understand(request.body, { request, tokens })
    } catch {
      response.status(400).type('text').send('no notification')
      return
    }
    if (event !== undefined) void follower.take(event)
    response.status(204).end()
  })
  app.options('/hook', (_, response) => void response.status(204).set('Allow', 'POST').end())
  app.all('/hook', (_, response) => void response.status(405).set('Allow', 'POST').type('text').send('POST notifications here'))

  const refused: ErrorRequestHandler = (error: unknown, _, response, _next) => {
    const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500
    if (status === 413) response.set('Connection', 'close')
    response.status(status).type('text').send(status < 500 ? 'not read' : 'failed')
  }
  app.use(refused)
  return app
}
