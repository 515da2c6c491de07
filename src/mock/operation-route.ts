/** One operation of the contract as a route: key, body headers, meaning, service, answer. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest, RequestGenericInterface } from 'fastify'
import type { Operation } from '../contract/index.ts'
import { refusal } from '../core/index.ts'
import type { Meanings, OperationId, Outcome, Problem } from '../core/index.ts'
import type { Principal } from '../store/index.ts'
import type { Answers } from './answers.ts'
import { internalProblem } from './answers.ts'
import { readApiKey } from './authorization.ts'
import { parseJsonBody } from './json-body.ts'
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
  /** As it arrived; undefined when there was none. */
  Body: Buffer | undefined
}

/**
 * Mounts the operation. Refusals come in this order: 401 for the key, 415, 413 and 400 for the body, 422 for what it
 * says, then the service's own.
 */
export function mountOperation<Id extends OperationId>(app: FastifyInstance, deps: OperationRouteDeps<Id>): void {
  const { operation, behaviour, answers, authenticate, send, logger, bodyBytes } = deps
  const { id, requestMediaTypes } = operation
  const takesBody = requestMediaTypes.length > 0
  const needsKey = operation.authenticated || !behaviour.public

  const callerOf = (request: FastifyRequest): Outcome<Principal> | Promise<Outcome<Principal>> => {
    const key = readApiKey(request.headers.authorization)
    return key.ok ? authenticate(key.value) : key
  }
  const mediaProblem = ({ headers }: FastifyRequest): Problem | undefined =>
    takesBody && hasBody(headers)
      ? checkMediaType(requestMediaTypes, headers['content-type'], headers['content-encoding'])
      : undefined

  const meaningOf = (request: FastifyRequest<OperationRequest>): Outcome<Meanings[Id]['request']> => {
    const problem = mediaProblem(request)
    if (problem !== undefined) return refusal(problem)
    const body = takesBody && request.body !== undefined ? parseJsonBody(request.body) : undefined
    if (body !== undefined && !body.ok) return body
    const { params, query, headers } = request
    return operation.decodeRequest({ path: params, query, headers, body: body?.value })
  }
  const outcomeOf = async (request: FastifyRequest<OperationRequest>): Promise<Outcome<Meanings[Id]['answer']>> => {
    if (needsKey) {
      const caller = await callerOf(request)
      if (!caller.ok) return caller
      request.caller = caller.value
    }
    const meaning = meaningOf(request)
    if (!meaning.ok) return meaning
    if (behaviour.public) return behaviour.run(meaning.value)
    if (request.caller === undefined) throw new Error(`${id} was reached without a caller`)
    return behaviour.run(request.caller, meaning.value)
  }
  /** The refusal for an error that Fastify raised, or that a bug threw. */
  const problemOf = async (error: unknown, request: FastifyRequest): Promise<Problem> => {
    const fault = faultOfRequest(error, bodyBytes)
    if (fault === undefined) {
      logger.error({ err: error, operation: id }, 'a bug')
      return internalProblem
    }
    const caller = needsKey ? await callerOf(request) : undefined
    return caller?.ok === false ? caller.problem : (mediaProblem(request) ?? fault)
  }

  app.route<OperationRequest>({
    method: operation.method,
    url: routePattern(operation.path),
    onRequest(request, _reply, done) {
      request.startedAt = performance.now()
      done()
    },
    handler(request, reply) {
      outcomeOf(request)
        .then((outcome) => {
          const packet = outcome.ok ? answers.success(outcome.value) : answers.refusal(outcome.problem)
          send(request, reply, packet, id)
        })
        .catch((error: unknown) => reply.send(error))
    },
    async errorHandler(error, request, reply) {
      // Fastify would close the connection of a body it did not finish; a client that still sends would then get a
      // reset instead of the answer.
      reply.removeHeader('connection')
      return send(request, reply, answers.refusal(await problemOf(error, request)), id)
    },
  })
}

/** `/api/tools/{tool}` as the router writes it: `/api/tools/:tool`. Colons of the path itself are doubled. */
export function routePattern(path: string): string {
  return path.replaceAll(':', '::').replaceAll(/\{([^/{}]+)\}/g, ':$1')
}

/** A body is announced by its length or its coding (RFC 9112, section 6.3). */
function hasBody(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] === undefined ? headers['content-type'] !== undefined : headers['content-length'] !== '0'
}
