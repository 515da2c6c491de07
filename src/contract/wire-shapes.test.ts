import { expect, test } from 'vitest'
import type { DocumentAnswer, JsonObject, ReportPage, WriteResult } from '../core/index.ts'
import { ContractError } from './index.ts'
import type { WireAnswer } from './index.ts'
import { changed, json, jsonOf, objectAt, operationAt, propertiesOf, request, schemaOf } from './testing/changed-contract.ts'

const page: ReportPage = { rows: [{ id: 7 }], columns: [], page: 1, pageSize: 25, hasMore: true }
const lacking = ['report.columns', 'report.page', 'report.pageSize', 'report.totalRows', 'report.totalPages', 'report.files']
const answered = (mediaType: string, body: unknown, status = 200): WireAnswer => ({ status, headers: {}, mediaType, body })

/** A response of one media type, with no reference to components. */
function respond(operation: JsonObject, status: string, response: JsonObject): void {
  const responses = objectAt(operation, 'responses')
  delete responses['200']
  responses[status] = { description: '', ...response }
}

function failure(error: WriteResult['error']): WriteResult {
  return { section: 'stock', outcome: 'failed', ...(error === undefined ? {} : { error }) }
}

test('a header is read as its schema types it, and a flag in it is a flag', () => {
  const { runReport } = changed((document) => {
    const operation = operationAt(document, '/api/reports')
    respond(operation, '200', {
      headers: {
        'X-Hay-Mas': { required: true, schema: { type: 'boolean', 'x-role': 'report.hasMore' } },
        'X-Version': { required: true, schema: { const: '007' } },
        'X-Servidor': { schema: { type: 'string', default: 'x' } },
      },
      content: { 'application/json': { schema: objectAt(propertiesOf(document, 'ReportPage'), 'rows') } },
    })
    operation['x-role-absent'] = lacking
  }).operations
  const answer = runReport.encodeAnswer(page)
  expect(answer.headers).toEqual({ 'x-hay-mas': 'true', 'x-version': '007' })
  expect(runReport.checkAnswer(answer)).toEqual([])
  expect(runReport.decodeAnswer(answer)).toEqual({ kind: 'answer', value: { rows: page.rows, hasMore: true } })
  expect(runReport.checkAnswer({ ...answer, headers: { 'x-hay-mas': 'quizás' } })).toMatchObject([
    { pointer: '/headers/x-hay-mas' },
    { pointer: '/headers/x-version' },
  ])
})

test('a text body is read as its schema types it', () => {
  const { validateTaxId } = changed((document) => {
    const operation = operationAt(document, '/api/tools/taxid')
    const schema = { enum: [1, 2], 'x-role': 'taxId.valid', 'x-values': { true: 1, false: 2 } }
    respond(operation, '200', { content: { 'text/plain': { schema } } })
    operation['x-role-absent'] = ['taxId.value', 'taxId.name', 'taxId.kind', 'taxId.reason']
  }).operations
  const answer = validateTaxId.encodeAnswer({ value: 'B1', valid: false })
  expect(answer).toMatchObject({ mediaType: 'text/plain', body: 2 })
  expect(validateTaxId.checkAnswer(answered('text/plain', '2'))).toEqual([])
  expect(validateTaxId.decodeAnswer(answered('text/plain', '2'))).toMatchObject({ value: { valid: false } })
  expect(validateTaxId.checkAnswer(answered('text/plain', 'no'))).toMatchObject([{ pointer: '/body' }])
})

test.each([
  ['2XX', 200],
  ['201', 201],
])('the success may stand under %s', (key, status) => {
  const { whoami } = changed((document) => {
    const operation = operationAt(document, '/api/whoami', 'get')
    const { '200': success, ...others } = objectAt(operation, 'responses')
    operation.responses = { ...others, [key]: success }
  }).operations
  const user = { id: 1, login: 'a', name: 'A', email: 'a@b.example', permissions: [] }
  const answer = whoami.encodeAnswer(user)
  expect(answer.status).toBe(status)
  expect(whoami.checkAnswer(answer)).toEqual([])
  expect(whoami.decodeAnswer(answer)).toEqual({ kind: 'answer', value: user })
})

