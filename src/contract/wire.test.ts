import { expect, test } from 'vitest'
import type { JsonObject, JsonValue, WriteResult } from '../core/index.ts'
import { ContractError } from './index.ts'
import { changed, json, jsonOf, objectAt, operationAt, propertiesOf, request, schemaOf } from './testing/changed-contract.ts'

const page = {
  rows: [{ id: 7 }],
  columns: [],
  page: 1,
  pageSize: 25,
  totalRows: 1,
  totalPages: 1,
}

test('a request is read with the defaults that the contract declares', () => {
  const { runReport } = changed(() => {}).operations
  expect(runReport.decodeRequest(request({ body: { reportId: 'customers' } }))).toEqual({
    ok: true,
    value: { id: 'customers', page: 1, pageSize: 50, withFiles: false, safeColumnNames: false },
  })
})

test('each violation of a request says where it is and what was expected', () => {
  const { runReport } = changed(() => {}).operations
  const body = { reportid: 'customers', page: 0, resultsPerPage: '3' }
  expect(runReport.decodeRequest(request({ body }))).toMatchObject({
    ok: false,
    problem: {
      kind: 'invalid',
      violations: expect.arrayContaining([
        { pointer: '/body/reportId', message: '"reportId" is missing' },
        { pointer: '/body/reportid', message: '"reportid" is not known here', expected: expect.stringContaining('reportId') },
        { pointer: '/body/page', message: '0 is out of range', expected: 'a number >= 1' },
        { pointer: '/body/resultsPerPage', message: '"3" has the wrong type', expected: 'integer' },
      ]),
    },
  })
})

test('a number that no double holds is not told as null', () => {
  const body: JsonValue = JSON.parse('{"reportId":"customers","page":1,"resultsPerPage":1e400}')
  expect(changed(() => {}).operations.runReport.decodeRequest(request({ body }))).toMatchObject({
    ok: false,
    problem: {
      violations: [{ pointer: '/body/resultsPerPage', message: 'a number beyond what a double holds is out of range' }],
    },
  })
})

test('a renamed property keeps its meaning in both directions', () => {
  const { runReport } = changed((document) => {
    const properties = propertiesOf(document, 'ReportRequest')
    properties.informe = properties.reportId
    delete properties.reportId
    schemaOf(document, 'ReportRequest').required = ['informe']
  }).operations
  expect(runReport.encodeRequest({ id: 'customers' }).body).toEqual({ informe: 'customers' })
  expect(runReport.decodeRequest(request({ body: { informe: 'customers' } }))).toMatchObject({ value: { id: 'customers' } })
})

test('a role may move to any depth', () => {
  const { runReport } = changed((document) => {
    const properties = propertiesOf(document, 'ReportPage')
    const { rows, totalRows } = properties
    delete properties.rows
    delete properties.totalRows
    properties.resultado = {
      type: 'object',
      properties: { datos: { type: 'object', properties: { filas: rows } }, cuenta: totalRows },
    }
    schemaOf(document, 'ReportPage').required = ['resultado']
  }).operations
  const answer = runReport.encodeAnswer(page)
  expect(answer.body).toMatchObject({ resultado: { datos: { filas: [{ id: 7 }] }, cuenta: 1 } })
  expect(runReport.checkAnswer(answer)).toEqual([])
  expect(runReport.decodeAnswer(answer)).toEqual({ kind: 'answer', value: page })
})

test('an array may be answered bare, its total in a header', () => {
  const { runReport } = changed((document) => {
    const { rows, totalRows } = propertiesOf(document, 'ReportPage')
    const operation = operationAt(document, '/api/reports')
    jsonOf(operation).schema = rows
    objectAt(operation, 'responses', '200').headers = { 'X-Total': { schema: totalRows } }
    operation['x-role-absent'] = ['report.columns', 'report.page', 'report.pageSize', 'report.totalPages', 'report.files']
  }).operations
  const answer = runReport.encodeAnswer(page)
  expect(answer).toMatchObject({ body: [{ id: 7 }], headers: { 'x-total': '1' } })
  expect(runReport.decodeAnswer(answer)).toEqual({ kind: 'answer', value: { rows: [{ id: 7 }], totalRows: 1 } })
})

