/**
 * Requests from the contract's schemas and around them: what a schema allows, the same with one thing
 * wrong, and bytes that are no request at all. All from one seed.
 */
import fc from 'fast-check'
import { createGeneratorSync } from 'json-schema-faker'
import type { JsonObject, JsonValue } from '../src/core/index.ts'
import { isJsonObject } from '../src/core/index.ts'

export interface GeneratedRequest {
  /** Which way of making requests it comes from. */
  kind: string
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Something to send JSON to. */
export interface PostOperation {
  path: string
  /** What the generator invents bodies from. */
  schema: JsonObject
  /** Bodies that are known to be answered; every other request starts from one of them. */
  bodies?: readonly JsonValue[]
}

/** The operations with a JSON request body, each with its schema, references resolvable in `document`. */
export function postOperations(document: JsonObject): PostOperation[] {
  const paths = isJsonObject(document.paths) ? document.paths : {}
  return Object.entries(paths).flatMap(([path, item]) => {
    const schema = dig(item, 'post', 'requestBody', 'content', 'application/json', 'schema')
    // The whole document's components go along, so that the schema's references lead somewhere.
    return isJsonObject(schema) ? [{ path, schema: { ...schema, components: document.components } }] : []
  })
}

function dig(value: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  let node = value
  for (const key of path) node = isJsonObject(node) ? node[key] : undefined
  return node
}

/** Values that real clients send by accident and attackers on purpose. */
const oddValue: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, -1, 1e308, -1e308, 5e-324, 2 ** 53, 1e21, '', ' ', '\u0000', '\ud800', 'ñ€😀', '../../etc/passwd'),
  fc.constantFrom<JsonValue>("' or 1=1 --", '{{ 7 | times: 7 }}', '<script>1</script>', '%00', 'constructor', '__proto__', [], {}, [[]], [null]),
  fc.array(fc.nat(0x10ffff), { maxLength: 40 }).map((points) => String.fromCodePoint(...points)),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ minLength: 3000, maxLength: 5000 }),
  fc.integer({ min: 2, max: 400 }).map(nested),
)

function nested(depth: number): JsonValue {
  let value: JsonValue = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const oddName = fc.oneof(
  fc.constantFrom('constructor', 'toString', 'prototype', 'hasOwnProperty', '', 'id', 'Id', 'eliminado', 'reportid', '$ref', 'a.b', 'ñ'),
  fc.string({ maxLength: 12 }),
)

/** One change somewhere in a body: a value replaced, a name removed, a name added, a list grown. */
interface Mutation {
  at: number
  how: 'replace' | 'remove' | 'add' | 'grow'
  value: JsonValue
  name: string
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(40),
  how: fc.constantFrom('replace', 'remove', 'add', 'grow'),
  value: oddValue,
  name: oddName,
})

