/** Contracts that differ from the bundled one in one way, for tests. */
import { readFileSync } from 'node:fs'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { isJsonObject } from '../../core/index.ts'
import { createContract } from '../index.ts'
import type { Contract, WireAnswer, WireRequest } from '../index.ts'
import { bundledContract } from '../load.ts'

const bundle = readFileSync(bundledContract, 'utf8')

/** The contract after a change to its document, as an overlay would make it. */
export function changed(change: (document: JsonObject) => void): Contract {
  const document: JsonObject = JSON.parse(bundle)
  change(document)
  return createContract(document)
}

export function objectAt(document: JsonObject, ...path: string[]): JsonObject {
  let node: JsonValue | undefined = document
  for (const key of path) node = isJsonObject(node) ? node[key] : undefined
  if (!isJsonObject(node)) throw new Error(`nothing at ${path.join('/')}`)
  return node
}

export const schemaOf = (document: JsonObject, name: string) => objectAt(document, 'components', 'schemas', name)
export const propertiesOf = (document: JsonObject, name: string) => objectAt(schemaOf(document, name), 'properties')
export const operationAt = (document: JsonObject, path: string, method = 'post') => objectAt(document, 'paths', path, method)
export const jsonOf = (operation: JsonObject, status = '200') =>
  objectAt(operation, 'responses', status, 'content', 'application/json')

export const request = (parts: Partial<WireRequest>): WireRequest => ({ path: {}, query: {}, headers: {}, body: undefined, ...parts })
export const json = (body: unknown, status = 200): WireAnswer => ({ status, headers: {}, mediaType: 'application/json', body })