test('an operation may have another method and path, its roles in query, path and header', () => {
  const { validateTaxId } = changed((document) => {
    const paths = objectAt(document, 'paths')
    const { requestBody: _, ...post } = operationAt(document, '/api/tools/taxid')
    delete paths['/api/tools/taxid']
    paths['/api/tools/{tool}/aeat'] = {
      get: {
        ...post,
        parameters: [
          { name: 'tool', in: 'path', required: true, schema: { const: 'fiscal' } },
          { name: 'nif', in: 'query', required: true, 'x-role': 'taxId.value', schema: { type: 'string' } },
          { name: 'X-Nombre', in: 'header', 'x-role': 'taxId.name', schema: { type: 'string' } },
        ],
      },
    }
  }).operations
  expect(validateTaxId.encodeRequest({ value: 'B 1', name: 'Muñoz' })).toEqual({
    method: 'GET',
    target: '/api/tools/fiscal/aeat?nif=B%201',
    headers: { 'x-nombre': 'Muñoz' },
    body: undefined,
  })
  const wire = request({ path: { tool: 'fiscal' }, query: { nif: 'B1' }, headers: { 'x-nombre': 'Ana' } })
  expect(validateTaxId.decodeRequest(wire)).toEqual({ ok: true, value: { value: 'B1', name: 'Ana' } })
  expect(validateTaxId.decodeRequest(request({ path: { tool: 'otro' } }))).toMatchObject({
    problem: { violations: [{ pointer: '/path/tool' }, { pointer: '/query/nif' }] },
  })
})

test('numbers and flags in a query are read as the schema types them', () => {
  const { runReport } = changed((document) => {
    const operation = operationAt(document, '/api/reports')
    const { reportId, page: pageSchema, resultsPerPage, withFiles, safeColumnsName } = propertiesOf(document, 'ReportRequest')
    delete operation.requestBody
    operation['x-role-absent'] = ['report.parameters']
    operation.parameters = Object.entries({ reportId, pageSchema, resultsPerPage, withFiles, safeColumnsName }).map(
      ([name, schema]) => ({ name, in: 'query', schema: schema ?? {} }),
    )
  }).operations
  const wire = request({ query: { reportId: 'x', pageSchema: '2', withFiles: 'true' } })
  expect(runReport.decodeRequest(wire)).toMatchObject({ value: { id: 'x', page: 2, pageSize: 50, withFiles: true } })
  expect(runReport.decodeRequest(request({ query: { reportId: 'x', pageSchema: 'two' } }))).toMatchObject({
    problem: { violations: [{ pointer: '/query/pageSchema', message: '"two" has the wrong type' }] },
  })
})

test('pages may count from zero', () => {
  const { runReport } = changed((document) => {
    Object.assign(objectAt(propertiesOf(document, 'ReportRequest'), 'page'), { minimum: 0, default: 0 })
    Object.assign(objectAt(propertiesOf(document, 'ReportPage'), 'page'), { minimum: 0 })
  }).operations
  expect(runReport.encodeRequest({ id: 'x', page: 1 }).body).toMatchObject({ page: 0 })
  expect(runReport.decodeRequest(request({ body: { reportId: 'x' } }))).toMatchObject({ value: { page: 1 } })
  expect(runReport.decodeAnswer(runReport.encodeAnswer({ ...page, page: 3 }))).toMatchObject({ value: { page: 3 } })
})

