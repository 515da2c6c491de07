/** Everything in a contract that a statement can be about. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { basisOf } from '../basis.ts'
import { elements, members, membersOf, placeAt } from './place.ts'
import type { Place } from './place.ts'
import { mediaTypes, schemaAspects } from './subject.ts'
import type { Aspects, Subject } from './subject.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Whether a response, with all its parts, is worth looking at. */
export type Wanted = (response: string, place: Place) => boolean

/** One side of an operation's conversation. */
interface Side {
  document: JsonObject
  operation: string
  /** `request`, `answer` or the role or status of a refusal. */
  side: string
  /** See `Subject.response`. */
  response?: string
  add(subject: Subject): void
  wanted: Wanted
}

/**
 * Operations, their authentication, messages and all parts of these that have a role or a basis, and keys.
 * Responses that are not `wanted` are left out with all their parts.
 */
export function subjectsOf(document: JsonObject, wanted: Wanted): Subject[] {
  const subjects: Subject[] = []
  const add = (subject: Subject) => void subjects.push(subject)
  for (const area of ['paths', 'webhooks']) {
    for (const [key, item] of members(document, `/${area}`)) {
      for (const method of methods) {
        for (const operation of placeAt(document, item, method)) {
          addOperation(
            { document, add, wanted },
            { operation, item, method, path: area === 'paths' ? key : undefined },
          )
        }
      }
    }
  }
  for (const [name, scheme] of members(document, '/components/securitySchemes')) add(schemeSubject(name, scheme))
  return subjects
}

function addOperation(
  { document, add, wanted }: Pick<Side, 'document' | 'add' | 'wanted'>,
  { operation, item, method, path }: { operation: Place; item: Place; method: string; path: string | undefined },
): void {
  const { node, pointer } = operation
  const id = typeof node.operationId === 'string' ? node.operationId : `${method} ${path ?? pointer}`
  const at = { document, operation: id, add, wanted }
  add({
    ...subjectAt(operation, id, `the operation ${id}`),
    operation: id,
    aspects: { method: method.toUpperCase(), ...(path === undefined ? {} : pathAspects(path)) },
  })
  add(authenticationSubject({ document, id, operation }))
  for (const place of [
    ...elements(document, item, 'parameters'),
    ...elements(document, operation, 'parameters'),
  ]) {
    addParameter({ ...at, side: 'request' }, place)
  }
  for (const body of placeAt(document, operation, 'requestBody')) {
    const identity = `${id} request`
    add({
      ...subjectAt(body, identity, `the request body of ${id}`),
      operation: id,
      aspects: { mediaType: mediaTypes(body.node) },
    })
    addContent({ ...at, side: 'request' }, body)
  }
  for (const [status, response] of membersOf(document, operation, 'responses')) addResponse(at, status, response)
  for (const [name, entry] of membersOf(document, operation, 'x-delivery')) {
    const value = entry.node.value ?? null
    const identity = `${id} x-delivery ${name}`
    add({ ...subjectAt(entry, identity, `the rule \`${name}\` of ${id}`), operation: id, aspects: { value } })
  }
}

/** Paths are the same whatever their letter case (PATH-1). */
function pathAspects(path: string): Aspects {
  const lower = path.toLowerCase()
  return { path: lower, pathPrefix: lower.slice(0, lower.lastIndexOf('/') + 1) }
}

function addResponse(at: Omit<Side, 'side'>, status: string, response: Place): void {
  const role = response.node['x-role']
  const side = status.startsWith('2') ? 'answer' : role === undefined ? status : String(role)
  const { operation } = at
  const identity = `${operation} ${side}`
  if (!at.wanted(identity, response)) return
  at.add({
    ...subjectAt(response, identity, `the response ${status} of ${operation}`),
    operation,
    response: identity,
    aspects: { status, mediaType: mediaTypes(response.node) },
  })
  for (const [name, header] of membersOf(at.document, response, 'headers')) {
    addValue({ ...at, side, response: identity }, header, { name, place: 'header' })
  }
  addContent({ ...at, side, response: identity }, response)
}

function addParameter(at: Side, place: Place): void {
  const { name, in: where } = place.node
  if (typeof name === 'string' && typeof where === 'string') addValue(at, place, { name, place: where })
}