test('refusals in a range of statuses are told apart by the usual status when they have no code', () => {
  const { whoami } = changed((document) => {
    const operation = operationAt(document, '/api/whoami', 'get')
    const { '200': success } = objectAt(operation, 'responses')
    const content = { 'text/plain': { schema: { type: 'string', 'x-role': 'error.message' } } }
    operation.responses = {
      '200': success,
      '4XX': { description: '', 'x-role': ['error.unauthenticated', 'error.forbidden', 'error.internal'], content },
    }
  }).operations
  const said = (kind: 'unauthenticated' | 'forbidden' | 'internal') => whoami.encodeProblem({ kind, message: 'No.' })
  expect(said('unauthenticated').status).toBe(401)
  expect(whoami.decodeAnswer(said('forbidden'))).toMatchObject({ refusal: { code: 'forbidden', status: 403 } })
  // 500 is no 4XX, and what cannot be told apart is taken for the first.
  expect(said('internal').status).toBe(400)
  expect(whoami.checkAnswer(said('internal'))).toEqual([])
})

test('a refusal that belongs to no operation looks as the contract has it, as text too', () => {
  const contract = changed((document) => {
    const notFound = objectAt(document, 'components', 'responses', 'NotFound')
    notFound.content = { 'text/plain': { schema: { type: 'string', 'x-role': 'error.message' } } }
    for (const path of ['/api/reports', '/api/dynamicdocuments']) {
      const { '404': moved, ...others } = objectAt(operationAt(document, path), 'responses')
      operationAt(document, path).responses = { ...others, '410': moved }
    }
  })
  expect(contract.encodeProblem({ kind: 'notFound', message: 'Nada.' })).toEqual(answered('text/plain', 'Nada.', 410))
})

test('violations may come as plain texts', () => {
  const { runReport } = changed((document) => {
    const problem = propertiesOf(document, 'Problem')
    problem.errors = { type: 'array', items: { type: 'string', 'x-role': 'error.detail.message' }, 'x-role': 'error.details' }
  }).operations
  const violations = [{ pointer: '/pageSize', message: 'Too many.', expected: 'fewer' }]
  const refused = runReport.encodeProblem({ kind: 'invalid', message: 'No.', violations })
  expect(refused.body).toMatchObject({ errors: ['Too many.'] })
  expect(runReport.checkAnswer(refused)).toEqual([])
  expect(runReport.decodeAnswer(refused)).toMatchObject({ refusal: { details: [{ message: 'Too many.' }] } })
})

test('the parts of a write error may lie outside of it, in the result itself or elsewhere', () => {
  const { writeRecords } = changed((document) => {
    const result = propertiesOf(document, 'WriteResult')
    const { code, message, details } = propertiesOf(document, 'WriteError')
    delete result.error
    Object.assign(result, { codigo: code, aviso: { type: 'object', properties: { texto: message, campos: details } } })
  }).operations
  const details = [{ pointer: '/fields/sku', message: 'missing' }]
  const results = [failure({ code: 'missingField', message: 'No.', details }), { section: 'stock', recordId: 3, outcome: 'created' as const }]
  const answer = writeRecords.encodeAnswer({ results })
  expect(answer.body).toEqual({
    results: [
      { section: 'stock', outcome: 'failed', codigo: 'missing_field', aviso: { texto: 'No.', campos: details } },
      { section: 'stock', id: 3, outcome: 'created' },
    ],
  })
  expect(writeRecords.checkAnswer(answer)).toEqual([])
  expect(writeRecords.decodeAnswer(answer)).toEqual({ kind: 'answer', value: { results } })
})

