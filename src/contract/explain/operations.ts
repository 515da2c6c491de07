import { isJsonObject } from '../../core/index.ts'
import type { OperationId } from '../../core/index.ts'
import { operationNeeds } from '../roles.ts'
import type { Document } from '../schema.ts'
import type { HttpMethod } from '../types.ts'
import { basisOf } from '../basis.ts'
import type { ExplainedOperation, ExplainedSection } from './explanation.ts'
import { memberOf, membersOf } from '../located.ts'
import type { Located } from '../located.ts'
import { bodyRows, deliveryRows, parameterRows, responseRows, securityRows } from './messages.ts'
import type { FoundRow } from './messages.ts'

export type FoundOperation = Omit<ExplainedOperation, 'rows' | 'replaced'> & { rows: readonly FoundRow[] }
export type FoundSection = Omit<ExplainedSection, 'replaced'>

const methods: readonly HttpMethod[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']

/** The operations that the toolkit knows, in the order of the document, then the notification. */
export function operationsOf(document: Document): FoundOperation[] {
  const root: Located = { node: document, pointer: '' }
  const inbound = membersOf(document, root, 'paths').flatMap(([path, pathItem]) =>
    methods.flatMap((method) => {
      const operation = memberOf(document, pathItem, method.toLowerCase())
      const id = operation?.node.operationId
      if (operation === undefined || !isOperationId(id)) return []
      const rows = [
        ...securityRows(document, operation, 'request'),
        ...parameterRows(document, pathItem, operation),
        ...bodyRows(document, operation, 'request'),
        ...responseRows(document, operation),
      ]
      return [described({ id, kind: 'operation', method, path, rows }, operation)]
    }),
  )
  const webhooks = membersOf(document, root, 'webhooks').flatMap(([name, pathItem]) => {
    const operation = memberOf(document, pathItem, 'post')
    if (operation === undefined || name !== 'recordChanged') return []
    const rows = [
      ...securityRows(document, operation, 'notification'),
      ...bodyRows(document, operation, 'notification'),
      ...responseRows(document, operation),
      ...deliveryRows(document, operation),
    ]
    return [described({ id: 'recordChanged', kind: 'notification', method: 'POST', path: '', rows }, operation)]
  })
  return [...inbound, ...webhooks]
}

function isOperationId(name: unknown): name is OperationId {
  return typeof name === 'string' && Object.hasOwn(operationNeeds, name)
}

function described(
  found: Pick<FoundOperation, 'id' | 'kind' | 'method' | 'path' | 'rows'>,
  { node }: Located,
): FoundOperation {
  const basis = basisOf(node)
  const absent = node['x-role-absent']
  return {
    ...found,
    summary: typeof node.summary === 'string' ? node.summary : found.id,
    ...(basis === undefined ? {} : { basis }),
    absent: Array.isArray(absent) ? absent.filter((role) => typeof role === 'string') : [],
  }
}

/** `x-sections`, the toolkit's names → the deployment's. */
export function sectionsOf(document: Document): FoundSection[] {
  const root: Located = { node: document, pointer: '' }
  return membersOf(document, root, 'x-sections').flatMap(([id, { node }]) => {
    if (id.startsWith('x-')) return []
    const basis = basisOf(node)
    const fields = isJsonObject(node.fields) ? node.fields : {}
    const names = Object.entries(fields).flatMap(([field, name]) => (typeof name === 'string' ? [[field, name]] : []))
    return [
      {
        id,
        name: typeof node.name === 'string' ? node.name : id,
        fields: Object.fromEntries(names),
        ...(basis === undefined ? {} : { basis }),
      },
    ]
  })
}
