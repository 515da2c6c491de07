/** How refusals look. Each must still tell which it is: by its code, or by a status of its own. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { followReference } from '../../src/contract/schema.ts'
import { change } from './change.ts'
import type { Change } from './change.ts'
import { attach, detach, objectAt, placeOf } from './places.ts'
import { rolesIn } from './sayable.ts'

const shared = ['Malformed', 'Invalid', 'Unauthenticated', 'Forbidden', 'NotFound', 'MethodNotAllowed', 'TooLarge', 'UnsupportedMediaType', 'RateLimited', 'InternalError', 'Unavailable']

function responseNamed(document: JsonObject, name: string): JsonObject {
  return objectAt(document, 'components', 'responses', name)
}

/** Another body for one refusal. */
const bodies: Record<string, JsonObject | undefined> = {
  'plain text': { 'text/plain': { schema: { type: 'string', 'x-role': 'error.message' } } },
  'its code as text': { 'text/plain': { schema: { 'x-role': 'error.code', enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'x-values': numbered() } } },
  'JSON of another kind': { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  'a JSON string': { 'application/json': { schema: { type: 'string', 'x-role': 'error.message' } } },
  'an envelope': {
    'application/json': {
      schema: {
        type: 'object',
        required: ['ok', 'fallo'],
        properties: { ok: { const: false }, fallo: { $ref: '#/components/schemas/Problem' }, ayuda: { type: ['string', 'null'] } },
      },
    },
  },
  'nothing at all': undefined,
}

function numbered(): JsonObject {
  const kinds = ['malformed', 'invalid', 'unauthenticated', 'forbidden', 'notFound', 'methodNotAllowed', 'unsupportedMediaType', 'tooLarge', 'rateLimited', 'unavailable', 'internal']
  return Object.fromEntries(kinds.map((kind, index) => [kind, index + 1]))
}

export function refusing(): fc.Arbitrary<Change> {
  return fc.tuple(fc.constantFrom(...shared), fc.constantFrom(...Object.keys(bodies))).map(([name, how]) =>
    change(`give ${name} ${how} for a body`, (document) => {
      const response = responseNamed(document, name)
      const content = bodies[how]
      const before = response.content
      if (content === undefined) delete response.content
      else response.content = structuredClone(content)
      if (isTelling(document)) return
      response.content = before
    }),
  )
}

/** Another status for one refusal, in every operation, whose place may be taken by others already. */
export function restating(): fc.Arbitrary<Change> {
  const statuses = fc.constantFrom('400', '401', '403', '404', '409', '418', '422', '451', '500', '502', '4XX', '5XX', 'default')
  return fc.tuple(fc.constantFrom(...shared), statuses).map(([name, status]) =>
    change(`refuse ${name} under ${status}`, (document) => {
      const before = structuredClone(document.paths)
      for (const responses of allResponses(document)) moveRefusal(document, responses, name, status)
      if (isTelling(document) && isUniform(document)) return
      document.paths = before
    }),
  )
}

/** A response that shares its status becomes one for all of them, as long as their bodies are the same. */
function moveRefusal(document: JsonObject, responses: JsonObject, name: string, status: string): void {
  const reference = `#/components/responses/${name}`
  const was = Object.keys(responses).find((key) => isReferenceTo(responses[key], reference))
  if (was === undefined || was === status) return
  const moved = followReference(document, { $ref: reference })
  const there = responses[status]
  if (there === undefined) responses[status] = { $ref: reference }
  else if (isJsonObject(there)) {
    const other = followReference(document, there)
    const roles = [other['x-role'], moved['x-role']].flat().filter((role) => typeof role === 'string')
    if (!isDeepStrictEqual(withoutExamples(other.content), withoutExamples(moved.content))) return
    responses[status] = { description: 'Several.', 'x-role': roles, content: withoutExamples(other.content) ?? {} }
  }
  delete responses[was]
}

function withoutExamples(content: unknown): JsonObject | undefined {
  if (!isJsonObject(content)) return undefined
  return Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, isJsonObject(media) && media.schema !== undefined ? { schema: media.schema } : {}]),
  )
}

function isReferenceTo(response: unknown, reference: string): boolean {
  return isJsonObject(response) && response.$ref === reference
}

function allResponses(document: JsonObject): JsonObject[] {
  return Object.values(objectAt(document, 'paths')).flatMap((item) =>
    isJsonObject(item) ? Object.values(item).flatMap((operation) => (isJsonObject(operation) && isJsonObject(operation.responses) ? [operation.responses] : [])) : [],
  )
}

/** Whether every refusal can be told from those that share its response. */
function isTelling(document: JsonObject): boolean {
  return allResponses(document).every((responses) =>
    Object.values(responses).every((response) => {
      if (!isJsonObject(response)) return true
      const resolved = followReference(document, response)
      return !Array.isArray(resolved['x-role']) || rolesIn(document, resolved.content).has('error.code')
    }),
  )
}

/** Whether each kind of refusal has a response in every operation that had one, all of the same look. */
function isUniform(document: JsonObject): boolean {
  const looks = new Map<string, string>()
  return allResponses(document).every((responses) =>
    Object.entries(responses).every(([key, response]) => {
      if (!isJsonObject(response)) return true
      const resolved = followReference(document, response)
      return [resolved['x-role']].flat().every((role) => {
        if (typeof role !== 'string') return true
        const look = `${key} ${JSON.stringify(withoutExamples(resolved.content))} ${JSON.stringify(resolved.headers)}`
        const other = looks.get(role)
        looks.set(role, look)
        return other === undefined || other === look
      })
    }),
  )
}

/** No codes, where each refusal has a status of its own. */
export function uncoding(): fc.Arbitrary<Change> {
  return fc.constant(
    change('take error.code out of Problem', (document) => {
      const schemas = objectAt(document, 'components', 'schemas')
      const before = structuredClone(schemas.Problem)
      const place = placeOf(document, 'Problem', 'error.code')
      if (place === undefined) return
      detach(place)
      if (!isTelling(document)) schemas.Problem = before
    }),
  )
}

/** Violations as plain texts. */
export function detailing(): fc.Arbitrary<Change> {
  const lists = fc.constantFrom(
    { schema: 'Problem', role: 'error.details', part: 'error.detail.message' },
    { schema: 'Problem', role: 'error.details', part: 'error.detail.pointer' },
    { schema: 'WriteError', role: 'write.error.details', part: 'write.error.detail.message' },
  )
  return lists.map(({ schema, role, part }) =>
    change(`let ${role} of ${schema} be a list of ${part}`, (document) => {
      const place = placeOf(document, schema, role)
      if (place === undefined || place.property !== place.schema || place.property.allOf !== undefined) return
      place.property.items = { type: 'string', 'x-role': part }
    }),
  )
}

/** The parts of a write error in the result itself. */
export function flattening(): fc.Arbitrary<Change> {
  return fc.boolean().map((deeper) =>
    change(`put the parts of write.error into the result${deeper ? ', some deeper' : ''}`, (document) => {
      const place = placeOf(document, 'WriteResult', 'write.error')
      const parts = ['code', 'message', 'details'].map((part) => placeOf(document, 'WriteError', `write.error.${part}`))
      if (place === undefined || parts.every((part) => part === undefined)) return
      detach(place)
      const inner: JsonObject = { type: 'object', properties: {} }
      for (const [index, part] of parts.entries()) {
        if (part !== undefined) attach(deeper && index > 0 ? inner : place.holder, `e${index}`, part.property, false)
      }
      if (deeper) attach(place.holder, 'mas', inner, false)
    }),
  )
}
