/** One operation of the contract as a route: key, body headers, meaning, service, answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestGenericInterface } from 'fastify'
import type { Operation } from '../contract/index.ts'
import type { Meanings, OperationId, Outcome, Problem } from '../core/index.ts'
import type { Principal } from '../store/index.ts'
import type { Answers } from './answers.ts'
import { internalProblem } from './answers.ts'
import { readApiKey } from './authorization.ts'
import type { Logger } from './logging/index.ts'
import { checkMediaType } from './media-type.ts'
import { faultOfRequest } from './request-fault.ts'
import type { Send } from './sender.ts'

/** What an operation does; only a public one (PING-3) may do without a caller. */
export type Behaviour<Id extends OperationId> =
  | { public: true; run(request: Meanings[Id]['request']): Promise<Outcome<Meanings[Id]['answer']>> }
  | {
      public: false
      run(caller: Principal, request: Meanings[Id]['request']): Promise<Outcome<Meanings[Id]['answer']>>
    }

export interface OperationRouteDeps<Id extends OperationId> {
  operation: Operation<Id>
  behaviour: Behaviour<Id>
  answers: Answers<Id>
  authenticate(key: string): Promise<Outcome<Principal>>
  send: Send
  logger: Logger
  bodyBytes: number
}

interface OperationRequest extends RequestGenericInterface {
  Params: Record<string, string>
  Querystring: Record<string, string | string[]>
  /** As the JSON body parser leaves it; undefined when there was none. */
  Body: Outcome<unknown> | undefined
}

/**
 * Mounts the operation. Refusals come in this order: 401 for the key, 415, 413 and 400 for the body, 422 for what it
 * says, then the service's own. No body is read before the key is known.
 */
export function mountOperation<Id extends OperationId>(app: FastifyInstance, deps: OperationRouteDeps<Id>): void {
  const { operation, behaviour, answers, authenticate, send, logger, bodyBytes } = deps
  const { id, requestMediaTypes } = operation
  const takesBody = requestMediaTypes.length > 0
  const needsKey = operation.authenticated || !behaviour.public

  const refuse = (request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply =>
    send(request, reply, answers.refusal(problem), id)

  const run = (caller: Principal | undefined, request: Meanings[Id]['request']) => {
    if (behaviour.public) return behaviour.run(request)
    if (caller === undefined) throw new Error(`${id} was reached without a caller`)
    return behaviour.run(caller, request)
  }

  app.route<OperationRequest>({
    method: operation.method,
    url: routePattern(operation.path),

    async onRequest(request, reply) {
      request.startedAt = performance.now()
      if (needsKey) {
        const key = readApiKey(request.headers.authorization)
        if (!key.ok) return refuse(request, reply, key.problem)
        const owner = await authenticate(key.value)
        if (!owner.ok) return refuse(request, reply, owner.problem)
        request.caller = owner.value
      }
      if (takesBody && hasBody(request)) {
        const { 'content-type': type, 'content-encoding': encoding } = request.headers
        const problem = checkMediaType(requestMediaTypes, type, encoding)
        if (problem !== undefined) return refuse(request, reply, problem)
      }
      return undefined
    },

    async handler(request, reply) {
      const body = takesBody ? request.body : undefined
      if (body !== undefined && !body.ok) return refuse(request, reply, body.problem)
      const { params, query, headers } = request
      const decoded = operation.decodeRequest({ path: params, query, headers, body: body?.value })
      if (!decoded.ok) return refuse(request, reply, decoded.problem)
      const outcome = await run(request.caller, decoded.value)
      const packet = outcome.ok ? answers.success(outcome.value) : answers.refusal(outcome.problem)
      return send(request, reply, packet, id)
    },

    errorHandler(error, request, reply) {
      // Fastify would close the connection of a body it did not finish; a client that still sends would then get a
      // reset instead of the answer.
      reply.removeHeader('connection')
      const fault = faultOfRequest(error, bodyBytes)
      if (fault === undefined) logger.error({ err: error, operation: id }, 'a bug')
      refuse(request, reply, fault ?? internalProblem)
    },
  })
}

/** `/api/tools/{tool}` as the router writes it: `/api/tools/:tool`. Colons of the path itself are doubled. */
export function routePattern(path: string): string {
  return path.replaceAll(':', '::').replaceAll(/\{([^/{}]+)\}/g, ':$1')
}

function hasBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] === undefined ? headers['content-type'] !== undefined : headers['content-length'] !== '0'
}
