/** `/_ensayo/metrics`, for those who may steer the mock. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ControlAnswer } from '../control-exchange.ts'
import { controlProblem, refusedAccess } from '../control/index.ts'
import type { ControlAccess } from '../control/index.ts'
import type { Logger } from '../logging/index.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsRoute {
  metrics: Pick<Metrics, 'exposition'>
  access: ControlAccess
  /** How many deliveries are not over. */
  queued(): Promise<number>
}

export function mountMetrics(app: FastifyInstance, { metrics, access, queued, logger }: MetricsRoute & { logger: Logger }): void {
  async function answerTo({ method, headers }: FastifyRequest): Promise<ControlAnswer> {
    const refused = refusedAccess(access, { method, target: '/metrics', headers, body: Buffer.alloc(0) })
    if (refused !== undefined) return controlProblem(refused)
    const { mediaType, text } = await metrics.exposition(queued)
    return { status: 200, headers: { 'content-type': mediaType, 'cache-control': 'no-store' }, body: text }
  }

  app.get('/_ensayo/metrics', (request, reply) => {
    reply.hijack()
    answerTo(request).then(
      ({ status, headers, body }) => {
        reply.raw.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
        reply.raw.end(body)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'a bug')
        reply.raw.destroy()
      },
    )
  })
}
