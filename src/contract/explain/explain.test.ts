import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { createContract } from '../index.ts'
import { bundledContract } from '../load.ts'
import { operationNeeds } from '../roles.ts'
import { explainContract, explainDocument } from './index.ts'
import type { Explanation, Row } from './index.ts'

const bundle = readFileSync(bundledContract, 'utf8')
const original = (): JsonObject => JSON.parse(bundle)

/** The explanation of the contract after a change to its document, as an overlay would make it. */
function explained(change: (document: JsonObject) => void = () => {}): Promise<Explanation> {
  const document = original()
  change(document)
  return explainContract({ document, overlays: [], overridden: [] })
}

function objectAt(document: JsonObject, ...path: string[]): JsonObject {
  let node: JsonValue | undefined = document
  for (const key of path) node = isJsonObject(node) ? node[key] : undefined
  if (!isJsonObject(node)) throw new Error(`nothing at ${path.join('/')}`)
  return node
}

const propertiesOf = (document: JsonObject, name: string) => objectAt(document, 'components', 'schemas', name, 'properties')

function rowsOf(explanation: Explanation, id: string, direction?: Row['direction']): readonly Row[] {
  const rows = explanation.operations.find((operation) => operation.id === id)?.rows ?? []
  return direction === undefined ? rows : rows.filter((row) => row.direction === direction)
}

test('every role that the wire binds has a row, and no other role has', async () => {
  const explanation = await explained()
  for (const [id, { request, answer }] of Object.entries(operationNeeds)) {
    const known = (needs: typeof request) => [...needs.required, ...needs.declared, ...needs.optional]
    const absent = explanation.operations.find((operation) => operation.id === id)?.absent ?? []
    for (const [direction, needs] of [['request', request], ['answer', answer]] as const) {
      const roles = rowsOf(explanation, id, direction).flatMap(({ role }) => role ?? [])
      expect(known(needs), `${id} ${direction}`).toEqual(expect.arrayContaining(roles))
      const mustBe = [...needs.required, ...needs.declared].filter((role) => !absent.includes(role))
      expect(roles, `${id} ${direction}`).toEqual(expect.arrayContaining(mustBe))
    }
  }
})

test('a row tells place, wire, basis and where an overlay would take hold', async () => {
  const explanation = await explained()
  expect(rowsOf(explanation, 'runReport', 'request')).toContainEqual({
    direction: 'request',
    role: 'report.pageSize',
    place: 'body /resultsPerPage',
    mediaTypes: ['application/json'],
    statuses: [],
    wire: { types: ['integer'], default: 50, limits: { minimum: 1, maximum: 500 } },
    required: false,
    basis: { stated: ['REP-2'], assumed: 'GAP-PAGING', fixed: ['name', 'place'] },
    pointer: '/components/schemas/ReportRequest/properties/resultsPerPage',
    replaced: false,
  })
  expect(rowsOf(explanation, 'writeRecords', 'answer')).toContainEqual(
    expect.objectContaining({ role: 'write.error.detail.pointer', place: 'body /results/*/error/details/*/pointer' }),
  )
})

test('a place that has a basis but no role is shown too', async () => {
  const explanation = await explained()
  const eliminado = rowsOf(explanation, 'writeRecords').find(({ place }) => place.endsWith('/eliminado'))
  expect(eliminado).toMatchObject({ basis: { stated: ['WRI-2'], fixed: ['name', 'value'] } })
  expect(eliminado).not.toHaveProperty('role')
  expect(rowsOf(explanation, 'whoami', 'request')).toMatchObject([{ place: 'header Authorization', required: true }])
  expect(rowsOf(explanation, 'recordChanged', 'notification')[0]).toMatchObject({ place: 'header Authorization', required: false })
  expect(rowsOf(explanation, 'recordChanged', 'delivery')).toContainEqual(
    expect.objectContaining({ place: 'rule deadline', basis: { stated: ['HOOK-5'], fixed: [] } }),
  )
})

