/** Where an operation is and where the parts of its messages travel: methods, paths, parameters, headers, lists. */
import * as fc from 'fast-check'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { followReference } from '../../src/contract/schema.ts'
import { change, tokenName, wireName } from './change.ts'
import type { Change } from './change.ts'
import { attach, detach, objectAt, placeOf } from './places.ts'
import type { RolePlace } from './places.ts'
import { operationNamed } from './sayable.ts'

const callers: Record<string, string> = {
  ReportRequest: 'runReport',
  DocumentRequest: 'generateDocument',
  TaxIdRequest: 'validateTaxId',
  VatIdRequest: 'validateVatId',
}

/** A part of a request's body as a parameter; objects travel there as JSON. */
export function parametering(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const movable = places.filter(({ schema, fixed }) => callers[schema] !== undefined && !fixed.includes('place'))
  return fc.tuple(fc.constantFrom(...movable), fc.constantFrom('query', 'header'), tokenName, fc.boolean()).map(
    ([{ schema, role, fixed }, place, name, asJson]) =>
      change(`move ${role} of ${schema} to the ${place}${fixed.includes('name') ? '' : `, as ${name}`}${asJson ? ', as JSON' : ''}`, (document) =>
        toParameter(document, { schema, role, place, name: fixed.includes('name') ? undefined : name, asJson }),
      ),
  )
}

interface Move {
  schema: string
  role: string
  place: string
  name: string | undefined
  asJson: boolean
}

function toParameter(document: JsonObject, { schema, role, place, name, asJson }: Move): void {
  const operation = operationNamed(document, callers[schema] ?? '')
  const found = placeOf(document, schema, role)
  if (found === undefined || operation.requestBody === undefined) return
  const called = name ?? found.name
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  if (parameters.some((parameter) => isJsonObject(parameter) && String(parameter.name).toLowerCase() === called.toLowerCase())) return
  const required = detach(found)
  const needsJson = [found.schema.type ?? 'object'].flat().includes('object') && found.schema.enum === undefined
  const value = asJson || needsJson ? { content: { 'application/json': { schema: found.property } } } : { schema: found.property }
  operation.parameters = [...parameters, { name: called, in: place, ...(required ? { required } : {}), ...value }]
}

const tools = fc.constantFrom(
  { id: 'validateTaxId', schema: 'TaxIdRequest', value: 'taxId.value', others: ['taxId.name'] },
  { id: 'validateVatId', schema: 'VatIdRequest', value: 'vat.value', others: ['vat.country'] },
)

/** A tool at another path and by another method, its request in the path and the query where it has no body. */
export function calling(): fc.Arbitrary<Change> {
  const method = fc.constantFrom('get', 'put', 'patch', 'delete', 'post')
  const path = fc.constantFrom('aeat', 'VIES', 'nif-iva', 'valida.identificador', 'x/y', 'taxid', 'a:b')
  return fc.tuple(tools, method, path, fc.boolean()).map(([tool, verb, last, inPath]) =>
    change(`ask ${tool.id} by ${verb.toUpperCase()} at ${last}${inPath ? ', its value in the path' : ''}`, (document) => {
      const paths = objectAt(document, 'paths')
      const target = `/api/tools/${last}-${tool.value.slice(0, 3)}${inPath ? '/{valor}' : ''}`
      const operation = operationNamed(document, tool.id)
      const [was] = Object.entries(paths).find(([, item]) => isJsonObject(item) && Object.values(item).includes(operation)) ?? []
      if (was === undefined || paths[target] !== undefined || was.includes('{')) return
      if (inPath) valueIntoPath(document, operation, tool)
      if (inPath && !hasPathParameter(operation)) return
      if (verb === 'get') {
        for (const [index, role] of [tool.value, ...tool.others].entries()) {
          toParameter(document, { schema: tool.schema, role, place: 'query', name: `q${index}`, asJson: false })
        }
        delete operation.requestBody
      }
      delete paths[was]
      paths[target] = { [verb]: operation }
    }),
  )
}

