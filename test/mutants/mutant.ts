/** A service that is wrong in exactly one way, made by altering what travels to and from the mock. */
import { isDeepStrictEqual } from 'node:util'
import { loadContract } from '../../src/contract/index.ts'
import type { Carrier, Console, HttpAnswer, HttpRequest, Keys, WebhookWish } from '../../src/conformance/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject, JsonValue, OperationId } from '../../src/core/index.ts'

export interface Mutant {
  /** Stable: the kill matrix names it. */
  name: string
  /** What it does wrong, as a sentence. */
  wrong: string
  /** Alters requests and answers; made anew for each run, so that it may remember. The keys are those of the place. */
  carrier?: (forward: Carrier, keys: Keys) => Carrier
  /** The operations that the carrier alters; a case that calls none of them cannot tell the mutant from the mock. */
  operations?: readonly OperationId[]
  /** Alters what the service's console is told. */
  console?: (wish: WebhookWish) => WebhookWish
  /** Alters notifications between the mock and the suite's receiver; made anew for each webhook. */
  relay?: () => Relay
  /** Faults in what calls a webhook, which know of each other; made anew for each place. */
  inPlace?: () => PlaceFaults
}

export interface PlaceFaults {
  /** For requests with one of the place's keys. */
  carrier?: (forward: Carrier) => Carrier
  console?: (clean: Console) => Console
  /** For each webhook, in the order in which they are configured. */
  relay?: (wish: WebhookWish) => Relay
}

/** A notification on its way. */
export interface Notice {
  method: string
  /** The receiver's, as the console was told. */
  url: string
  /** Lower-case names, without those of the connection. */
  headers: Record<string, string>
  body: string
  /** Given when the mock no longer waits for an answer. */
  left: AbortSignal
}

/** Passes a notice on, or not, and gives the status that the mock is answered; `undefined` breaks the connection. */
export type Relay = (notice: Notice, forward: (notice: Notice) => Promise<number | undefined>) => Promise<number | undefined>

const { operations } = await loadContract()

/** The operation that a request is for, in any spelling of its path. */
export function operationOf({ method, url }: HttpRequest): OperationId | undefined {
  const path = decoded(new URL(url).pathname).toLowerCase().replace(/(?<=.)\/+$/, '')
  return Object.values(operations).find((operation) => operation.method === method && operation.path.toLowerCase() === path)?.id
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

type Alter = (
  request: HttpRequest,
  forward: (request: HttpRequest) => Promise<HttpAnswer>,
  id: OperationId,
) => Promise<HttpAnswer>

/**
 * A carrier that alters some operations and leaves the rest as it is. `make` is called for each run, and may keep what
 * one request has to know of another.
 */
export function altering(operations: readonly OperationId[], make: (keys: Keys) => Alter): Pick<Mutant, 'carrier' | 'operations'> {
  return {
    operations,
    carrier: (forward, keys) => {
      const alter = make(keys)
      return (request, signal) => {
        const id = operationOf(request)
        const isAltered = id !== undefined && operations.includes(id)
        return isAltered ? alter(request, (changed) => forward(changed, signal), id) : forward(request, signal)
      }
    },
  }
}

/** A carrier that may alter any request. */
export function alteringAll(
  make: (keys: Keys) => (request: HttpRequest, forward: (request: HttpRequest) => Promise<HttpAnswer>) => Promise<HttpAnswer>,
): Pick<Mutant, 'carrier'> {
  return {
    carrier: (forward, keys) => {
      const alter = make(keys)
      return (request, signal) => alter(request, (changed) => forward(changed, signal))
    },
  }
}

/** Whether the request's path is the operation's, in the contract's own spelling. */
export function isSpelledAsDocumented({ url }: HttpRequest, id: OperationId): boolean {
  return new URL(url).pathname === operations[id].path
}

/** Whether the request's path is the operation's in any spelling, whatever its method. */
export function isAt(request: HttpRequest, id: OperationId): boolean {
  return operationOf({ ...request, method: operations[id].method }) === id
}

/** The request with that key, or with the credentials taken away. */
export function withKey(request: HttpRequest, key: string | undefined): HttpRequest {
  const { authorization: _, ...headers } = request.headers
  return { ...request, headers: key === undefined ? headers : { ...headers, authorization: `Bearer ${key}` } }
}

export const everyAuthenticated: readonly OperationId[] = [
  'whoami',
  'runReport',
  'generateDocument',
  'writeRecords',
  'validateTaxId',
  'validateVatId',
]

export function textIn({ body }: { body?: string | Uint8Array }): string {
  if (body === undefined) return ''
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

/** The body of a request or an answer, where it is a JSON object. */
export function jsonOf(message: { body?: string | Uint8Array }): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(textIn(message))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The request with parts of its JSON body replaced; as it is when it has none, or nothing is to be replaced. */
export function withRequest(request: HttpRequest, change: (body: JsonObject) => JsonValue): HttpRequest {
  const body = jsonOf(request)
  if (body === undefined) return request
  const changed = change(body)
  return isDeepStrictEqual(changed, body) ? request : { ...request, body: JSON.stringify(changed) }
}

/** A successful answer with its JSON body changed; any other as it is. */
export function withAnswer(answer: HttpAnswer, change: (body: JsonObject) => JsonValue): HttpAnswer {
  const body = answer.status < 300 ? jsonOf(answer) : undefined
  if (body === undefined) return answer
  const changed = change(body)
  return isDeepStrictEqual(changed, body) ? answer : { ...answer, body: new TextEncoder().encode(JSON.stringify(changed)) }
}

export function answerOf(status: number, body: JsonValue | string = '', headers: Record<string, string> = {}): HttpAnswer {
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain' : 'application/json'
  return {
    status,
    headers: { 'content-type': type, ...headers },
    body: new TextEncoder().encode(isText ? body : JSON.stringify(body)),
  }
}
