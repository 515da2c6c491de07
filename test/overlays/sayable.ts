/** What a deployment cannot say: the roles that its contract has no place for, taken out of a transcript. */
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject, JsonValue } from '../../src/core/index.ts'
import { followReference } from '../../src/contract/schema.ts'
import { operationNeeds, notificationNeeds } from '../../src/contract/roles.ts'
import type { Transcript } from '../scenario.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** The operation with this operationId, or the notification. */
export function operationNamed(document: JsonObject, id: string): JsonObject {
  for (const area of [document.paths, document.webhooks]) {
    for (const item of Object.values(isJsonObject(area) ? area : {})) {
      for (const method of methods) {
        const operation = isJsonObject(item) ? item[method] : undefined
        if (isJsonObject(operation) && operation.operationId === id) return operation
      }
    }
  }
  throw new Error(`there is no ${id}`)
}

/** All roles at or below a node, references followed. */
export function rolesIn(document: JsonObject, node: JsonValue | undefined, open: readonly JsonValue[] = []): Set<string> {
  const found = new Set<string>()
  if (typeof node !== 'object' || node === null || open.includes(node)) return found
  const resolved = isJsonObject(node) ? followReference(document, node) : node
  if (isJsonObject(resolved)) {
    const role = resolved['x-role']
    for (const name of Array.isArray(role) ? role : [role]) if (typeof name === 'string') found.add(name)
  }
  for (const child of Object.values(resolved)) rolesIn(document, child, [...open, node]).forEach((role) => found.add(role))
  return found
}

function successesOf(operation: JsonObject): JsonValue[] {
  const responses = isJsonObject(operation.responses) ? operation.responses : {}
  return Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') && response !== undefined ? [response] : []))
}

/** Writes into every operation which of the roles it may lack it lacks. */
export function declareAbsent(document: JsonObject): void {
  const declare = (operation: JsonObject, lacking: string[]) => {
    const before = Array.isArray(operation['x-role-absent']) ? operation['x-role-absent'] : []
    const bound = rolesIn(document, operation)
    const listed = [...new Set([...before.filter((role) => !bound.has(String(role))), ...lacking])]
    if (listed.length === 0) delete operation['x-role-absent']
    else operation['x-role-absent'] = listed
  }
  for (const [id, { request, answer }] of Object.entries(operationNeeds)) {
    const operation = operationNamed(document, id)
    const asked = rolesIn(document, [operation.parameters ?? null, operation.requestBody ?? null])
    const said = rolesIn(document, successesOf(operation))
    const lacking = [...request.declared.filter((role) => !asked.has(role)), ...answer.declared.filter((role) => !said.has(role))]
    declare(operation, lacking)
  }
  const hook = operationNamed(document, 'recordChanged')
  const said = rolesIn(document, [hook.parameters ?? null, hook.requestBody ?? null])
  declare(hook, notificationNeeds.declared.filter((role) => !said.has(role)))
}

const wordsOf = { page: 'runReport', user: 'whoami', taxId: 'validateTaxId', vat: 'validateVatId', results: 'writeRecords' } as const

