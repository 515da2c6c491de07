/** The control API: from an HTTP request to an action and back. */
import { isJsonObject, refusal, success } from '../../../core/index.ts'
import type { Outcome } from '../../../core/index.ts'
import type { ControlAnswer, ControlRequest, ControlRoute } from '../../control-exchange.ts'
import { problemOf } from '../../failure.ts'
import { parseJsonBody } from '../../json-body.ts'
import { checkMediaType } from '../../media-type.ts'
import { refusedAccess } from '../access.ts'
import type { ControlDeps } from '../control-deps.ts'
import { controlHeaders, controlProblem } from '../problem-answer.ts'
import { notFound } from '../refusals.ts'
import { refusedCharacters } from './characters.ts'
import { createChecks } from './checks.ts'
import type { Checks } from './checks.ts'
import { loadControlDocument, operationsOf } from './document.ts'
import type { ControlOperation } from './document.ts'
import { createHandlers } from './handlers.ts'
import type { Handlers } from './handlers.ts'

export async function createControlApi(deps: ControlDeps): Promise<ControlRoute> {
  const document = await loadControlDocument()
  const operations = operationsOf(document)
  const checks = createChecks(document)
  const handlers = createHandlers(deps, document)

  return async (request) => {
    const refused = refusedAccess(deps.access, request)
    if (refused !== undefined) return controlProblem(refused)
    const url = URL.canParse(request.target, 'http://control') ? new URL(request.target, 'http://control') : undefined
    const found = url === undefined ? notFound('The path cannot be read.') : routed(operations, request.method, url.pathname)
    if ('ok' in found) return controlProblem(found.problem)
    const outcome = await call(handlers, checks, found, request, url?.searchParams ?? new URLSearchParams()).catch(
      unavailableOrBug,
    )
    return outcome.ok ? answerOf(found.operation, outcome.value) : controlProblem(outcome.problem)
  }
}

/** A store that is away is no bug of the control API. */
function unavailableOrBug(error: unknown): ReturnType<typeof refusal> {
  const problem = problemOf(error)
  if (problem.kind === 'internal') throw error
  return refusal(problem)
}

interface Routed {
  operation: ControlOperation
  parameters: ReadonlyMap<string, string>
}

function routed(
  operations: readonly ControlOperation[],
  method: string,
  path: string,
): Routed | ReturnType<typeof refusal> {
  const parts = path.replace(/^\/+|\/+$/g, '').split('/').map(decoded)
  const here = operations.flatMap((operation) => {
    const parameters = parametersOf(operation, parts)
    return parameters === undefined ? [] : [{ operation, parameters }]
  })
  const found = here.find(({ operation }) => operation.method === method)
  if (found !== undefined) return found
  if (here.length === 0) return notFound(`The control API has no ${path}; GET /_ensayo/openapi.json says what it has.`)
  const allow = here.map(({ operation }) => operation.method)
  const message = `${method} is not a method of ${path}; send ${allow.join(' or ')}.`
  return refusal({ kind: 'methodNotAllowed', message, allow })
}

function parametersOf({ segments, parameters: declared }: ControlOperation, parts: readonly string[]): Map<string, string> | undefined {
  if (segments.length !== parts.length) return undefined
  const parameters = new Map<string, string>()
  for (const [at, segment] of segments.entries()) {
    const part = parts[at] ?? ''
    if (typeof segment === 'string') {
      if (segment !== part) return undefined
      continue
    }
    const schema = declared.find(({ name }) => name === segment.parameter)?.['schema']
    if (isJsonObject(schema) && schema['type'] === 'integer' && !/^\d{1,15}$/.test(part)) return undefined
    parameters.set(segment.parameter, part)
  }
  return parameters
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

async function call(
  handlers: Handlers,
  checks: Checks,
  { operation, parameters }: Routed,
  request: ControlRequest,
  query: URLSearchParams,
): Promise<Outcome<unknown>> {
  const read = bodyOf(operation, request)
  if (!read.ok) return read
  const refused = refusedCharacters({ path: parameters, query, body: read.value })
  if (refused !== undefined) return refused
  const id = Object.keys(handlers).find((known): known is keyof Handlers => known === operation.id)
  if (id === undefined) throw new Error(`nothing carries out ${operation.id}`)
  const path = (name: string): string => {
    const value = parameters.get(name)
    if (value === undefined) throw new Error(`${operation.id} has no ${name} in its path`)
    return value
  }
  const asked = checks.query(operation, query)
  if (!asked.ok) return asked
  const body = read.value === undefined ? read : checks.body(operation, read.value)
  if (!body.ok) return body
  // Each handler takes what the schemas of its operation let through: `bodies.ts` says the same in types.
  const handler = handlers[id] as (call: Checked) => Promise<Outcome<unknown>>
  return handler({ body: body.value, query: asked.value, path })
}

interface Checked {
  body: unknown
  query: unknown
  path(name: string): string
}

function bodyOf({ requestBody }: ControlOperation, { headers: sent, body: bytes }: ControlRequest): Outcome<unknown> {
  if (requestBody === undefined) return success(undefined)
  if (bytes.length === 0) {
    if (requestBody['required'] !== true) return success(undefined)
    return refusal({ kind: 'malformed', message: 'This operation needs a JSON body.' })
  }
  const type = sent['content-type']
  const problem = checkMediaType(['application/json'], Array.isArray(type) ? type[0] : type, undefined)
  return problem === undefined ? parseJsonBody(bytes) : refusal(problem)
}

function answerOf({ status }: ControlOperation, value: unknown): ControlAnswer {
  if (status === 204) return { status, headers: controlHeaders, body: '' }
  return { status, headers: { ...controlHeaders, 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}