test('words and flags map to the deployment’s own values, integers too', () => {
  const { writeRecords, runReport } = changed((document) => {
    const outcome = objectAt(propertiesOf(document, 'WriteResult'), 'outcome')
    outcome.type = 'integer'
    outcome.enum = [1, 2, 3, 4, 9]
    outcome['x-values'] = { created: 1, edited: 2, deleted: 3, restored: 4, failed: 9 }
    const flag = objectAt(propertiesOf(document, 'ReportRequest'), 'safeColumnsName')
    propertiesOf(document, 'ReportRequest').safeColumnsName = {
      'x-role': flag['x-role'] ?? '',
      type: 'string',
      enum: ['S', 'N'],
      default: 'N',
      'x-values': { true: 'S', false: 'N' },
    }
    Object.assign(objectAt(propertiesOf(document, 'ReportRequest'), 'withFiles'), { type: 'integer', enum: [0, 1], default: 0 })
  }).operations
  const answer = writeRecords.encodeAnswer({ results: [{ section: 'stock', recordId: 1, outcome: 'deleted' }] })
  expect(answer.body).toEqual({ results: [{ section: 'stock', id: 1, outcome: 3 }] })
  expect(writeRecords.checkAnswer(answer)).toEqual([])
  expect(writeRecords.decodeAnswer(answer)).toMatchObject({ value: { results: [{ outcome: 'deleted' }] } })
  const encoded = runReport.encodeRequest({ id: 'x', safeColumnNames: true, withFiles: true })
  expect(encoded.body).toEqual({ reportId: 'x', safeColumnsName: 'S', withFiles: 1 })
  expect(runReport.decodeRequest(request({ body: { reportId: 'x' } }))).toMatchObject({
    value: { safeColumnNames: false, withFiles: false },
  })
})

test('record ids may travel as text; text that is no number stays text', () => {
  const { writeRecords } = changed((document) => {
    Object.assign(objectAt(propertiesOf(document, 'WriteOperation'), 'id'), { type: 'string' })
    delete objectAt(propertiesOf(document, 'WriteOperation'), 'id').minimum
  }).operations
  const wire = writeRecords.encodeRequest({ operations: [{ section: 'stock', recordId: 17, fields: {} }] })
  expect(wire.body).toEqual({ operations: [{ section: 'stock', id: '17', fields: {} }] })
  const read = (id: string) => writeRecords.decodeRequest(request({ body: { operations: [{ section: 's', id, fields: {} }] } }))
  expect(read('17')).toMatchObject({ value: { operations: [{ recordId: 17 }] } })
  expect(read('0017')).toMatchObject({ value: { operations: [{ recordId: '0017' }] } })
})

test('instants are written as the deployment declares', () => {
  const { notification } = changed((document) => {
    const occurredAt = objectAt(propertiesOf(document, 'RecordChanged'), 'occurredAt')
    delete occurredAt.format
    occurredAt['x-date-format'] = 'dd/MM/yyyy HH:mm:ss'
  })
  const meaning = { kind: 'created', section: 'stock', recordId: 1, changedFields: [], occurredAt: '2026-03-01T09:05:00.000Z' } as const
  const { body } = notification.encode({ ...meaning, changedFields: [] })
  expect(body).toMatchObject({ occurredAt: '01/03/2026 09:05:00' })
  expect(notification.decode(body)).toEqual(meaning)
})

