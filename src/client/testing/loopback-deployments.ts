/** Deployments on the loopback interface, for tests: ones that keep a contract and ones that do not. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { Contract, Operation, WireAnswer } from '../../contract/index.ts'
import type { Meanings, OperationId, Outcome } from '../../core/index.ts'

export interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Deployment {
  url: string
  received: readonly Received[]
}

export type Answer = (request: Received, response: ServerResponse) => void

export type Handlers = {
  [Id in OperationId]?: (request: Meanings[Id]['request']) => Outcome<Meanings[Id]['answer']>
}

export interface LoopbackDeployments {
  listen(answer: Answer): Promise<Deployment>
  /** Gives everybody the same answer. */
  always(status: number, headers: Record<string, string>, body?: string | Uint8Array): Promise<Deployment>
  /** Keeps the contract: reads requests and writes answers by its names, below `prefix`. */
  deploy(contract: Contract, handlers: Handlers, prefix?: string): Promise<Deployment>
  /** Ends all of them, open connections included. */
  close(): Promise<void>
}

export function createLoopbackDeployments(): LoopbackDeployments {
  const servers: Server[] = []

  const listen = async (answer: Answer): Promise<Deployment> => {
    const received: Received[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        const whole = { method, url, headers, body: Buffer.concat(chunks).toString() }
        received.push(whole)
        answer(whole, response)
      })
    })
    servers.push(server.listen(0, '127.0.0.1'))
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    return { url: `http://127.0.0.1:${address.port}`, received }
  }

  return {
    listen,
    always: (status, headers, body = '') =>
      listen((_request, response) => response.writeHead(status, headers).end(body)),
    deploy: (contract, handlers, prefix = '') =>
      listen((request, response) => {
        const called = Object.values(contract.operations).find(
          ({ method, path }) => request.method === method && request.url === prefix + path,
        )
        const missed = () => contract.encodeProblem({ kind: 'notFound', message: `There is no ${request.url}.` })
        write(response, called === undefined ? missed() : answerOf(called, handlers, request))
      }),
    async close() {
      for (const server of servers.splice(0)) {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
      }
    },
  }
}

function answerOf<Id extends OperationId>(
  operation: Operation<Id>,
  handlers: Handlers,
  request: Received,
): WireAnswer {
  const body: unknown = request.body === '' ? undefined : JSON.parse(request.body)
  const read = operation.decodeRequest({ path: {}, query: {}, headers: request.headers, body })
  if (!read.ok) return operation.encodeProblem(read.problem)
  const handler: Handlers[Id] = handlers[operation.id]
  if (handler === undefined) return operation.encodeProblem({ kind: 'notFound', message: 'Nothing is set up here.' })
  const outcome = handler(read.value)
  return outcome.ok ? operation.encodeAnswer(outcome.value) : operation.encodeProblem(outcome.problem)
}

/** Writes an answer as HTTP. */
export function write(response: ServerResponse, { status, headers, mediaType, body }: WireAnswer): void {
  const json = mediaType?.endsWith('json') === true
  response.writeHead(status, mediaType === undefined ? headers : { ...headers, 'content-type': mediaType })
  response.end(json ? JSON.stringify(body) : body)
}