function valueIntoPath(document: JsonObject, operation: JsonObject, { schema, value }: { schema: string; value: string }): void {
  const found = placeOf(document, schema, value)
  if (found === undefined || operation.requestBody === undefined) return
  detach(found)
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  operation.parameters = [...parameters, { name: 'valor', in: 'path', required: true, schema: found.property }]
}

function hasPathParameter({ parameters }: JsonObject): boolean {
  return Array.isArray(parameters) && parameters.some((parameter) => isJsonObject(parameter) && parameter.in === 'path')
}

/** Any spelling of a path is the same (PATH-1). */
export function casing(): fc.Arbitrary<Change> {
  return fc.constantFrom('whoami', 'runReport', 'writeRecords').map((id) =>
    change(`write the path of ${id} in capitals`, (document) => {
      const paths = objectAt(document, 'paths')
      const operation = operationNamed(document, id)
      document.paths = Object.fromEntries(
        Object.entries(paths).map(([path, item]) => [isJsonObject(item) && Object.values(item).includes(operation) ? path.toUpperCase() : path, item]),
      )
    }),
  )
}

const lists = [
  { schema: 'WriteRequest', role: 'write.operations' },
  { schema: 'WriteAnswer', role: 'write.results' },
  { schema: 'ReportPage', role: 'report.rows' },
] as const

/** A list as the whole body. What stood beside it is lost, unless it was put in headers before. */
export function baring(): fc.Arbitrary<Change> {
  return fc.constantFrom(...lists).map(({ schema, role }) =>
    change(`let ${role} be the whole of ${schema}`, (document) => {
      const found = placeOf(document, schema, role)
      if (found === undefined) return
      const { schemas } = objectAt(document, 'components')
      if (isJsonObject(schemas)) schemas[schema] = followReference(document, found.property)
    }),
  )
}

const answerHeaders = ['report.totalRows', 'report.totalPages', 'report.page', 'report.pageSize', 'user.id', 'user.login', 'vat.country', 'taxId.kind']

/** A part of an answer in a header. */
export function heading(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const operations: Record<string, string> = { ReportPage: 'runReport', User: 'whoami', VatIdVerdict: 'validateVatId', TaxIdVerdict: 'validateTaxId' }
  const movable = places.filter(({ schema, role }) => operations[schema] !== undefined && answerHeaders.includes(role))
  return fc.tuple(fc.constantFrom(...movable), tokenName).map(([{ schema, role }, name]) =>
    change(`move ${role} of ${schema} to the header ${name}`, (document) => {
      const response = successOf(document, operations[schema] ?? '')
      const found = placeOf(document, schema, role)
      const headers = isJsonObject(response?.headers) ? response.headers : {}
      if (response === undefined || found === undefined) return
      if (Object.keys(headers).some((other) => other.toLowerCase() === name.toLowerCase())) return
      const required = detach(found)
      response.headers = { ...headers, [name]: { ...(required ? { required } : {}), schema: found.property } }
    }),
  )
}

function successOf(document: JsonObject, id: string): JsonObject | undefined {
  const responses = objectAt({ operation: operationNamed(document, id) }, 'operation', 'responses')
  return Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') && isJsonObject(response) ? [response] : []))[0]
}

/** Whether there are more pages, told by a flag; instead of totals or beside them. */
export function promising(): fc.Arbitrary<Change> {
  return fc.tuple(wireName, fc.boolean()).map(([name, inHeader]) =>
    change(`tell report.hasMore in the ${inHeader ? 'header X-Mas' : `property ${name}`}`, (document) => {
      const schema: JsonObject = { type: 'boolean', 'x-role': 'report.hasMore' }
      const page = objectAt(document, 'components', 'schemas', 'ReportPage')
      const response = successOf(document, 'runReport')
      if (placeOf(document, 'ReportPage', 'report.hasMore') !== undefined || response === undefined) return
      const headers = isJsonObject(response.headers) ? response.headers : {}
      if (headers['X-Mas'] !== undefined) return
      if (inHeader) response.headers = { ...headers, 'X-Mas': { required: true, schema } }
      else if (isJsonObject(page.properties)) attach(page, name, schema, true)
    }),
  )
}