test('a document of any format may travel in one JSON envelope, in base64', () => {
  const { generateDocument } = changed((document) => {
    const operation = operationAt(document, '/api/dynamicdocuments')
    objectAt(operation, 'responses', '200').content = {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            tipo: { type: 'string', 'x-role': 'document.format', 'x-values': { html: 'H', json: 'J', pdf: 'P' } },
            fichero: { type: 'string', contentEncoding: 'base64', 'x-role': 'document.content' },
          },
        },
      },
    }
  }).operations
  const answer = generateDocument.encodeAnswer({ format: 'html', content: '<p>ñ</p>' })
  expect(answer.body).toEqual({ tipo: 'H', fichero: Buffer.from('<p>ñ</p>').toString('base64') })
  expect(generateDocument.decodeAnswer(answer)).toEqual({ kind: 'answer', value: { format: 'html', content: '<p>ñ</p>' } })
  const data = generateDocument.encodeAnswer({ format: 'json', content: { a: 1 } })
  expect(generateDocument.decodeAnswer(data)).toEqual({ kind: 'answer', value: { format: 'json', content: { a: 1 } } })
  const pdf = generateDocument.encodeAnswer({ format: 'pdf', content: new Uint8Array([37, 80, 68, 70]) })
  expect(pdf.body).toEqual({ tipo: 'P', fichero: 'JVBERg==' })
  expect(generateDocument.decodeAnswer(pdf)).toEqual({
    kind: 'answer',
    value: { format: 'pdf', content: new Uint8Array([37, 80, 68, 70]) },
  })
})

test('refusals may have other statuses, shapes and media types', () => {
  const { whoami, runReport } = changed((document) => {
    const whoamiOperation = operationAt(document, '/api/whoami', 'get')
    whoamiOperation.responses = {
      '200': objectAt(whoamiOperation, 'responses', '200'),
      '403': {
        description: 'no',
        'x-role': ['error.unauthenticated', 'error.forbidden'],
        content: { 'text/plain': { schema: { type: 'string', 'x-role': 'error.message' } } },
      },
    }
    const reports = operationAt(document, '/api/reports')
    reports.responses = {
      '200': objectAt(reports, 'responses', '200'),
      '400': {
        description: 'no',
        'x-role': ['error.malformed', 'error.invalid', 'error.notFound'],
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                error: {
                  type: 'object',
                  properties: {
                    codigo: {
                      type: 'integer',
                      'x-role': 'error.code',
                      'x-values': { malformed: 1, invalid: 2, notFound: 3 },
                    },
                  },
                },
              },
            },
          },
        },
      },
    }
  }).operations
  const refused = whoami.encodeProblem({ kind: 'unauthenticated', message: 'Send a key.' })
  expect(refused).toEqual({ status: 403, headers: {}, mediaType: 'text/plain', body: 'Send a key.' })
  expect(whoami.decodeAnswer(refused)).toMatchObject({ kind: 'refusal', refusal: { code: 'unauthenticated', message: 'Send a key.' } })
  const missing = runReport.encodeProblem({ kind: 'notFound', message: 'No such report.' })
  expect(missing).toMatchObject({ status: 400, body: { error: { codigo: 3 } } })
  expect(runReport.decodeAnswer(missing)).toMatchObject({ refusal: { code: 'notFound' } })
})

test('violations that the service finds point at what was really sent', () => {
  const { runReport, writeRecords } = changed((document) => {
    const asked = propertiesOf(document, 'ReportRequest')
    asked.filtros = { type: 'object', properties: { valores: asked.parameters ?? {} } }
    delete asked.parameters
    const operation = propertiesOf(document, 'WriteOperation')
    operation.campos = operation.fields
    delete operation.fields
    schemaOf(document, 'WriteOperation').required = ['section', 'campos']
  }).operations
  const problem = { kind: 'invalid', message: 'No.', violations: [{ pointer: '/parameters/since', message: 'not a date' }] } as const
  const refused = runReport.encodeProblem({ ...problem, violations: [...problem.violations] })
  expect(refused.body).toMatchObject({ errors: [{ pointer: '/body/filtros/valores/since' }] })
  expect(runReport.decodeAnswer(refused)).toMatchObject({ refusal: { details: [{ pointer: '/parameters/since' }] } })
  const failed: WriteResult = {
    section: 'stock',
    outcome: 'failed',
    error: { code: 'missingField', message: 'No.', details: [{ pointer: '/fields/sku', message: 'missing' }] },
  }
  const answer = writeRecords.encodeAnswer({ results: [failed] })
  expect(answer.body).toMatchObject({ results: [{ error: { details: [{ pointer: '/campos/sku' }] } }] })
  expect(writeRecords.decodeAnswer(answer)).toEqual({ kind: 'answer', value: { results: [failed] } })
})