test('what is required is there even if there is nothing to say', () => {
  const { writeRecords, runReport } = changed((document) => {
    const result = schemaOf(document, 'WriteResult')
    const { error, id } = propertiesOf(document, 'WriteResult')
    result.required = ['section', 'outcome', 'ref', 'detalle', 'avisos']
    result.properties = {
      ...propertiesOf(document, 'WriteResult'),
      ref: { ...objectAt({ id: id ?? {} }, 'id'), type: ['integer', 'null'] },
      detalle: {
        type: 'object',
        required: ['version', 'mas'],
        properties: { fallo: error, version: { const: 2 }, mas: { type: 'object', properties: {} } },
      },
      avisos: { type: 'array', items: { type: 'string' } },
    }
    delete propertiesOf(document, 'WriteResult').id
    delete propertiesOf(document, 'WriteResult').error
    schemaOf(document, 'ReportPage').required = ['rows', 'files']
  }).operations
  const answer = writeRecords.encodeAnswer({ results: [{ section: 'stock', recordId: 1, outcome: 'edited' }, failure(undefined)] })
  const nothing = { detalle: { version: 2, mas: {} }, avisos: [] }
  expect(answer.body).toEqual({
    results: [
      { section: 'stock', ref: 1, outcome: 'edited', ...nothing },
      { section: 'stock', ref: null, outcome: 'failed', ...nothing },
    ],
  })
  expect(writeRecords.checkAnswer(answer)).toEqual([])
  const report = runReport.encodeAnswer(page)
  expect(report.body).toMatchObject({ files: [] })
  expect(runReport.checkAnswer(report)).toEqual([])
})

test('a document of any format may travel as bytes, its format in a header', () => {
  const { generateDocument } = changed((document) => {
    respond(operationAt(document, '/api/dynamicdocuments'), '200', {
      headers: { 'X-Formato': { schema: { type: 'integer', 'x-role': 'document.format', 'x-values': { html: 1, json: 2, pdf: 3 } } } },
      content: { 'application/octet-stream': { schema: { 'x-role': 'document.content' } } },
    })
  }).operations
  const pdf = generateDocument.encodeAnswer({ format: 'pdf', content: new Uint8Array([37, 80, 68, 70]) })
  expect(pdf).toMatchObject({ headers: { 'x-formato': '3' }, body: new Uint8Array([37, 80, 68, 70]) })
  const documents: DocumentAnswer[] = [
    { format: 'pdf', content: new Uint8Array([37, 80, 68, 70]) },
    { format: 'html', content: '<p>ñ</p>' },
    { format: 'json', content: { a: ['ñ'] } },
  ]
  for (const document of documents) {
    const answer = generateDocument.encodeAnswer(document)
    expect(answer.body).toBeInstanceOf(Uint8Array)
    expect(generateDocument.decodeAnswer(answer)).toEqual({ kind: 'answer', value: document })
  }
})

test.each([
  ['base64url', '_-8'],
  ['base16', 'ffef'],
  [undefined, '/+8='],
])('bytes in JSON travel as %s', (contentEncoding, written) => {
  const { runReport } = changed((document) => {
    const content = objectAt(propertiesOf(document, 'ReportFile'), 'content')
    if (contentEncoding === undefined) delete content.contentEncoding
    else content.contentEncoding = contentEncoding
  }).operations
  const file = { recordId: 1, name: 'a', mediaType: 'b/c', content: new Uint8Array([255, 239]) }
  const answer = runReport.encodeAnswer({ ...page, totalRows: 1, totalPages: 1, files: [file] })
  expect(answer.body).toMatchObject({ files: [{ content: written }] })
  expect(runReport.decodeAnswer(answer)).toMatchObject({ value: { files: [file] } })
})

test('a document may travel as text in JSON, a JSON one as JSON text', () => {
  const { generateDocument } = changed((document) => {
    const schema = { type: 'object', properties: { texto: { type: 'string', 'x-role': 'document.content' } } }
    jsonOf(operationAt(document, '/api/dynamicdocuments')).schema = schema
    objectAt(operationAt(document, '/api/dynamicdocuments'), 'responses', '200').content = { 'application/json': { schema } }
  }).operations
  const answer = generateDocument.encodeAnswer({ format: 'json', content: { a: 1 } })
  expect(answer.body).toEqual({ texto: '{"a":1}' })
  expect(generateDocument.decodeAnswer(answer, { id: 'x', format: 'json' })).toEqual({
    kind: 'answer',
    value: { format: 'json', content: { a: 1 } },
  })
  expect(generateDocument.decodeAnswer(answer)).toMatchObject({ kind: 'unknown' })
})

