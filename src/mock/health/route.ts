/** `/_ensayo/health`: for whoever starts the mock again, or sends it requests. Nobody needs a token to ask. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ControlAnswer } from '../control-exchange.ts'
import { controlProblem } from '../control/index.ts'
import type { Health } from './health.ts'

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const well: ControlAnswer = { status: 200, headers, body: '{"status":"ok"}' }
const retryAfterSeconds = 2

export function mountHealth(app: FastifyInstance, health: Health): void {
  app.get('/_ensayo/health/live', (_request, reply) => void answer(reply, well))
  app.get('/_ensayo/health/ready', (_request, reply) => {
    reply.hijack()
    health.unready().then(
      (message) => answer(reply, message === undefined ? well : controlProblem({ kind: 'unavailable', message, retryAfterSeconds })),
      () => reply.raw.destroy(),
    )
  })
}

function answer(reply: FastifyReply, { status, headers: sent, body }: ControlAnswer): void {
  reply.hijack()
  reply.raw.writeHead(status, { ...sent, 'content-length': String(Buffer.byteLength(body)) })
  reply.raw.end(body)
}
