/** Which operation of the contract a request means, in whichever letter case its path is written (PATH-1). */
import type { Contract, Operation, WireRequest } from '../../contract/index.ts'
import type { OperationId } from '../../core/index.ts'
import type { HttpRequest } from '../../conformance/index.ts'

export interface KnownRequest {
  operation: Operation<OperationId>
  /** The path as the contract spells it, below the base URL and without a query. */
  path: string
  wire: WireRequest
  /** Why the body cannot be read as what it calls itself; absent when it can, or there is none. */
  unreadable?: 'media type' | 'malformed JSON'
}

/** Undefined when the contract knows no such path or method. A body that is not JSON is none. */
export function knownRequest(contract: Contract, baseUrl: string, request: HttpRequest): KnownRequest | undefined {
  const [rawPath = '', query = ''] = request.url.slice(baseUrl.length).split('#')[0]?.split('?') ?? []
  const found = rawPath.split('/').map(decoded)
  for (const operation of Object.values(contract.operations)) {
    if (operation.method !== request.method.toUpperCase()) continue
    const wanted = operation.path.split('/')
    const parameters: Record<string, string> = {}
    const fits = wanted.length === found.length && wanted.every((segment, at) => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1]
      if (name !== undefined) parameters[name] = found[at] ?? ''
      return name !== undefined || segment.toLowerCase() === found[at]?.toLowerCase()
    })
    if (!fits) continue
    const path = wanted.map((segment, at) => (segment.startsWith('{') ? encodeURIComponent(found[at] ?? '') : segment)).join('/')
    const { headers, body } = request
    const unreadable = unreadability(operation, request)
    return {
      operation,
      path,
      wire: { path: parameters, query: queryOf(query), headers, body: unreadable === undefined ? jsonIn(body) : undefined },
      ...(unreadable === undefined ? {} : { unreadable }),
    }
  }
  return undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function queryOf(query: string): WireRequest['query'] {
  const parameters = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const [first = '', ...others] = parameters.getAll(name)
      return [name, others.length === 0 ? first : [first, ...others]]
    }),
  )
}

function unreadability({ requestMediaTypes }: Operation<OperationId>, { headers, body }: HttpRequest): KnownRequest['unreadable'] {
  if (body === undefined || body.length === 0 || requestMediaTypes.length === 0) return undefined
  const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!requestMediaTypes.includes(mediaType)) return 'media type'
  return /[/+]json$/.test(mediaType) && jsonIn(body) === undefined ? 'malformed JSON' : undefined
}

function jsonIn(body: HttpRequest['body']): unknown {
  if (body === undefined) return undefined
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
