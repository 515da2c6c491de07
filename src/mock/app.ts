/** The mock as a web application: routes made from the contract, apart from any process or port. */
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contract } from '../contract/index.ts'
import type { OperationId } from '../core/index.ts'
import { success } from '../core/index.ts'
import type { DemoKey, Service } from '../service/index.ts'
import type { SandboxId } from '../store/index.ts'
import { createAnswers, internalProblem, packProblem } from './answers.ts'
import { createBatch } from './batch.ts'
import { writeConnectionFault } from './connection-fault.ts'
import type { ControlRoute } from './control-exchange.ts'
import { mountControl } from './control-route.ts'
import type { ControlAccess } from './control/index.ts'
import type { Interference } from './faults/index.ts'
import { mountHealth } from './health/index.ts'
import type { Health } from './health/index.ts'
import type { Journal } from './journal/index.ts'
import type { Limits } from './limits.ts'
import type { Logger } from './logging/index.ts'
import { mountMetrics } from './metrics/index.ts'
import type { Metrics } from './metrics/index.ts'
import { createMissExplainer } from './missed-route.ts'
import { mountOperation } from './operation-route.ts'
import type { Behaviour } from './operation-route.ts'
import { mountPlayground } from './playground/index.ts'
import { readBody } from './request-body.ts'
import { unreadablePath } from './request-fault.ts'
import { createSend } from './sender.ts'

export interface MockAppDeps {
  contract: Contract
  service: Service
  logger: Logger
  journal: Pick<Journal, 'add'>
  interference: Interference
  /** Whose faults concern requests that no key brings. */
  defaultSandbox: SandboxId
  /** Answers what is asked under `/_ensayo`. */
  control: ControlRoute
  /** Offered by the playground; none by default. */
  demoKeys?: readonly DemoKey[]
  limits: Limits
  health: Health
  metrics: Metrics
  /** Who may read the metrics. */
  access: ControlAccess
  /** How many deliveries are not over. */
  queued(): Promise<number>
}

/**
 * Builds the application. Every operation of the contract is mounted at its method and path, in any spelling
 * (PATH-1); everything else is refused in the contract's error shape. Nothing is shared between two of them.
 */
export function createMockApp(deps: MockAppDeps): FastifyInstance {
  const { contract, service, logger, journal, interference, defaultSandbox, demoKeys = [], metrics } = deps
  const { headBytes, bodyBytes, requestMs } = deps.limits
  const send = createSend({ logger, journal, metrics })
  const explainMiss = createMissExplainer(contract)
  // After everything was read that had arrived.
  const arrived = createBatch(setImmediate)

  const refuseMiss = (request: FastifyRequest, reply: FastifyReply): void => {
    const problem = explainMiss(request.method, decodedPath(request.url))
    request.problem = problem
    send(request, reply, packProblem(contract, problem), undefined)
  }

  const refuseUnrouted = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isPath = error.code === 'FST_ERR_BAD_URL'
    if (!isPath) logger.error({ err: error }, 'a bug')
    request.problem = isPath ? unreadablePath : internalProblem
    send(request, reply, packProblem(contract, request.problem), undefined)
  }

  const app = Fastify({
    logger: false,
    requestTimeout: requestMs,
    http: {
      // Spares requests without a body the machinery of a stream that only ends.
      optimizeEmptyRequests: true,
      maxHeaderSize: headBytes,
      // The head is a part of the request; what never says anything is counted from its connecting.
      headersTimeout: requestMs,
      // Node looks for those that are late only so often.
      connectionsCheckingInterval: Math.min(5000, Math.max(50, Math.ceil(requestMs / 4))),
    },
    // Requests that still arrive while the mock closes are answered like any other.
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, maxParamLength: headBytes },
    frameworkErrors: refuseUnrouted,
    // The contract validates and the mock serialises. Without these, Fastify loads its own tools for both at once.
    schemaController: { compilersFactory: { buildValidator: notUsed, buildSerializer: notUsed } },
    clientErrorHandler: (error, socket) => writeConnectionFault({ error, socket, contract, logger, headBytes }),
  })
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('bytes', undefined)
  app.decorateRequest('problem', undefined)
  app.decorateRequest('judgement', undefined)

  app.removeAllContentTypeParsers()
  // Named besides the wildcard because Fastify only remembers the parser of a type that has a name.
  const operations = Object.values(contract.operations)
  const mediaTypes = new Set(operations.flatMap(({ requestMediaTypes }) => requestMediaTypes))
  app.addContentTypeParser([...mediaTypes, '*'], (request, message, done) => {
    readBody(message, bodyBytes, (body) => {
      if (body.ok) request.bytes = body.value
      done(null, body)
    })
  })
  app.setNotFoundHandler(refuseMiss)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // Where there is no operation, it does not matter what is wrong with the body.
    if (request.is404) refuseMiss(request, reply)
    else refuseUnrouted(error, request, reply)
  })

  const behaviours = behavioursOf(service)
  const mount = <Id extends OperationId>(id: Id) => {
    const operation = contract.operations[id]
    mountOperation(app, {
      operation,
      behaviour: behaviours[id],
      answers: createAnswers(operation, logger),
      authenticate: (key) => service.authenticate(key),
      interference,
      defaultSandbox,
      send,
      arrived,
      logger,
    })
  }
  mount('ping')
  mount('whoami')
  mount('runReport')
  mount('generateDocument')
  mount('writeRecords')
  mount('validateTaxId')
  mount('validateVatId')
  mountHealth(app, deps.health)
  mountMetrics(app, { metrics, access: deps.access, queued: () => deps.queued(), logger })
  mountControl(app, { control: deps.control, logger })
  mountPlayground(app, { document: contract.document, demoKeys, send })
  return app
}

function notUsed(): never {
  throw new Error('no route of the mock has a schema of its own')
}

/** PING-2: frozen, so that the answer is made once. */
const greeting = Object.freeze({ greeting: 'The service is running. (This is ensayo, a rehearsal of it.)' })

function behavioursOf(service: Service): { [Id in OperationId]: Behaviour<Id> } {
  return {
    ping: { public: true, run: async () => success(greeting) },
    whoami: { public: false, run: (caller) => service.whoami(caller) },
    runReport: { public: false, run: (caller, request) => service.runReport(caller, request) },
    generateDocument: { public: false, run: (caller, request) => service.generateDocument(caller, request) },
    writeRecords: { public: false, run: (caller, request) => service.writeRecords(caller, request) },
    validateTaxId: { public: false, run: (caller, request) => service.validateTaxId(caller, request) },
    validateVatId: { public: false, run: (caller, request) => service.validateVatId(caller, request) },
  }
}

function decodedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