test('a notification may tell parts of it in headers', () => {
  const { notification } = changed((document) => {
    const { event, section, changedFields, ...body } = propertiesOf(document, 'RecordChanged')
    schemaOf(document, 'RecordChanged').required = ['id']
    schemaOf(document, 'RecordChanged').properties = body
    objectAt(document, 'webhooks', 'recordChanged', 'post').parameters = [
      { name: 'X-Evento', in: 'header', required: true, schema: event ?? {} },
      { name: 'X-Seccion', in: 'header', required: true, schema: section ?? {} },
      { name: 'X-Campos', in: 'header', schema: changedFields ?? {} },
    ]
  })
  const meaning = { kind: 'modified', section: 'stock', recordId: 3, changedFields: ['name', 'quantity'] } as const
  const { headers, body } = notification.encode({ ...meaning, changedFields: [...meaning.changedFields] })
  expect(headers).toEqual({ 'x-evento': 'modified', 'x-seccion': 'stock', 'x-campos': 'name,quantity' })
  expect(body).toEqual({ id: 3 })
  expect(notification.check(body, headers)).toEqual([])
  expect(notification.decode(body, headers)).toEqual(meaning)
  expect(notification.check(body, { 'x-evento': 'borrado' })).toMatchObject([{ pointer: '/headers/X-Evento' }, { pointer: '/headers/X-Seccion' }])
})

test('a value that x-values does not list is not accepted, and one that it cannot write is left out', () => {
  const { generateDocument, validateTaxId } = changed((document) => {
    const format = objectAt(propertiesOf(document, 'DocumentRequest'), 'format')
    delete format.enum
    delete format.default
    format['x-values'] = { html: 'H', pdf: 'P' }
    delete objectAt(propertiesOf(document, 'TaxIdVerdict'), 'kind').enum
    objectAt(propertiesOf(document, 'TaxIdVerdict'), 'kind')['x-values'] = { individual: 'F', company: 'J' }
  }).operations
  expect(generateDocument.decodeRequest(request({ body: { documentId: 'x', format: 'Q' } }))).toMatchObject({
    problem: { violations: [{ pointer: '/body/format', expected: 'one of "H", "P"' }] },
  })
  const answer = validateTaxId.encodeAnswer({ value: 'X1', valid: true, kind: 'foreigner' })
  expect(answer.body).toEqual({ value: 'X1', valid: true })
})

test('a report’s own id may be any value of the deployment’s', () => {
  const { runReport } = changed((document) => {
    Object.assign(objectAt(propertiesOf(document, 'ReportRequest'), 'reportId'), {
      type: 'integer',
      'x-values': { customers: 17, 'sales-per-month': 18 },
    })
  }).operations
  expect(runReport.encodeRequest({ id: 'customers' }).body).toEqual({ reportId: 17 })
  expect(runReport.encodeRequest({ id: 'unheard-of' }).body).toEqual({ reportId: 'unheard-of' })
  expect(runReport.decodeRequest(request({ body: { reportId: 17 } }))).toMatchObject({ value: { id: 'customers' } })
  expect(runReport.decodeRequest(request({ body: { reportId: 19 } }))).toMatchObject({ value: { id: '19' } })
})

test('null may be the deployment’s word for something', () => {
  const { validateTaxId } = changed((document) => {
    Object.assign(objectAt(propertiesOf(document, 'TaxIdVerdict'), 'valid'), {
      type: ['string', 'null'],
      'x-values': { true: null, false: 'NO' },
    })
  }).operations
  const answer = validateTaxId.encodeAnswer({ value: 'B1', valid: true })
  expect(answer.body).toEqual({ value: 'B1', valid: null })
  expect(validateTaxId.decodeAnswer(answer)).toMatchObject({ value: { valid: true } })
})

