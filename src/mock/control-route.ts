/** The mock's own steering, under a prefix that is no part of the contract. It is loaded when it is first asked. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ControlAnswer, ControlRoute } from './control-exchange.ts'
import { controlProblem } from './control/index.ts'
import { problemOf } from './failure.ts'
import type { Logger } from './logging/index.ts'

const controlPrefix = '/_ensayo'

/** Its requests are logged without their bodies and are not in the journal, which is the interface's. */
export function mountControl(app: FastifyInstance, { control, logger }: { control: ControlRoute; logger: Logger }): void {
  async function answerTo({ method, url, headers, bytes }: FastifyRequest): Promise<ControlAnswer> {
    const target = url.slice(controlPrefix.length)
    try {
      return await control({ method, target, headers, body: bytes ?? Buffer.alloc(0) })
    } catch (error) {
      logger.error({ err: error, control: method }, 'a bug')
      return controlProblem(problemOf(error))
    }
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack()
    const { status, headers, body } = await answerTo(request)
    reply.raw.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
    reply.raw.end(body)
    logger.info({ control: request.method, path: request.url.split('?', 1)[0], status })
  }
  for (const url of [controlPrefix, `${controlPrefix}/*`]) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: answer,
      // Fastify stops at a Content-Type that it cannot read; what is refused for it, the control API refuses.
      errorHandler: (_error, request, reply) => void answer(request, reply),
    })
  }
}