test('what all refusals share is one row with all their statuses', async () => {
  const explanation = await explained()
  const codes = rowsOf(explanation, 'whoami', 'refusal').filter(({ role }) => role === 'error.code')
  expect(codes).toMatchObject([{ place: 'body /code', statuses: ['401', '403', '405', '429', '500', '503'] }])
})

test('an assumption lists every place it fills, the same place of several operations once', async () => {
  const { assumptions } = await explained()
  expect(assumptions.find(({ id }) => id === 'GAP-REPORT-ID')).toEqual({
    id: 'GAP-REPORT-ID',
    text: expect.stringContaining('ID field'),
    places: [{ of: ['runReport'], direction: 'request', place: 'body /reportId', role: 'report.id' }],
  })
  const errors = assumptions.find(({ id }) => id === 'GAP-ERRORS')
  expect(errors?.places.filter(({ role }) => role === 'error.code')).toMatchObject([{ of: { length: 7 } }])
  expect(assumptions.find(({ id }) => id === 'GAP-RECORD-FIELDS')?.places).toContainEqual({ of: ['sections'], place: 'section stock' })
})

test('every gap that the document names is among the assumptions, in the order of the catalogue', async () => {
  const { assumptions } = await explained()
  const named = new Set(bundle.match(/GAP-[A-Z-]+(?=")/g))
  expect(new Set(assumptions.map(({ id }) => id))).toEqual(named)
  expect(assumptions[0]?.id).toBe('GAP-REPORT-ID')
  expect(assumptions.every(({ text }) => text.length > 10)).toBe(true)
})

test('without overlays nothing is replaced', async () => {
  expect(await explained()).toMatchObject({ replaced: [] })
})

test('a role that moved and changed its type was replaced, and its gap is closed', async () => {
  const { assumptions, replaced, operations } = await explained((document) => {
    delete propertiesOf(document, 'ReportRequest').reportId
    objectAt(document, 'paths', '/api/reports', 'post').parameters = [
      { name: 'informe', in: 'query', required: true, schema: { type: 'integer' }, 'x-role': 'report.id' },
    ]
  })
  expect(replaced).toMatchObject([
    {
      of: ['runReport'],
      direction: 'request',
      role: 'report.id',
      basis: [{ stated: ['REP-1'], assumed: 'GAP-REPORT-ID' }],
      was: [{ place: 'body /reportId', wire: { types: ['string'] } }],
      is: [{ place: 'query informe', wire: { types: ['integer'] } }],
    },
  ])
  expect(assumptions.map(({ id }) => id)).not.toContain('GAP-REPORT-ID')
  const row = operations.flatMap(({ rows }) => rows).find(({ place }) => place === 'query informe')
  expect(row).toMatchObject({ role: 'report.id', replaced: true, pointer: '/paths/~1api~1reports/post/parameters/0' })
  expect(row?.basis).toEqual({ stated: ['REP-1'], assumed: 'GAP-REPORT-ID', fixed: ['place'] })
})

test('mapped values, other refusals, another address and section names are seen as replaced', async () => {
  const { replaced, assumptions } = await explained((document) => {
    const kind = objectAt(propertiesOf(document, 'RecordChanged'), 'event')
    kind.enum = ['alta', 'modificacion']
    kind['x-values'] = { created: 'alta', modified: 'modificacion' }
    const paths = objectAt(document, 'paths')
    const tool = objectAt(paths, '/api/tools/taxid')
    delete paths['/api/tools/taxid']
    paths['/api/tools/aeat'] = tool
    const responses = objectAt(document, 'components', 'responses')
    objectAt(responses, 'Forbidden').content = { 'text/plain': { schema: { type: 'string', 'x-role': 'error.message' } } }
    objectAt(document, 'x-sections', 'stock').name = 'almacen'
  })
  expect(replaced).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ of: ['recordChanged'], role: 'event.kind', basis: [expect.objectContaining({ assumed: 'GAP-HOOK-EVENTS' })] }),
      expect.objectContaining({
        of: ['validateTaxId'],
        was: [expect.objectContaining({ place: 'POST /api/tools/taxid' })],
        is: [expect.objectContaining({ place: 'POST /api/tools/aeat' })],
      }),
      expect.objectContaining({ role: 'error.forbidden', direction: 'refusal', of: expect.arrayContaining(['whoami', 'runReport']) }),
      expect.objectContaining({ of: ['sections'], is: [expect.objectContaining({ place: 'section almacen' })] }),
    ]),
  )
  expect(assumptions.map(({ id }) => id)).not.toContain('GAP-HOOK-EVENTS')
  expect(assumptions.find(({ id }) => id === 'GAP-RECORD-FIELDS')?.places).toHaveLength(3)
})