test('the fields of a record’s lines have names of their own', () => {
  const contract = changed((document) => {
    document['x-sections'] = {
      sales: { name: 'ventas', fields: { lines: 'lineas', 'lines.quantity': 'cantidad', 'lines.item_id': 'articulo' } },
    }
  })
  const { writeRecords } = contract.operations
  const operations = [{ section: 'sales', fields: { quantity: 'not a line', lines: [{ item_id: 1, quantity: 2 }, 'nonsense'] } }]
  const { body } = writeRecords.encodeRequest({ operations })
  expect(body).toEqual({
    operations: [{ section: 'ventas', fields: { quantity: 'not a line', lineas: [{ articulo: 1, cantidad: 2 }, 'nonsense'] } }],
  })
  expect(writeRecords.decodeRequest(request({ body }))).toEqual({ ok: true, value: { operations } })
  const details = [{ pointer: '/fields/lines/0/quantity', message: 'Too many.' }]
  const failed: WriteResult = { section: 'sales', outcome: 'failed', error: { code: 'insufficientStock', message: 'No.', details } }
  const answer = writeRecords.encodeAnswer({ results: [failed] })
  expect(answer.body).toMatchObject({ results: [{ error: { details: [{ pointer: '/fields/lineas/0/cantidad' }] } }] })
  expect(writeRecords.decodeAnswer(answer)).toEqual({ kind: 'answer', value: { results: [failed] } })
  const event = { kind: 'modified', section: 'sales', recordId: 1, changedFields: ['lines', 'lines.quantity'] } as const
  const notification = contract.notification.encode({ ...event, changedFields: [...event.changedFields] })
  expect(notification.body).toMatchObject({ changedFields: ['lineas', 'lineas.cantidad'] })
  expect(contract.notification.decode(notification.body)).toEqual(event)
})

test('a name that the deployment uses for nothing is not understood', () => {
  const { writeRecords } = changed((document) => {
    document['x-sections'] = { entities: { name: 'terceros', fields: { name: 'city', city: 'poblacion' } } }
  }).operations
  const wire = { operations: [{ section: 'terceros', fields: { city: 'Nadal', poblacion: 'Inca', name: '?' } }, { section: 'entities', fields: {} }] }
  const read = writeRecords.decodeRequest(request({ body: wire }))
  expect(read).toEqual({
    ok: true,
    value: { operations: [{ section: 'entities', fields: { name: 'Nadal', city: 'Inca', poblacion: '?' } }, { section: 'terceros', fields: {} }] },
  })
  expect(read.ok ? writeRecords.encodeRequest(read.value).body : undefined).toEqual(wire)
})

test('a section that the answer does not repeat is the one that was asked for', () => {
  const { writeRecords } = changed((document) => {
    delete propertiesOf(document, 'WriteResult').section
    schemaOf(document, 'WriteResult').required = ['outcome']
    operationAt(document, '/api/writeoperations')['x-role-absent'] = ['write.section']
    document['x-sections'] = { entities: { fields: { name: 'nombre' } } }
  }).operations
  const details = [{ pointer: '/fields/name', message: 'No.' }]
  const results: WriteResult[] = [{ section: 'entities', outcome: 'failed', error: { code: 'invalidField', message: 'No.', details } }]
  const answer = writeRecords.encodeAnswer({ results })
  expect(answer.body).toMatchObject({ results: [{ error: { details: [{ pointer: '/fields/nombre' }] } }] })
  const asked = { operations: [{ section: 'entities', fields: { name: 7 } }] }
  expect(writeRecords.decodeAnswer(answer, asked)).toEqual({ kind: 'answer', value: { results } })
})

test('the sections that a user’s permissions name have the deployment’s names', () => {
  const { whoami } = changed((document) => {
    document['x-sections'] = { sales: { name: 'ventas' } }
  }).operations
  const user = { id: 1, login: 'a', name: 'A', email: 'a@b.example', permissions: ['section:sales:read', 'section:*:write', 'report:sales'] }
  const answer = whoami.encodeAnswer(user)
  expect(answer.body).toMatchObject({ permissions: ['section:ventas:read', 'section:*:write', 'report:sales'] })
  expect(whoami.decodeAnswer(answer)).toEqual({ kind: 'answer', value: user })
})

