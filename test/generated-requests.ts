/** Requests for the mock in which much exists: from the contract's schemas, and from narrower ones that get past its door. */
import type { JsonObject } from '../src/core/index.ts'
import { isJsonObject } from '../src/core/index.ts'
import { generateRequests as generate, postOperations } from '../suites/generated-requests.ts'
import type { GeneratedRequest, PostOperation } from '../suites/generated-requests.ts'

export { hugeRequests } from '../suites/generated-requests.ts'
export type { GeneratedRequest } from '../suites/generated-requests.ts'

export interface GenerationOptions {
  document: JsonObject
  key: string
  /** What exists on the mock, so that many requests get past its door. */
  known: Known
  count: number
  seed: number
}

export interface Known {
  reports: readonly string[]
  documents: readonly string[]
  /** Section id → JSON Schema of its records' fields. */
  sections: Readonly<Record<string, JsonObject>>
}

/** Schemas narrower than the contract's: reports and documents that exist, records as their sections have them. */
function knowingOperations({ reports, documents, sections }: Known): PostOperation[] {
  const object = (properties: JsonObject, required: string[]): JsonObject => ({ type: 'object', properties, required })
  const small: JsonObject = { type: 'integer', minimum: 1, maximum: 300 }
  const parameters = object({ id: small, customer_id: small, invoice_id: small, since: { type: 'string', format: 'date' } }, [])
  const flag: JsonObject = { type: 'boolean' }
  const writes = Object.entries(sections).map(([section, fields]) => {
    const deletion: JsonObject = { type: 'integer', enum: [0, 1] }
    const properties = { ...(isJsonObject(fields.properties) ? fields.properties : {}), eliminado: deletion }
    const operation = object({ section: { const: section }, id: small, fields: { ...fields, properties } }, ['section', 'fields'])
    return object({ operations: { type: 'array', minItems: 1, items: operation } }, ['operations'])
  })
  return [
    {
      path: '/api/reports',
      schema: object(
        { reportId: { enum: [...reports] }, page: small, resultsPerPage: small, withFiles: flag, safeColumnsName: flag, parameters },
        ['reportId'],
      ),
    },
    {
      path: '/api/dynamicdocuments',
      schema: object({ documentId: { enum: [...documents] }, format: { enum: ['html', 'json'] }, parameters }, ['documentId']),
    },
    ...writes.map((schema) => ({ path: '/api/writeoperations', schema })),
  ]
}

/** `count` requests, of all kinds that there are. */
export function generateRequests({ document, key, known, count, seed }: GenerationOptions): GeneratedRequest[] {
  return generate({ operations: [...postOperations(document), ...knowingOperations(known)], key, count, seed })
}