export function succeeding(): fc.Arbitrary<Change> {
  const ids = fc.constantFrom('whoami', 'runReport', 'generateDocument', 'writeRecords', 'validateTaxId', 'validateVatId')
  return fc.tuple(ids, fc.constantFrom('201', '2XX', '299')).map(([id, key]) =>
    change(`answer ${id} with ${key}`, (document) => {
      const operation = operationNamed(document, id)
      const responses = objectAt({ operation }, 'operation', 'responses')
      operation.responses = Object.fromEntries(Object.entries(responses).map(([status, response]) => [status === '200' ? key : status, response]))
    }),
  )
}

/** A part of a notification in a header. */
export function announcing(places: readonly RolePlace[]): fc.Arbitrary<Change> {
  const parts = places.filter(({ schema, role }) => schema === 'RecordChanged' && role !== 'event.record')
  return fc.tuple(fc.constantFrom(...parts), tokenName).map(([{ schema, role }, name]) =>
    change(`tell ${role} in the header ${name}`, (document) => {
      const found = placeOf(document, schema, role)
      const hook = operationNamed(document, 'recordChanged')
      const parameters = Array.isArray(hook.parameters) ? hook.parameters : []
      if (found === undefined) return
      if (parameters.some((parameter) => isJsonObject(parameter) && String(parameter.name).toLowerCase() === name.toLowerCase())) return
      const required = detach(found)
      hook.parameters = [...parameters, { name, in: 'header', ...(required ? { required } : {}), schema: found.property }]
    }),
  )
}

const word: JsonObject = { type: 'string', 'x-role': 'document.format', 'x-values': { html: 'H', json: 'J', pdf: 'P' } }
const content: JsonObject = { 'x-role': 'document.content' }

/** Ways to answer documents other than one media type for each format. */
const documentAnswers: Record<string, { headers?: JsonObject; content: JsonObject }> = {
  'in base64, with the format': { content: inJson({ fichero: { ...content, contentEncoding: 'base64' }, tipo: word }) },
  'in base16, without the format': { content: inJson({ datos: { type: 'object', properties: { x: { ...content, contentEncoding: 'base16' } } } }) },
  'as they are in JSON': { content: inJson({ fichero: content, tipo: word }) },
  'as text in JSON': { content: inJson({ fichero: { ...content, type: 'string' }, tipo: word }) },
  'in JSON, each format under a name of its own': {
    content: inJson({
      pagina: { type: 'string', 'x-role': 'document.html' },
      valor: { 'x-role': 'document.json' },
      pdf: { type: 'string', contentEncoding: 'base64url', 'x-role': 'document.pdf' },
    }),
  },
  'as bytes, the format in a header': {
    headers: { 'X-Formato': { schema: { ...word, 'x-values': { html: 1, json: 2, pdf: 3 }, type: 'integer' } } },
    content: { 'application/octet-stream': { schema: content } },
  },
  'as bytes and no more': { content: { 'application/octet-stream': { schema: content } } },
  'each as another media type': {
    content: {
      'application/pdf': { schema: { 'x-role': 'document.pdf' } },
      'application/xhtml+xml': { schema: { 'x-role': 'document.html' } },
      'application/vnd.doc+json': { schema: { 'x-role': 'document.json' } },
    },
  },
}

function inJson(properties: JsonObject): JsonObject {
  return { 'application/json': { schema: { type: 'object', properties } } }
}

export function documenting(): fc.Arbitrary<Change> {
  return fc.constantFrom(...Object.entries(documentAnswers)).map(([how, answer]) =>
    change(`answer documents ${how}`, (document) => {
      const response = successOf(document, 'generateDocument')
      if (response === undefined) return
      delete response.content
      Object.assign(response, structuredClone(answer))
    }),
  )
}