/** A parameter or header; its role and basis may stand on it or on its schema, which may have parts. */
function addValue(at: Side, holder: Place, { name, place }: { name: string; place: string }): void {
  const inContent = membersOf(at.document, holder, 'content').flatMap(([, media]) => placeAt(at.document, media, 'schema'))
  const [schema] = [...placeAt(at.document, holder, 'schema'), ...inContent]
  const role = holder.node['x-role'] ?? schema?.node['x-role']
  const node = { ...schema?.node, ...holder.node, ...(role === undefined ? {} : { 'x-role': role }) }
  addPart(at, { ...holder, node }, { name, place, schema: schema?.node ?? {}, around: '' })
  if (schema !== undefined) addParts(at, schema, { around: role === undefined ? '' : String(role), open: new Set(), place })
}

function addContent(at: Side, holder: Place): void {
  for (const [, media] of membersOf(at.document, holder, 'content')) {
    for (const schema of placeAt(at.document, media, 'schema'))
      addSchema(at, schema, { around: '', open: new Set() })
  }
}

/** `around` is the nearest role outside, which tells apart parts of the same name that have no role. */
interface Nesting {
  name?: string
  around: string
  open: ReadonlySet<string>
  /** `body` unless it is said otherwise. */
  place?: string
}

function addSchema(at: Side, schema: Place, { name, around, open, place = 'body' }: Nesting): void {
  if (open.has(schema.pointer)) return
  const { node } = schema
  const role = typeof node['x-role'] === 'string' ? node['x-role'] : undefined
  if (role !== undefined || node['x-basis'] !== undefined)
    addPart(at, schema, { name, place, schema: node, around })
  addParts(at, schema, { around: role ?? around, open, place })
}

/** What lies inside a schema. */
function addParts(at: Side, place: Place, nesting: Omit<Nesting, 'name'>): void {
  const inside = { ...nesting, open: new Set([...nesting.open, place.pointer]) }
  for (const [key, property] of membersOf(at.document, place, 'properties'))
    addSchema(at, property, { name: key, ...inside })
  for (const key of ['items', 'additionalProperties']) {
    for (const schema of placeAt(at.document, place, key)) addSchema(at, schema, inside)
  }
  for (const key of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) {
    for (const schema of elements(at.document, place, key)) addSchema(at, schema, inside)
  }
}

interface Part {
  name: string | undefined
  place: string
  schema: JsonObject
  around: string
}

function addPart(
  { operation, side, response, add }: Side,
  at: Place,
  { name, place, schema, around }: Part,
): void {
  const role = at.node['x-role']
  const identity = `${operation} ${side} ${role === undefined ? `${around}/${name ?? ''}` : String(role)}`
  const part = name === undefined ? 'the body' : `\`${name}\``
  add({
    ...subjectAt(at, identity, `${part} in the ${side} of ${operation}`),
    operation,
    ...(response === undefined ? {} : { response }),
    aspects: { ...(name === undefined ? {} : { name }), place, ...schemaAspects(schema) },
    ...(Array.isArray(schema.examples) ? { shown: schema.examples } : {}),
  })
}

function schemeSubject(name: string, scheme: Place): Subject {
  const { in: where = 'header', name: field = 'authorization' } = scheme.node
  return {
    ...subjectAt(scheme, `scheme ${name}`, `the security scheme ${name}`),
    aspects: { scheme: schemeOf(scheme.node), place: `${String(where)} ${String(field)}` },
  }
}

function schemeOf({ type, scheme }: JsonObject): string {
  return scheme === undefined ? String(type) : `${String(type)} ${String(scheme).toLowerCase()}`
}

/** The schemes that an operation asks for: alternatives, each of one or more. It rests on what they rest on. */
function authenticationSubject(at: { document: JsonObject; id: string; operation: Place }): Subject {
  const { document, id, operation } = at
  const own = operation.node.security !== undefined
  const security = (own ? operation.node.security : document.security) ?? []
  const alternatives = (Array.isArray(security) ? security : [])
    .filter(isJsonObject)
    .map((one) => Object.keys(one).sort())
  const schemes = new Map(members(document, '/components/securitySchemes'))
  const bases = alternatives.flat().map((name) => basisOf(schemes.get(name)?.node ?? null))
  const stated = [...new Set(bases.flatMap((basis) => basis?.stated ?? []))]
  // An operation that asks for nothing may be stated to do so itself (PING-3).
  const basis = alternatives.length === 0 ? basisOf(operation.node) : { stated, fixed: [] }
  return {
    identity: `${id} authentication`,
    operation: id,
    label: id,
    pointer: own ? `${operation.pointer}/security` : '/security',
    via: [`${operation.pointer}/security`],
    basis,
    aspects: { authentication: alternatives },
  }
}

function subjectAt({ node, pointer, via }: Place, identity: string, label: string): Omit<Subject, 'aspects'> {
  return { identity, label, pointer, via, basis: basisOf(node) }
}