/** The transcript without what the deployment has no words for. */
export function sayable(transcript: Transcript, document: JsonObject): unknown[] {
  const said = new Map(Object.values(wordsOf).map((id) => [id, rolesIn(document, successesOf(operationNamed(document, id)))]))
  const lacks = (id: (typeof wordsOf)[keyof typeof wordsOf], role: string) => said.get(id)?.has(role) !== true
  const event = rolesIn(document, operationNamed(document, 'recordChanged'))
  const refusals = refusalRoles(document)

  const without = (value: JsonObject, keys: readonly (readonly [key: string, gone: boolean])[]): JsonObject => {
    const gone = new Set(keys.filter(([, isGone]) => isGone).map(([key]) => key))
    return Object.fromEntries(Object.entries(value).filter(([key]) => !gone.has(key)))
  }
  const page = (value: JsonObject) => {
    const { columns, files, hasMore: _, ...others } = value
    // Where the deployment does not tell them, the client says what was asked for.
    const told = without(others, ['page', 'pageSize', 'totalRows', 'totalPages'].map((key) => [key, lacks('runReport', `report.${key}`)]))
    const each = (list: JsonValue | undefined, kind: string) =>
      Array.isArray(list) ? list.filter(isJsonObject).map((item) => without(item, Object.keys(item).map((key) => [key, lacks('runReport', `${kind}.${key}`)]))) : list
    return {
      ...told,
      ...(lacks('runReport', 'report.columns') ? {} : { columns: each(columns, 'column') }),
      ...(lacks('runReport', 'report.files') || files === undefined ? {} : { files: each(files, 'file') }),
    }
  }
  const result = (value: JsonObject) => {
    if (!isJsonObject(value.error)) return value
    const { details, ...error } = value.error
    const has = (role: string) => !lacks('writeRecords', `write.error.${role}`)
    const kept = {
      ...without(error, [['code', !has('code')], ['message', !has('message')]]),
      ...(Array.isArray(details) && has('details')
        ? { details: details.filter(isJsonObject).map((item) => without(item, Object.keys(item).map((key) => [key, !has(`detail.${key}`)]))) }
        : {}),
    }
    return { ...without(value, [['error', true]]), ...(Object.keys(kept).length > 0 ? { error: kept } : {}) }
  }
  const refusal = (value: JsonObject, kind: string): JsonObject => {
    const roles = refusals.get(kind) ?? new Set()
    const hasDetails = roles.has('error.details')
    const { details } = value
    return {
      ...without(value, [
        ['message', !roles.has('error.message')],
        ['details', true],
        ['retryAfterSeconds', !roles.has('error.retryAfter')],
        ['pointers', !hasDetails || !roles.has('error.detail.pointer')],
      ]),
      ...(Array.isArray(details) && hasDetails
        ? { details: details.filter(isJsonObject).map((item) => without(item, Object.keys(item).map((key) => [key, !roles.has(`error.detail.${key}`)]))) }
        : {}),
    }
  }
  const trimmed = (step: string, value: JsonObject): JsonObject => {
    if (typeof value.refusal === 'string') return refusal(value, value.refusal)
    if (typeof value.code === 'string') return refusal(value, value.code)
    if (Array.isArray(value.rows)) return page(value)
    if (Array.isArray(value.results)) return { ...value, results: value.results.map((item) => (isJsonObject(item) ? result(item) : item)) }
    if (step.startsWith('whoami')) return without(value, Object.keys(value).map((key) => [key, lacks('whoami', `user.${key}`)]))
    if (step.startsWith('tax id')) return without(value, ['name', 'kind', 'reason', 'value'].map((key) => [key, lacks('validateTaxId', `taxId.${key}`)]))
    if (step.startsWith('VAT')) return without(value, ['name', 'address', 'country', 'reason', 'value'].map((key) => [key, lacks('validateVatId', `vat.${key}`)]))
    if (step.startsWith('notification')) return without(value, Object.keys(value).map((key) => [key, !event.has(`event.${key}`)]))
    return value
  }
  const plain: unknown = JSON.parse(JSON.stringify(transcript))
  if (!Array.isArray(plain)) throw new Error('a transcript is a list')
  return plain.map((entry: unknown) => {
    const [step, value]: unknown[] = Array.isArray(entry) ? entry : []
    if (step === 'files') return [step, filesSaid(value, (key) => !lacks('runReport', `file.${key}`) && !lacks('runReport', 'report.files'))]
    return [step, isJsonObject(value) ? trimmed(String(step), value) : value]
  })
}

/** The scenario tells files as `[recordId, name, mediaType, length]`. */
function filesSaid(value: unknown, has: (key: string) => boolean): unknown {
  if (!Array.isArray(value) || !has('content')) return 'no files'
  const keys = ['recordId', 'name', 'mediaType', 'content']
  return value.map((file: unknown) => (Array.isArray(file) ? file.filter((_, index) => has(keys[index] ?? '')) : file))
}

/** By kind of refusal, what its response says, wherever it is described. */
function refusalRoles(document: JsonObject): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const id of Object.keys(operationNeeds)) {
    const { responses } = operationNamed(document, id)
    for (const response of Object.values(isJsonObject(responses) ? responses : {})) {
      if (!isJsonObject(response)) continue
      const resolved = followReference(document, response)
      const roles = resolved['x-role']
      for (const role of Array.isArray(roles) ? roles : [roles]) {
        if (typeof role === 'string') found.set(role.replace(/^error\./, ''), rolesIn(document, resolved))
      }
    }
  }
  return found
}