test('details without a pointer do no harm', () => {
  const { writeRecords } = changed((document) => {
    schemaOf(document, 'WriteViolation').required = ['message']
  }).operations
  const wire = { results: [{ section: 's', outcome: 'failed', error: { code: 'forbidden', message: 'm', details: [{ message: 'No.' }] } }] }
  expect(writeRecords.decodeAnswer(json(wire))).toMatchObject({ value: { results: [{ error: { details: [{ message: 'No.' }] } }] } })
})

test.each([
  ['dd/MM/yyyy', {}, '01/03/2026', '2026-03-01T00:00:00.000Z'],
  ['unix', {}, 1772355900, '2026-03-01T09:05:00.000Z'],
  ['unix-ms', { type: 'integer' }, 1772355900007, '2026-03-01T09:05:00.007Z'],
  ['unix', { type: 'string' }, '1772355900', '2026-03-01T09:05:00.000Z'],
  ['yyyyMMdd.HHmmss', { type: 'string' }, '20260301.090500', '2026-03-01T09:05:00.000Z'],
])('an instant as %s %j is %j', (format, parts, written, read) => {
  const { notification } = changed((document) => {
    propertiesOf(document, 'RecordChanged').occurredAt = { ...parts, 'x-role': 'event.occurredAt', 'x-date-format': format }
  })
  const { body } = notification.encode({ kind: 'created', section: 'stock', recordId: 1, occurredAt: '2026-03-01T09:05:00.007Z' })
  expect(body).toMatchObject({ occurredAt: written })
  expect(notification.check(body)).toEqual([])
  expect(notification.decode(body)).toMatchObject({ occurredAt: read })
})

test('a day that is none is handed on as it came', () => {
  const { notification } = changed((document) => {
    propertiesOf(document, 'RecordChanged').occurredAt = { type: 'string', 'x-role': 'event.occurredAt', 'x-date-format': 'dd/MM/yyyy' }
  })
  expect(notification.decode({ event: 'created', section: 's', id: 1, occurredAt: '31/02/2026' })).toMatchObject({ occurredAt: '31/02/2026' })
})

test('pointers into parameters are told apart by their whole names', () => {
  const { validateVatId } = changed((document) => {
    const paths = objectAt(document, 'paths')
    const { requestBody: _, ...operation } = operationAt(document, '/api/tools/euvat')
    const { value, country } = propertiesOf(document, 'VatIdRequest')
    paths['/api/tools/euvat'] = {
      get: {
        ...operation,
        parameters: [
          { name: 'nif/1', in: 'query', required: true, schema: value ?? {} },
          { name: 'nif', in: 'query', schema: country ?? {} },
        ],
      },
    }
  }).operations
  const refused = validateVatId.decodeRequest(request({ query: { 'nif/1': 'x', nif: 'PORTUGAL' } }))
  expect(refused).toMatchObject({ problem: { violations: [{ pointer: '/query/nif' }] } })
  const problem = { kind: 'invalid', message: 'No.', violations: [{ pointer: '/value', message: 'no' }, { pointer: '/country', message: 'no' }] } as const
  const answer = validateVatId.encodeProblem({ ...problem, violations: [...problem.violations] })
  expect(answer.body).toMatchObject({ errors: [{ pointer: '/query/nif~11' }, { pointer: '/query/nif' }] })
  expect(validateVatId.decodeAnswer(answer)).toMatchObject({ refusal: { details: problem.violations } })
})

const stock = (document: JsonObject) => objectAt(document, 'x-sections', 'stock')

