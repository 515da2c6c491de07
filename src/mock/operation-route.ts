/** One operation of the contract as a route: key, body headers, meaning, service, answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestGenericInterface } from 'fastify'
import type { Operation } from '../contract/index.ts'
import { refusal } from '../core/index.ts'
import type { Meanings, OperationId, Outcome, Problem } from '../core/index.ts'
import type { Principal, SandboxId } from '../store/index.ts'
import type { Answers } from './answers.ts'
import { problemOf } from './failure.ts'
import { readApiKey, refuseSeveralKeys } from './authorization.ts'
import type { Batch } from './batch.ts'
import { insteadOf } from './faults/index.ts'
import type { Interference } from './faults/index.ts'
import { parseJsonBody } from './json-body.ts'
import type { Logger } from './logging/index.ts'
import { checkMediaType } from './media-type.ts'
import { announcesBody } from './request-body.ts'
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
  interference: Interference
  /** Whose faults concern requests without a caller. */
  defaultSandbox: SandboxId
  send: Send
  /** Where requests are put that have arrived, to be carried out. */
  arrived: Batch
  logger: Logger
}

interface OperationRequest extends RequestGenericInterface {
  Params: Record<string, string>
  Querystring: Record<string, string | string[]>
  /** The bytes; undefined when none were announced. */
  Body: Outcome<Buffer> | undefined
}

const noParameters: Record<string, string> = Object.freeze({})

/**
 * Mounts the operation. Refusals come in this order: 401 for the key, those ordered for a test, 415, 413 and 400 for the body, 422 for
 * what it says, then the service's own.
 */
export function mountOperation<Id extends OperationId>(app: FastifyInstance, deps: OperationRouteDeps<Id>): void {
  const { operation, behaviour, answers, authenticate, interference, defaultSandbox, send, arrived, logger } = deps
  const { id, requestMediaTypes } = operation
  const takesBody = requestMediaTypes.length > 0
  const needsKey = operation.authenticated || !behaviour.public
  const pattern = routePattern(operation.path)

  const callerOf = (request: FastifyRequest): Outcome<Principal> | Promise<Outcome<Principal>> => {
    const key = refuseSeveralKeys(request.raw.rawHeaders) ?? readApiKey(request.headers.authorization)
    return key.ok ? authenticate(key.value) : key
  }
  const pathOf = (params: Record<string, string>): Record<string, string> =>
    pattern.parameters.length === 0
      ? noParameters
      : Object.fromEntries(pattern.parameters.map((name, index) => [name, params[`p${index}`] ?? '']))
  const mediaProblem = ({ headers }: FastifyRequest): Problem | undefined =>
    takesBody && announcesBody(headers)
      ? checkMediaType(requestMediaTypes, headers['content-type'], headers['content-encoding'])
      : undefined

  const meaningOf = (request: FastifyRequest<OperationRequest>): Outcome<Meanings[Id]['request']> => {
    const problem = mediaProblem(request)
    if (problem !== undefined) return refusal(problem)
    const bytes = takesBody ? request.body : undefined
    if (bytes !== undefined && !bytes.ok) return bytes
    const body = bytes === undefined ? undefined : parseJsonBody(bytes.value)
    if (body !== undefined && !body.ok) return body
    const { query, headers } = request
    return operation.decodeRequest({ path: pathOf(request.params), query, headers, body: body?.value })
  }
  const outcomeOf = async (request: FastifyRequest<OperationRequest>): Promise<Outcome<Meanings[Id]['answer']>> => {
    if (needsKey) {
      const caller = await callerOf(request)
      if (!caller.ok) return caller
      request.caller = caller.value
    }
    const { prefer } = request.headers
    if (interference.possible(prefer)) {
      const judgement = await interference.with(request.caller?.sandbox ?? defaultSandbox, id, prefer)
      request.judgement = judgement
      const instead = judgement && insteadOf(judgement)
      if (instead !== undefined) return instead
    }
    const meaning = meaningOf(request)
    if (!meaning.ok) return meaning
    if (behaviour.public) return behaviour.run(meaning.value)
    if (request.caller === undefined) throw new Error(`${id} was reached without a caller`)
    return behaviour.run(request.caller, meaning.value)
  }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemOf(error)
    if (problem.kind === 'internal') logger.error({ err: error, operation: id }, 'a bug')
    else logger.error({ operation: id, reason: problem.message }, 'the store cannot be used')
    try {
      request.problem = problem
      send(request, reply, answers.refusal(problem), id)
    } catch (another) {
      // The answer is already on its way, or the contract cannot even express the failure.
      logger.error({ err: another, operation: id }, 'a bug')
      reply.raw.destroy()
    }
  }
  // Continuations instead of an async handler: Fastify's wrapping of promises is felt on a request this short.
  const carryOut = (request: FastifyRequest<OperationRequest>, reply: FastifyReply): void => {
    outcomeOf(request)
      .then((outcome) => {
        if (!outcome.ok) request.problem = outcome.problem
        const packet = outcome.ok ? answers.success(outcome.value) : answers.refusal(outcome.problem)
        send(request, reply, packet, id)
      })
      .catch((error: unknown) => fail(error, request, reply))
  }
  const answer = (request: FastifyRequest<OperationRequest>, reply: FastifyReply): void =>
    arrived.add(() => carryOut(request, reply))

  app.route<OperationRequest>({
    method: operation.method,
    url: pattern.url,
    onRequest(request, _reply, done) {
      request.startedAt = performance.now()
      done()
    },
    handler: answer,
    errorHandler(error, request, reply) {
      // Fastify stops at a Content-Type that it cannot read; here it is refused in its turn, after the key.
      if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') answer(request, reply)
      else fail(error, request, reply)
    },
  })
}

/**
 * `/api/tools/{tax-id}` for the router: `/api/tools/:p0`, and that p0 is called `tax-id`. The router would end a
 * name at a hyphen. Colons of the path itself are doubled.
 */
function routePattern(path: string): { url: string; parameters: string[] } {
  const parameters: string[] = []
  const url = path.replaceAll(':', '::').replaceAll(/\{([^/{}]+)\}/g, (_whole, name: string) => {
    parameters.push(name)
    return `:p${parameters.length - 1}`
  })
  return { url, parameters }
}