test('sections and their fields travel under the deployment’s names', () => {
  const contract = changed((document) => {
    document['x-sections'] = { entities: { name: 'terceros', fields: { name: 'nombre' } } }
  })
  const { writeRecords } = contract.operations
  const operations = [{ section: 'entities', recordId: 3, fields: { name: 'Nadal', eliminado: 1 } }]
  const { body } = writeRecords.encodeRequest({ operations })
  expect(body).toEqual({ operations: [{ section: 'terceros', id: 3, fields: { nombre: 'Nadal', eliminado: 1 } }] })
  expect(writeRecords.decodeRequest(request({ body }))).toEqual({ ok: true, value: { operations } })
  const event = { kind: 'modified', section: 'entities', recordId: 3, changedFields: ['name'], record: { name: 'Nadal' } } as const
  const notification = contract.notification.encode({ ...event, changedFields: ['name'] })
  expect(notification.body).toMatchObject({ section: 'terceros', changedFields: ['nombre'], record: { nombre: 'Nadal' } })
  expect(contract.notification.decode(notification.body)).toEqual(event)
})

test('a status or media type that the contract does not know is told as such', () => {
  const { whoami } = changed(() => {}).operations
  expect(whoami.decodeAnswer(json({}, 418))).toMatchObject({ kind: 'unknown', status: 418 })
  expect(whoami.decodeAnswer({ status: 200, headers: {}, mediaType: 'text/html', body: '<p>' })).toMatchObject({
    kind: 'unknown',
    reason: expect.stringContaining('text/html'),
  })
  expect(whoami.checkAnswer(json({ nothing: true }))).not.toEqual([])
})

test.each<[string, (document: JsonObject) => void, string]>([
  ['a needed role is bound nowhere', (d) => delete propertiesOf(d, 'ReportRequest').reportId, 'report.id'],
  [
    'a role that may be absent is not declared so',
    (d) => delete propertiesOf(d, 'ReportPage').totalRows,
    'the runReport answer lacks report.totalRows; give the node that has it x-role: report.totalRows, or list it in x-role-absent',
  ],
  ['an operation is gone', (d) => delete objectAt(d, 'paths')['/api/whoami'], 'whoami'],
  ['a role is misspelt', (d) => (objectAt(propertiesOf(d, 'ReportPage'), 'rows')['x-role'] = 'report.row'), 'report.row'],
  [
    'two meanings share one wire value',
    (d) => (objectAt(propertiesOf(d, 'WriteResult'), 'outcome')['x-values'] = { created: 1, edited: 1 }),
    'created',
  ],
  [
    'a required property can be filled by nobody',
    (d) => {
      propertiesOf(d, 'ReportRequest').empresa = { type: 'string' }
      schemaOf(d, 'ReportRequest').required = ['reportId', 'empresa']
    },
    'the request as application/json/empresa is required, but has no x-role and no const or default',
  ],
  [
    'a role stands on a type that cannot carry it',
    (d) => (objectAt(propertiesOf(d, 'ReportRequest'), 'reportId').type = 'boolean'),
    'report.id in the request as application/json/reportId has the type boolean; it can travel as string, integer, number',
  ],
  [
    'a keyword of a schema is not what it has to be',
    (d) => (objectAt(propertiesOf(d, 'ReportRequest'), 'page').type = 'int'),
    '"type" in the request as application/json/page is "int"; it has to be one of string, integer',
  ],
  ['a refusal has an unknown role', (d) => (objectAt(d, 'components', 'responses', 'Forbidden')['x-role'] = 'error.no'), 'error.no'],
])('loading fails when %s', (_, change, named) => {
  const load = () => changed(change)
  expect(load).toThrow(ContractError)
  expect(load).toThrow(named === 'created' ? 'share the wire value' : named)
})
