/**
 * The role vocabulary: every meaning that the toolkit reads or writes, and where each operation needs it.
 * A contract binds a role by writing `x-role` on the node that carries it, wherever that node stands.
 */
import type { OperationId } from '../core/index.ts'

/**
 * How a role's value looks in meaning:
 * - `text`: a string; numbers on the wire become their digits
 * - `recordId`: an integer, or a string that is not one
 * - `integer`, `flag` (boolean), `json` (any JSON value)
 * - `page`: an integer from 1; the wire counts from its schema's `minimum`
 * - `instant`: ISO 8601 text in UTC
 * - `bytes`: a `Uint8Array`; the wire may carry it in base64
 * - `content`: text, a JSON value or bytes; on the wire all of them in base64 where the schema says so
 * - `choice`: one of a closed list of words
 * - `group`: an object or a list that holds further roles
 */
export type RoleKind =
  | 'text'
  | 'recordId'
  | 'integer'
  | 'page'
  | 'flag'
  | 'json'
  | 'instant'
  | 'bytes'
  | 'content'
  | 'choice'
  | 'group'

const vocabulary = {
  'ping.greeting': 'text',
  'user.id': 'recordId',
  'user.login': 'text',
  'user.name': 'text',
  'user.email': 'text',
  'user.permissions': 'json',
  'report.id': 'text',
  'report.page': 'page',
  'report.pageSize': 'integer',
  'report.withFiles': 'flag',
  'report.safeColumnNames': 'flag',
  'report.parameters': 'json',
  'report.rows': 'json',
  'report.columns': 'group',
  'report.totalRows': 'integer',
  'report.totalPages': 'integer',
  'report.hasMore': 'flag',
  'report.files': 'group',
  'column.name': 'text',
  'column.label': 'text',
  'column.type': 'choice',
  'file.recordId': 'recordId',
  'file.name': 'text',
  'file.mediaType': 'text',
  'file.content': 'bytes',
  'document.id': 'text',
  'document.format': 'choice',
  'document.parameters': 'json',
  'document.html': 'text',
  'document.json': 'json',
  'document.pdf': 'bytes',
  'document.content': 'content',
  'write.operations': 'group',
  'write.section': 'text',
  'write.recordId': 'recordId',
  'write.fields': 'json',
  'write.results': 'group',
  'write.outcome': 'choice',
  'write.error': 'group',
  'write.error.code': 'choice',
  'write.error.message': 'text',
  'write.error.details': 'group',
  'write.error.detail.pointer': 'text',
  'write.error.detail.message': 'text',
  'write.error.detail.expected': 'text',
  'taxId.value': 'text',
  'taxId.name': 'text',
  'taxId.valid': 'flag',
  'taxId.kind': 'choice',
  'taxId.reason': 'choice',
  'vat.value': 'text',
  'vat.country': 'text',
  'vat.valid': 'flag',
  'vat.name': 'text',
  'vat.address': 'text',
  'vat.reason': 'choice',
  'event.kind': 'choice',
  'event.section': 'text',
  'event.recordId': 'recordId',
  'event.changedFields': 'json',
  'event.occurredAt': 'instant',
  'event.record': 'json',
  'error.code': 'choice',
  'error.title': 'text',
  'error.message': 'text',
  'error.status': 'integer',
  'error.details': 'group',
  'error.detail.pointer': 'text',
  'error.detail.message': 'text',
  'error.detail.expected': 'text',
  'error.challenge': 'text',
  'error.allow': 'text',
  'error.retryAfter': 'integer',
} as const satisfies Record<string, RoleKind>

export type Role = keyof typeof vocabulary

export function isRole(name: string): name is Role {
  return Object.hasOwn(vocabulary, name)
}

export function roleKind(role: Role): RoleKind {
  return vocabulary[role]
}

/** All role names, for messages and for the linter's test. */
export const roleNames: readonly string[] = Object.keys(vocabulary)

/** The key under which meaning holds a role's value: the last part of its name. */
export function roleKey(role: Role): string {
  return role.slice(role.lastIndexOf('.') + 1)
}

/** The group that a role is a part of: `write.error` of `write.error.code`. */
export function roleGroup(role: Role): Role | undefined {
  const whole = role.slice(0, role.lastIndexOf('.'))
  return isRole(whole) ? whole : undefined
}

/**
 * What an operation asks of a contract. `required` roles must be bound; `declared` ones must be bound or
 * listed in the operation's `x-role-absent`, so that a deployment's lack is written down, never an accident;
 * `optional` ones may be missing without a word.
 */
export interface RoleNeeds {
  required: readonly Role[]
  declared: readonly Role[]
  optional: readonly Role[]
}

export interface OperationNeeds {
  request: RoleNeeds
  answer: RoleNeeds
}

const nothing: RoleNeeds = { required: [], declared: [], optional: [] }

export const operationNeeds: Record<OperationId, OperationNeeds> = {
  ping: { request: nothing, answer: { ...nothing, declared: ['ping.greeting'] } },
  whoami: {
    request: nothing,
    answer: {
      ...nothing,
      declared: ['user.id', 'user.login', 'user.name', 'user.email', 'user.permissions'],
    },
  },
  runReport: {
    request: {
      required: ['report.id', 'report.page', 'report.pageSize'],
      declared: ['report.withFiles', 'report.safeColumnNames', 'report.parameters'],
      optional: [],
    },
    answer: {
      required: ['report.rows'],
      declared: ['report.columns', 'report.page', 'report.pageSize', 'report.totalRows', 'report.totalPages', 'report.files'],
      optional: [
        'report.hasMore',
        'column.name',
        'column.label',
        'column.type',
        'file.recordId',
        'file.name',
        'file.mediaType',
        'file.content',
      ],
    },
  },
  generateDocument: {
    request: {
      required: ['document.id'],
      declared: ['document.format', 'document.parameters'],
      optional: [],
    },
    answer: {
      ...nothing,
      optional: ['document.html', 'document.json', 'document.pdf', 'document.content', 'document.format'],
    },
  },
  writeRecords: {
    request: {
      required: ['write.operations', 'write.section', 'write.recordId', 'write.fields'],
      declared: [],
      optional: [],
    },
    answer: {
      required: ['write.results', 'write.recordId', 'write.outcome'],
      declared: ['write.section', 'write.error'],
      optional: [
        'write.error.code',
        'write.error.message',
        'write.error.details',
        'write.error.detail.pointer',
        'write.error.detail.message',
        'write.error.detail.expected',
      ],
    },
  },
  validateTaxId: {
    request: { required: ['taxId.value'], declared: ['taxId.name'], optional: [] },
    answer: {
      required: ['taxId.valid'],
      declared: ['taxId.value', 'taxId.name', 'taxId.kind', 'taxId.reason'],
      optional: [],
    },
  },
  validateVatId: {
    request: { required: ['vat.value'], declared: ['vat.country'], optional: [] },
    answer: {
      required: ['vat.valid'],
      declared: ['vat.value', 'vat.country', 'vat.name', 'vat.address', 'vat.reason'],
      optional: [],
    },
  },
}

export const notificationNeeds: RoleNeeds = {
  required: ['event.kind', 'event.section', 'event.recordId'],
  declared: ['event.changedFields', 'event.occurredAt', 'event.record'],
  optional: [],
}
