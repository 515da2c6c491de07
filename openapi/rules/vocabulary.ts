/** Every role that a contract may bind, by the kind of node that may carry it. */

/** On a property, a parameter, a header, or the schema of a whole body. */
export const valueRoles: readonly string[] = [
  ...inGroup('ping', 'greeting'),
  ...inGroup('user', 'id', 'login', 'name', 'email', 'permissions'),
  ...inGroup('report', 'id', 'page', 'pageSize', 'withFiles', 'safeColumnNames', 'parameters'),
  ...inGroup('report', 'rows', 'columns', 'totalRows', 'totalPages', 'hasMore', 'files'),
  ...inGroup('column', 'name', 'label', 'type'),
  ...inGroup('file', 'recordId', 'name', 'mediaType', 'content'),
  ...inGroup('document', 'id', 'format', 'parameters', 'html', 'json', 'pdf', 'content'),
  ...inGroup('write', 'operations', 'section', 'recordId', 'fields', 'results', 'outcome', 'error'),
  ...inGroup('write.error', 'code', 'message', 'details'),
  ...inGroup('write.error.detail', 'pointer', 'message', 'expected'),
  ...inGroup('taxId', 'value', 'name', 'valid', 'kind', 'reason'),
  ...inGroup('vat', 'value', 'country', 'valid', 'name', 'address', 'reason'),
  ...inGroup('event', 'kind', 'section', 'recordId', 'changedFields', 'occurredAt', 'record'),
  ...inGroup('error', 'code', 'title', 'message', 'status', 'details', 'challenge', 'allow', 'retryAfter'),
  ...inGroup('error.detail', 'pointer', 'message', 'expected'),
]

/** On a response: the kind of refusal that it is. */
export const responseRoles: readonly string[] = [
  ...inGroup('error', 'malformed', 'invalid', 'unauthenticated', 'forbidden', 'notFound', 'methodNotAllowed'),
  ...inGroup('error', 'unsupportedMediaType', 'tooLarge', 'rateLimited', 'internal', 'unavailable'),
]

/** What `x-basis` may list under `fixed`: aspects that can be stated one by one; openapi.yaml explains them. */
export const aspects: readonly string[] = [
  'name',
  'place',
  'type',
  'default',
  'value',
  'scheme',
  'mediaType',
  'pathPrefix',
]

function inGroup(group: string, ...names: string[]): string[] {
  return names.map((name) => `${group}.${name}`)
}