test.each<[string, (document: JsonObject) => void, string]>([
  [
    'pages count from 0 and the first by default is the second',
    (d) => (objectAt(propertiesOf(d, 'ReportRequest'), 'page').minimum = 0),
    'counts from 0 (minimum), but its default is 1; write default: 0',
  ],
  [
    'a flag has words of which none is said to be true',
    (d) => Object.assign(objectAt(propertiesOf(d, 'TaxIdVerdict'), 'valid'), { type: 'string', enum: ['S', 'N'] }),
    'is one of ["S","N"]; say by x-values which of them is true',
  ],
  [
    'a GET has a body',
    (d) => {
      const paths = objectAt(d, 'paths')
      paths['/api/tools/taxid'] = { get: operationAt(d, '/api/tools/taxid') }
    },
    'validateTaxId: the request has a body, which GET cannot carry',
  ],
  [
    'a request is no JSON',
    (d) => {
      const body = objectAt(operationAt(d, '/api/tools/taxid'), 'requestBody')
      body.content = { 'application/x-www-form-urlencoded': objectAt(body, 'content', 'application/json') }
    },
    'validateTaxId: the request body is application/x-www-form-urlencoded, but only JSON is spoken here',
  ],
  [
    'a text is to carry an object',
    (d) => {
      const response = objectAt(d, 'components', 'responses', 'Forbidden')
      response.content = { 'text/plain': objectAt(response, 'content', 'application/problem+json') }
    },
    'is text/plain, which carries one value',
  ],
  [
    'a parameter is to carry an object',
    (d) => {
      const { parameters } = propertiesOf(d, 'ReportRequest')
      delete propertiesOf(d, 'ReportRequest').parameters
      operationAt(d, '/api/reports').parameters = [{ name: 'filtro', in: 'query', schema: parameters ?? {} }]
    },
    'the query parameter filtro is an object; let it travel as JSON',
  ],
  [
    'a required header of an answer can be filled by nobody',
    (d) => {
      objectAt(operationAt(d, '/api/reports'), 'responses', '200').headers = { 'X-Id': { required: true, schema: { type: 'string' } } }
    },
    'the header X-Id is required, but has no x-role',
  ],
  [
    'two operations are in one place',
    (d) => {
      const paths = objectAt(d, 'paths')
      const id = (name: string) => [{ name, in: 'path', required: true, schema: { const: 'x' } }]
      paths['/api/tools/{a}'] = { post: { ...operationAt(d, '/api/tools/taxid'), parameters: id('a') } }
      paths['/API/tools/{b}'] = { post: { ...operationAt(d, '/api/tools/euvat'), parameters: id('b') } }
      delete paths['/api/tools/taxid']
      delete paths['/api/tools/euvat']
    },
    'validateTaxId and validateVatId are both at POST /API/tools/{b}',
  ],
  ['an encoding is unknown', (d) => (objectAt(propertiesOf(d, 'ReportFile'), 'content').contentEncoding = 'base32'), 'contentEncoding "base32"'],
  [
    'a date has a part twice',
    (d) => Object.assign(objectAt(propertiesOf(d, 'RecordChanged'), 'occurredAt'), { 'x-date-format': 'dd/dd/yyyy' }),
    'has a part twice',
  ],
  ['a field takes the name of the deletion mark', (d) => (objectAt(stock(d), 'fields').name = 'eliminado'), 'eliminado is stated (WRI-2)'],
  ['two fields share a name', (d) => (objectAt(stock(d), 'fields').name = 'sku'), 'sku and name are both called sku'],
  [
    'a notification is no JSON',
    (d) => {
      const body = objectAt(d, 'webhooks', 'recordChanged', 'post', 'requestBody')
      body.content = { 'text/plain': { schema: { type: 'string', 'x-role': 'event.section' } } }
    },
    'recordChanged: the notification is text/plain, but only JSON is spoken here',
  ],
  [
    'a notification is to change its target',
    (d) => {
      objectAt(d, 'webhooks', 'recordChanged', 'post').parameters = [{ name: 'evento', in: 'query', schema: { const: 'x' } }]
    },
    'has the query parameter evento',
  ],
])('loading fails when %s', (_, change, told) => {
  const load = () => changed(change)
  expect(load).toThrow(ContractError)
  expect(load).toThrow(told)
})