test('what is gone was replaced by nothing', async () => {
  const { replaced, operations } = await explained((document) => {
    delete propertiesOf(document, 'TaxIdVerdict').kind
    objectAt(document, 'paths', '/api/tools/taxid', 'post')['x-role-absent'] = ['taxId.kind']
  })
  expect(replaced).toMatchObject([{ of: ['validateTaxId'], role: 'taxId.kind', was: [{ place: 'body /kind' }], is: [] }])
  expect(operations.find(({ id }) => id === 'validateTaxId')?.absent).toEqual(['taxId.kind'])
})

test('a stated place that was overridden keeps its facts in sight', async () => {
  const { replaced } = await explained((document) => {
    objectAt(propertiesOf(document, 'ReportRequest'), 'safeColumnsName').default = true
  })
  expect(replaced).toMatchObject([
    { role: 'report.safeColumnNames', basis: [{ stated: ['REP-4', 'REP-5', 'VER-1'], fixed: ['name', 'type', 'default'] }] },
  ])
})

test('parts inherited through allOf and schemas that contain themselves are walked once', async () => {
  const { operations } = await explained((document) => {
    const schemas = objectAt(document, 'components', 'schemas')
    const login = objectAt(schemas, 'User', 'properties', 'login')
    const properties = objectAt(schemas, 'User', 'properties')
    delete properties.login
    properties.manager = { $ref: '#/components/schemas/User', 'x-basis': { assumed: 'GAP-USER-FIELDS' } }
    schemas.Account = { type: 'object', properties: { 'log/in': login } }
    objectAt(schemas, 'User').allOf = [{ $ref: '#/components/schemas/Account' }]
  })
  const answer = operations.find(({ id }) => id === 'whoami')?.rows.filter(({ direction }) => direction === 'answer') ?? []
  expect(answer.map(({ place }) => place)).toEqual([
    'status 200', 'body /log~1in', 'body /id', 'body /name', 'body /email', 'body /permissions',
  ])
  expect(answer[1]?.pointer).toBe('/components/schemas/Account/properties/log~1in')
})

test('the places are those that the compiled contract fills', () => {
  const document = original()
  const { operations } = explainDocument({ document, statements: [] })
  const { writeRecords } = createContract(document).operations
  const { body } = writeRecords.encodeRequest({ operations: [{ section: 'entities', recordId: 7, fields: { name: 'Nadal' } }] })
  const request = operations.find(({ id }) => id === 'writeRecords')?.rows.filter(({ role, direction }) => role !== undefined && direction === 'request')
  const read = (place: string) =>
    place.replace('body /', '').replaceAll('*', '0').split('/').reduce<unknown>((value, key) => Reflect.get(Object(value), key), body)
  expect(request?.map(({ role, place }) => [role, read(place)])).toEqual([
    ['write.operations', [expect.anything()]],
    ['write.section', 'entities'],
    ['write.recordId', 7],
    ['write.fields', { name: 'Nadal' }],
  ])
})