function mutated(body: JsonValue, { at, how, value, name }: Mutation): JsonValue {
  const copy = structuredClone(body)
  const places: { parent: JsonObject | JsonValue[]; key: string }[] = []
  const collect = (node: JsonValue | undefined): void => {
    if (!isJsonObject(node) && !Array.isArray(node)) return
    for (const key of Object.keys(node)) {
      places.push({ parent: node, key })
      collect(Array.isArray(node) ? node[Number(key)] : node[key])
    }
  }
  collect(copy)
  const place = places[at % Math.max(places.length, 1)]
  if (place === undefined) return value
  const { parent, key } = place
  if (Array.isArray(parent)) {
    if (how === 'remove') parent.splice(Number(key), 1)
    else if (how === 'grow') for (let n = 0; n < 1100; n += 1) parent.push(value)
    else parent[Number(key)] = value
  } else if (how === 'remove') delete parent[key]
  else if (how === 'replace') parent[key] = value
  else Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

const bodyText: fc.Arbitrary<(text: string) => Buffer> = fc.oneof(
  { weight: 3, arbitrary: fc.nat(200).map((cut) => (text: string) => Buffer.from(text.slice(0, Math.max(1, text.length - 1 - cut)))) },
  { weight: 2, arbitrary: fc.constant((text: string) => Buffer.from(`${text.slice(0, 1)}"__proto__":{"admin":true},${text.slice(1)}`)) },
  { weight: 2, arbitrary: fc.constant((text: string) => Buffer.from(`${text.slice(0, -1)},${text.slice(1)}`)) },
  { weight: 2, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => () => Buffer.from(bytes)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom([0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]).map((bytes) => (text: string) => {
      const middle = Math.floor(text.length / 2)
      return Buffer.concat([Buffer.from(text.slice(0, middle)), Buffer.from(bytes), Buffer.from(text.slice(middle))])
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '{', '[', 'null', '"', '[]', '1e999', '{"a":1}{"b":2}', '\ufeff{}').map((text) => () => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.integer({ min: 10_000, max: 60_000 }).map((depth) => () => Buffer.from('['.repeat(depth))) },
)

const contentTypes = fc.constantFrom(
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'application/json; charset=utf-8',
  'application/jsonx',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  ';;;',
  'APPLICATION/JSON',
)

/** fast-check's own paths, and its units of Unicode, take a second to prepare. */
const pathSegment = fc.array(fc.constantFrom(..."azAZ09-._~!$&'()*+,;=:@", '%20', '%2e', '%C3%B1'), { maxLength: 12 }).map((parts) => parts.join(''))

const allMethods = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'POST']
const targets = fc.oneof(
  fc.constantFrom('/', '/api', '/api/', '/api/report', '/API/REPORTS/', '/api//reports', '/api/tools', '/%', '/%ff', '/api/reports?reportId=1', '/..%2f..'),
  fc.array(pathSegment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
  fc.array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 60 }).map((points) => `/${encodeURIComponent(String.fromCodePoint(...points))}`),
)

export interface GenerationOptions {
  operations: readonly PostOperation[]
  key: string
  count: number
  seed: number
  /** Ways of making requests; all unless given. */
  kinds?: readonly RequestKind[]
  /** Methods of requests that leave the operations' paths; all unless given. */
  strayMethods?: readonly string[]
}

const requestKinds = ['valid', 'mutated', 'mutatedTwice', 'bytes', 'contentType', 'route'] as const
export type RequestKind = (typeof requestKinds)[number]

/** `count` requests: about a quarter valid, half with one or two mutations, the rest broken below JSON or in HTTP. */
export function generateRequests(options: GenerationOptions): GeneratedRequest[] {
  const { operations, key, count, seed, kinds = requestKinds, strayMethods = allMethods } = options
  const faker = createGeneratorSync({ seed, maxItems: 4, maxLength: 60 })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const plans = fc.sample(
    fc.record({
      operation: fc.nat(operations.length - 1),
      // One thing wrong finds more than anything else, so it comes three times as often.
      kind: fc.constantFrom(...kinds.flatMap((kind) => (kind === 'mutated' ? [kind, kind, kind] : [kind]))),
      known: fc.option(fc.nat(), { freq: 2 }),
      first: mutation,
      second: mutation,
      bytes: bodyText,
      contentType: contentTypes,
      method: fc.constantFrom(...strayMethods),
      target: targets,
    }),
    { numRuns: count, seed },
  )
  return plans.map(({ operation, kind, known, first, second, bytes, contentType, method, target }) => {
    const chosen = operations[operation]
    if (chosen === undefined) throw new Error('the contract has no operation with a body')
    const bodies = chosen.bodies ?? []
    const body = (known === null ? undefined : bodies[known % bodies.length]) ?? asJson(faker.generate(chosen.schema))
    const request = (parts: Partial<GeneratedRequest>): GeneratedRequest => ({
      kind,
      method: 'POST',
      target: chosen.path,
      headers,
      body: Buffer.from(JSON.stringify(body)),
      ...parts,
    })
    switch (kind) {
      case 'mutated':
        return request({ body: Buffer.from(JSON.stringify(mutated(body, first))) })
      case 'mutatedTwice':
        return request({ body: Buffer.from(JSON.stringify(mutated(mutated(body, first), second))) })
      case 'bytes':
        return request({ body: bytes(JSON.stringify(body)) })
      case 'contentType':
        return request({ headers: { ...headers, 'content-type': contentType } })
      case 'route':
        return request({ method, target, ...(method === 'GET' || method === 'HEAD' ? { body: undefined } : {}) })
      default:
        return request({})
    }
  })
}

function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null))
}

/** Bodies far beyond any limit. */
export function hugeRequests({ document, key, count }: { document: JsonObject; key: string; count: number }): GeneratedRequest[] {
  const paths = postOperations(document).map(({ path }) => path)
  return Array.from({ length: count }, (_, index) => ({
    kind: 'huge',
    method: 'POST',
    target: paths[index % paths.length] ?? '/',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: Buffer.from(`{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`),
  }))
}

/** Texts that may stand in a path or a query, for operations that take no body. */
export function oddTexts(count: number, seed: number): string[] {
  const texts = oddValue.filter((value) => typeof value === 'string' && value !== '' && value.isWellFormed() && value.length < 1000)
  return fc.sample(texts, { numRuns: count, seed }).map(String)
}
