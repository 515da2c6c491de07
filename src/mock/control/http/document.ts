/** The control API's own OpenAPI document, from which its routes and checks are made. */
import { readFile } from 'node:fs/promises'
import { isJsonObject } from '../../../core/index.ts'
import type { JsonObject } from '../../../core/index.ts'

/** Lies beside `src`, and beside `dist` in a package. */
const location = new URL('../../../../openapi/control/openapi.yaml', import.meta.url)

export async function loadControlDocument(): Promise<JsonObject> {
  const [{ load }, text] = await Promise.all([import('js-yaml'), readFile(location, 'utf8')])
  const document: unknown = load(text)
  if (!isJsonObject(document)) throw new TypeError('the control document is no object')
  return document
}

/** An operation as the router needs it. */
export interface ControlOperation {
  id: string
  method: string
  /** Its segments; a parameter is an object. */
  segments: readonly (string | { parameter: string })[]
  /** Where it stands in the document, as a JSON pointer. */
  pointer: string
  /** Those of the path and the operation, references followed. */
  parameters: readonly JsonObject[]
  /** Undefined when it takes no body. */
  requestBody: JsonObject | undefined
  /** Of its success. */
  status: number
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

export function operationsOf(document: JsonObject): ControlOperation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) => {
    if (!isJsonObject(item)) return []
    return methods.flatMap((method): ControlOperation[] => {
      const operation = item[method]
      // Health and metrics are answered without any of this.
      if (!isJsonObject(operation) || operation['x-answered-apart'] === true) return []
      const { operationId, requestBody } = operation
      const parameters = [item['parameters'], operation['parameters']].flat().filter(isJsonObject)
      const statuses = Object.keys(objectAt(operation, 'responses'))
      return [{
        id: String(operationId),
        method: method.toUpperCase(),
        segments: path.slice(1).split('/').map((part) => {
          const parameter = /^\{(.+)\}$/.exec(part)?.[1]
          return parameter === undefined ? part : { parameter }
        }),
        pointer: `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
        parameters: parameters.map((parameter) => followed(document, parameter)),
        requestBody: isJsonObject(requestBody) ? requestBody : undefined,
        status: Number(statuses.find((status) => status.startsWith('2'))),
      }]
    })
  })
}

function objectAt(node: JsonObject, name: string): JsonObject {
  const value = node[name]
  return isJsonObject(value) ? value : {}
}

/** Only references into `components`, one deep, as this document has them. */
function followed(document: JsonObject, node: JsonObject): JsonObject {
  const reference = node['$ref']
  if (typeof reference !== 'string') return node
  const [, , kind = '', name = ''] = reference.split('/')
  return objectAt(objectAt(objectAt(document, 'components'), kind), name)
}
