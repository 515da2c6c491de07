import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { basisOf, isGuarded } from '../basis.ts'
import { applyOverlay, guardStated, parseOverlay } from './index.ts'
import type { GuardStep, Verdict } from './index.ts'
import { pointerKeys, toPath } from './location.ts'

const statements = [
  { id: 'PING-1', text: 'Ping answers 200.' },
  { id: 'PING-2', text: 'The answer is plain text.' },
  { id: 'AUTH-2', text: 'All but ping need the header.' },
  { id: 'REP-1', text: 'POST /api/reports gives a report.' },
  { id: 'REP-2', text: '`page` in the body chooses the page.' },
  { id: 'REP-4', text: '`safe` is off unless asked for.' },
  { id: 'TOOL-1', text: 'The tools are under /api/tools/.' },
  { id: 'HOOK-5', text: 'Ten seconds.' },
]

function contract(): JsonObject {
  return {
    security: [{ apiKey: [] }],
    paths: {
      '/': {
        get: {
          operationId: 'ping',
          summary: 'Is it there?',
          'x-basis': { stated: ['PING-1'] },
          security: [],
          responses: {
            200: {
              'x-basis': { stated: ['PING-1', 'PING-2'] },
              content: {
                'text/plain': {
                  schema: { type: 'string', maxLength: 200, 'x-role': 'ping.greeting', 'x-basis': { stated: ['PING-2'] } },
                },
              },
            },
          },
        },
      },
      '/api/reports': {
        parameters: [
          { name: 'trace', in: 'header', schema: { type: 'string' }, 'x-basis': { assumed: 'GAP-A' } },
          { name: 'lang', in: 'query', schema: { type: 'string', enum: ['es', 'en'] }, 'x-basis': { stated: ['REP-1'] } },
        ],
        post: {
          operationId: 'runReport',
          'x-basis': { stated: ['REP-1'] },
          requestBody: {
            'x-basis': { stated: ['REP-1'] },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Request' } } },
          },
          responses: {
            200: {
              'x-basis': { stated: ['REP-2'], fixed: ['mediaType'], assumed: 'GAP-B' },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } },
            },
            403: { 'x-role': 'error.forbidden', 'x-basis': { assumed: 'GAP-C' } },
          },
        },
      },
      '/api/tools/taxid': {
        post: { operationId: 'taxId', 'x-basis': { stated: ['TOOL-1'], fixed: ['pathPrefix'], assumed: 'GAP-D' } },
      },
      '/api/tools/vat': { post: { operationId: 'vatId', 'x-basis': { stated: ['TOOL-1'], assumed: 'GAP-D' } } },
    },
    webhooks: {
      changed: {
        post: {
          operationId: 'changed',
          security: [{}, { token: [] }],
          'x-basis': { stated: ['HOOK-5'] },
          'x-delivery': {
            deadline: { value: 'PT10S', description: 'Be quick.', 'x-basis': { stated: ['HOOK-5'] } },
            delays: { value: ['PT5S'], 'x-basis': { assumed: 'GAP-E' } },
          },
        },
      },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'opaque',
          'x-basis': { stated: ['AUTH-2'], fixed: ['scheme', 'place'], assumed: 'GAP-F' },
        },
        token: { type: 'http', scheme: 'bearer', 'x-basis': { assumed: 'GAP-F' } },
      },
      schemas: {
        Request: {
          type: 'object',
          required: ['reportId'],
          properties: {
            reportId: {
              type: 'string',
              'x-role': 'report.id',
              'x-basis': { stated: ['REP-1'], fixed: ['place'], assumed: 'GAP-G' },
            },
            page: {
              type: 'integer',
              minimum: 1,
              default: 1,
              'x-role': 'report.page',
              'x-basis': { stated: ['REP-2'], fixed: ['name', 'place'], assumed: 'GAP-H' },
            },
            safe: {
              type: 'boolean',
              default: false,
              'x-role': 'report.safe',
              'x-basis': { stated: ['REP-4'], fixed: ['name', 'type', 'default'], assumed: 'GAP-I' },
            },
            mark: { examples: [1], 'x-basis': { stated: ['REP-2'], fixed: ['name', 'value'], assumed: 'GAP-J' } },
          },
        },
        Page: {
          properties: {
            rows: { type: 'array', 'x-role': 'report.rows', 'x-basis': { stated: ['REP-2'], assumed: 'GAP-B' } },
          },
        },
        Alone: { type: 'object', title: 'Alone', required: ['a'], 'x-basis': { stated: ['REP-1'] } },
      },
    },
  }
}

async function judge(before: JsonObject, actionLists: object[][], overrideStated = false): Promise<Verdict> {
  const steps: GuardStep[] = []
  for (const [index, actions] of actionLists.entries()) {
    const text = JSON.stringify({ overlay: '1.1.0', info: { title: 't', version: '1' }, actions }, null, 1)
    const overlay = await parseOverlay({ text, file: `${index + 1}.json` })
    const document = steps.at(-1)?.applied.document ?? before
    steps.push({ overlay, applied: await applyOverlay({ document, overlay }) })
  }
  return guardStated({ before, steps, statements, overrideStated })
}

const ping = "$.paths['/'].get"
const reports = "$.paths['/api/reports']"
const properties = '$.components.schemas.Request.properties'

const moveToQuery = (name: string, role: string) => [
  { target: `${properties}.${name}`, remove: true },
  { target: `${reports}.post`, update: { parameters: [{ name, in: 'query', 'x-role': role, schema: { type: 'integer' } }] } },
]

const allowed: [what: string, actions: object[]][] = [
  ['wording', [{ target: ping, update: { summary: 's', description: 'd', tags: ['t'] } }]],
  ['examples of a stated schema', [{ target: `${ping}.responses..schema`, update: { title: 't', examples: ['hi'] } }]],
  ['an added extension', [{ target: ping, update: { 'x-role-absent': ['a'] } }]],
  ['restating what is stated', [{ target: '$', update: { paths: { '/': { get: { operationId: 'ping' } } } } }]],
  ['a further media type', [{ target: `${ping}.responses['200'].content`, update: { 'text/html': {} } }]],
  ['another kind of JSON', [
    { target: `${reports}.post.responses['200'].content`, update: { 'application/vnd.nadal+json': {} } },
    { target: `${reports}.post.responses['200'].content['application/json']`, remove: true },
  ]],
  ['another status where only the media type is fixed', [
    { target: `${reports}.post.responses`, update: { 202: {} } },
    { target: `${reports}.post.responses['202']`, copy: `${reports}.post.responses['200']` },
    { target: `${reports}.post.responses['200']`, remove: true },
  ]],
  ['another letter case of a stated path', [
    { target: '$.paths', update: { '/API/Reports': {} } },
    { target: "$.paths['/API/Reports']", copy: reports },
    { target: reports, remove: true },
  ]],
  ['another path with the stated beginning, and another method', [
    { target: '$.paths', update: { '/api/tools/aeat/{nif}': { get: { operationId: 'taxId' } } } },
    { target: "$.paths['/api/tools/taxid']", remove: true },
  ]],
  ['leaving out an operation of which only the existence is stated', [{ target: "$.paths['/api/tools/vat']", remove: true }]],
  ['renaming where only the place is fixed', [
    { target: `${properties}.reportId`, remove: true },
    { target: properties, update: { informe: { type: 'integer', 'x-role': 'report.id' } } },
  ]],
  ['moving deeper into the body', [
    { target: `${properties}.page`, remove: true },
    { target: properties, update: { paging: { properties: { page: { type: 'integer', 'x-role': 'report.page' } } } } },
  ]],
  ['moving where only the name is fixed', moveToQuery('safe', 'report.safe').map((action) =>
    JSON.parse(JSON.stringify(action).replace('{"type":"integer"}', '{"type":"boolean","default":false}')),
  )],
  ['limits and default where they are not fixed', [{ target: `${properties}.page`, update: { minimum: 0, default: 0 } }]],
  ['which members are required', [{ target: '$.components.schemas.Request.required', remove: true }]],
  ['values among which the stated one is', [{ target: `${properties}.mark`, update: { enum: [0, 1] } }]],
  ['reshaping and leaving out what has only its existence stated', [
    { target: '$.components.schemas.Page.properties.rows', remove: true },
  ]],
  ['what is assumed', [
    { target: `${reports}.parameters[0]`, remove: true },
    { target: `${reports}.post.responses['403']`, remove: true },
    { target: "$.webhooks.changed.post['x-delivery'].delays.value", update: ['PT1M'] },
    { target: '$.components.securitySchemes.apiKey.bearerFormat', update: 'JWT' },
  ]],
  ['a stated parameter that shifts in its list', [
    { target: `${reports}.parameters[0]`, remove: true },
    { target: `${reports}.parameters[0]`, update: { description: 'd' } },
  ]],
  ['taking a stated part away and putting the same back', [
    { target: '$.components.schemas.Request', remove: true },
    { target: '$.components.schemas', update: { Request: (contract().components as { schemas: JsonObject }).schemas.Request } },
  ]],
]

test.each(allowed)('allows %s', async (_, actions) => {
  expect((await judge(contract(), [actions])).refused).toEqual([])
})

type Expected = [aspect: string, pointer: string, was: JsonValue, is: JsonValue, action: number | undefined]

const refused: [what: string, actions: object[], ...breaches: Expected[]][] = [
  ['removing a stated operation', [{ target: ping, remove: true }], ['existence', '/paths/~1/get', null, null, 1]],
  ['removing what is around stated operations', [{ target: '$.paths', remove: true }], [
    'existence', '/paths/~1/get', null, null, 1,
  ], ['existence', '/paths/~1api~1reports/post', null, null, 1], [
    'existence', '/paths/~1api~1tools~1taxid/post', null, null, 1,
  ]],
  ['another path', [
    { target: '$.paths', update: { '/api/informes': {} } },
    { target: "$.paths['/api/informes']", copy: reports },
    { target: reports, remove: true },
  ], ['path', '/paths/~1api~1reports/post', '/api/reports', '/api/informes', 3]],
  ['another method', [
    { target: reports, update: { get: {} } },
    { target: `${reports}.get`, copy: `${reports}.post` },
    { target: `${reports}.post`, remove: true },
  ], ['method', '/paths/~1api~1reports/post', 'POST', 'GET', 3]],
  ['another beginning of a path', [
    { target: '$.paths', update: { '/api/aeat': { post: { operationId: 'taxId' } } } },
    { target: "$.paths['/api/tools/taxid']", remove: true },
  ], ['pathPrefix', '/paths/~1api~1tools~1taxid/post', '/api/tools/', '/api/', 2]],
  ['another operationId of a stated operation', [{ target: ping, update: { operationId: 'pong' } }], [
    'existence', '/paths/~1/get', null, null, 1,
  ]],
  ['no authentication for one operation', [{ target: `${reports}.post`, update: { security: [] } }], [
    'authentication', '/security', [['apiKey']], [], 1,
  ]],
  ['no authentication at all', [{ target: '$.security', remove: true }], ['authentication', '/security', [['apiKey']], [], 1]],
  ['authentication for ping', [{ target: `${ping}.security`, remove: true }], [
    'authentication', '/paths/~1/get/security', [], [['apiKey']], 1,
  ]],
  ['another scheme', [{ target: '$.components.securitySchemes.apiKey.scheme', update: 'basic' }], [
    'scheme', '/components/securitySchemes/apiKey', 'http bearer', 'http basic', 1,
  ]],
  ['another place of the key', [{ target: '$.components.securitySchemes.apiKey', update: { in: 'query', name: 'k' } }], [
    'place', '/components/securitySchemes/apiKey', 'header authorization', 'query k', 1,
  ]],
  ['another status of a stated response', [
    { target: `${ping}.responses`, update: { 204: {} } },
    { target: `${ping}.responses['204']`, copy: `${ping}.responses['200']` },
    { target: `${ping}.responses['200']`, remove: true },
  ], ['status', '/paths/~1/get/responses/200', '200', '204', 3]],
  ['another media type of a stated body', [
    { target: `${reports}.post.requestBody.content`, update: { 'application/xml': {} } },
    { target: `${reports}.post.requestBody.content['application/xml']`, copy: `${reports}.post.requestBody.content['application/json']` },
    { target: `${reports}.post.requestBody.content['application/json']`, remove: true },
  ], ['mediaType', '/paths/~1api~1reports/post/requestBody', ['application/json'], ['application/xml'], 3]],
  ['removing a stated body, said once', [{ target: `${reports}.post.requestBody`, remove: true }], [
    'existence', '/paths/~1api~1reports/post/requestBody', null, null, 1,
  ]],
  ['another type and other limits of a stated schema', [{ target: `${ping}..schema`, update: { type: 'integer', maxLength: 9 } }], [
    'type', '/paths/~1/get/responses/200/content/text~1plain/schema', ['string'], ['integer'], 1,
  ], ['limits', '/paths/~1/get/responses/200/content/text~1plain/schema', { maxLength: 200 }, { maxLength: 9 }, 1]],
  ['another name', [
    { target: `${properties}.page`, remove: true },
    { target: properties, update: { pagina: { type: 'integer', 'x-role': 'report.page' } } },
  ], ['name', '/components/schemas/Request/properties/page', 'page', 'pagina', 1]],
  ['another place', moveToQuery('page', 'report.page'), [
    'place', '/components/schemas/Request/properties/page', 'body', 'query', 1,
  ]],
  ['a fixed type and default', [{ target: `${properties}.safe`, update: { type: 'string', default: true } }], [
    'type', '/components/schemas/Request/properties/safe', ['boolean'], ['string'], 1,
  ], ['default', '/components/schemas/Request/properties/safe', false, true, 1]],
  ['values without the stated one', [{ target: `${properties}.mark`, update: { enum: ['S', 'N'] } }], [
    'value', '/components/schemas/Request/properties/mark', [1], ['S', 'N'], 1,
  ]],
  ['another value of a stated parameter', [{ target: `${reports}.parameters[1].schema.enum`, update: 'ca' }], [
    'value', '/paths/~1api~1reports/parameters/1', ['es', 'en'], ['es', 'en', 'ca'], 1,
  ]],
  ['another name of a stated parameter', [{ target: `${reports}.parameters[?@.name == 'lang'].name`, update: 'idioma' }], [
    'existence', '/paths/~1api~1reports/parameters/1', null, null, 1,
  ]],
  ['handing a role to another property', [
    { target: `${properties}.page['x-role']`, remove: true },
    { target: properties, update: { pagina: { type: 'integer', 'x-role': 'report.page' } } },
  ], ['name', '/components/schemas/Request/properties/page', 'page', 'pagina', 1]],
  ['another value of a delivery rule', [{ target: '$.webhooks..deadline', update: { value: 'PT30S', description: 'd' } }], [
    'value', '/webhooks/changed/post/x-delivery/deadline', 'PT10S', 'PT30S', 1,
  ]],
  ['anything said by a stated node outside operations', [{ target: '$.components.schemas.Alone', update: { required: ['b'], title: 't' } }], [
    'value', '/components/schemas/Alone', { type: 'object', required: ['a'] }, { type: 'object', required: ['a', 'b'] }, 1,
  ]],
  ['removing a stated node outside operations', [{ target: '$.components.schemas.Alone', remove: true }], [
    'existence', '/components/schemas/Alone', null, null, 1,
  ]],
  ['an assumption beside what is stated', [{ target: `${ping}['x-basis']`, update: { assumed: 'GAP-A' } }], [
    'basis', '/paths/~1/get', { stated: ['PING-1'] }, { stated: ['PING-1'], assumed: 'GAP-A' }, 1,
  ]],
  ['an assumption instead of what is stated', [
    { target: `${ping}['x-basis'].stated`, remove: true },
    { target: `${ping}['x-basis']`, update: { assumed: 'GAP-A' } },
  ], ['basis', '/paths/~1/get', { stated: ['PING-1'] }, { assumed: 'GAP-A' }, 2]],
  ['another fact', [{ target: `${ping}['x-basis'].stated[0]`, update: 'REP-1' }], [
    'basis', '/paths/~1/get', { stated: ['PING-1'] }, { stated: ['REP-1'] }, 1,
  ]],
  ['no basis at all', [{ target: `${properties}.page['x-basis']`, remove: true }], [
    'basis', '/components/schemas/Request/properties/page', { stated: ['REP-2'], fixed: ['name', 'place'], assumed: 'GAP-H' }, null, 1,
  ]],
  ['fewer fixed aspects', [{ target: `${properties}.page['x-basis'].fixed[?@ == 'name']`, remove: true }], [
    'basis',
    '/components/schemas/Request/properties/page',
    { stated: ['REP-2'], fixed: ['name', 'place'], assumed: 'GAP-H' },
    { stated: ['REP-2'], fixed: ['place'], assumed: 'GAP-H' },
    1,
  ]],
]

test.each(refused)('refuses %s', async (_, actions, ...breaches) => {
  const { refused: found, overridden } = await judge(contract(), [actions])
  expect(found.map(({ aspect, pointer, was, is, action }) => [aspect, pointer, was, is, action])).toEqual(breaches)
  expect(overridden).toEqual([])
})

test('a refusal names the file, the action, the facts in words and the way out', async () => {
  const { refused: found } = await judge(contract(), [moveToQuery('page', 'report.page')])
  expect(found).toEqual([
    {
      aspect: 'place',
      pointer: '/components/schemas/Request/properties/page',
      statements: [{ id: 'REP-2', text: '`page` in the body chooses the page.' }],
      was: 'body',
      is: 'query',
      file: '1.json',
      action: 1,
      message:
        '1.json:9:4: action 1 ($.components.schemas.Request.properties.page): the place of `page` in the request of ' +
        'runReport is stated as "body", not "query" (REP-2: `page` in the body chooses the page.); leave it as it is, ' +
        'or override with --override-stated',
    },
  ])
})

test('a new node may bring no basis, but no other than the stated one', async () => {
  const renamed = (basis: object) => [
    { target: `${properties}.reportId`, remove: true },
    { target: properties, update: { informe: { 'x-role': 'report.id', ...basis } } },
  ]
  const stated = { stated: ['REP-1'], fixed: ['place'], assumed: 'GAP-G' }
  expect((await judge(contract(), [renamed({})])).refused).toEqual([])
  expect((await judge(contract(), [renamed({ 'x-basis': stated })])).refused).toEqual([])
  const { refused: found } = await judge(contract(), [renamed({ 'x-basis': { assumed: 'GAP-G' } })])
  expect(found.map(({ message }) => message)).toEqual([
    '1.json:9:4: action 1 ($.components.schemas.Request.properties.reportId): the x-basis of `reportId` in the request ' +
      'of runReport is stated as {"stated":["REP-1"],"fixed":["place"],"assumed":"GAP-G"}, not {"assumed":"GAP-G"} ' +
      '(REP-1: POST /api/reports gives a report.); write it like that, or on a new node not at all, or override with ' +
      '--override-stated',
  ])
})

test('names every operation that shares a fate once', async () => {
  const { refused: found } = await judge(contract(), [[{ target: '$.security', remove: true }]])
  expect(found.map(({ message }) => message)).toEqual([
    '1.json:9:4: action 1 ($.security): the authentication of runReport (and 2 more) is stated as [["apiKey"]], not [] ' +
      '(AUTH-2: All but ping need the header.); leave it as it is, or override with --override-stated',
  ])
})

test('lets stated facts be overridden on demand, and tells of it', async () => {
  const { refused: found, overridden } = await judge(contract(), [[{ target: ping, remove: true }]], true)
  expect(found).toEqual([])
  expect(overridden.map(({ statements: facts }) => facts)).toEqual([[{ id: 'PING-1', text: 'Ping answers 200.' }]])
})

test('judges several overlays as one and blames the one that did it', async () => {
  const harmless = [{ target: `${properties}.page`, update: { description: 'd' } }]
  const withoutBasis = [
    { target: `${properties}.page`, remove: true },
    { target: properties, update: { page: { type: 'integer', 'x-role': 'report.page' } } },
  ]
  const renamed = [
    { target: properties, update: { pagina: { type: 'integer', 'x-role': 'report.page' } } },
    { target: `${properties}.page`, remove: true },
  ]
  const { refused: found } = await judge(contract(), [harmless, withoutBasis, renamed, [{ target: ping, update: { summary: 's' } }]])
  expect(found.map(({ aspect, file, action }) => [aspect, file, action])).toEqual([['name', '3.json', 2]])
})

test('forgives what a later overlay mends', async () => {
  const turnOn = [{ target: `${properties}.safe`, update: { default: true } }]
  const mend = [{ target: `${properties}.safe`, update: { default: false } }]
  expect((await judge(contract(), [turnOn])).refused).toHaveLength(1)
  expect((await judge(contract(), [turnOn, mend])).refused).toEqual([])
})

test('finds nothing where there are no overlays', () => {
  expect(guardStated({ before: contract(), steps: [], statements, overrideStated: false })).toEqual({
    refused: [],
    overridden: [],
  })
})

test('no stated node of the contract can be removed unnoticed', async () => {
  const before = readJson('openapi.json')
  const { statements: facts } = readJson('statements.json')
  const guarded = guardedPointers(before, '')
  expect(guarded.length).toBeGreaterThan(20)
  for (const pointer of guarded) {
    const target = toPath(pointerKeys(pointer))
    const { refused: found } = await judge(before, [[{ target, remove: true }]])
    expect(found.map((breach) => breach.pointer)).toContain(pointer)
    for (const { statements: cited } of found) {
      for (const { id } of cited) expect(facts).toContainEqual(expect.objectContaining({ id }))
    }
  }
})

function readJson(name: string): JsonObject {
  const value: unknown = JSON.parse(readFileSync(new URL(`../../../openapi/generated/${name}`, import.meta.url), 'utf8'))
  if (!isJsonObject(value)) throw new Error(`${name} is not an object`)
  return value
}

function guardedPointers(node: JsonValue, pointer: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.entries(node).flatMap(([key, value]) =>
    guardedPointers(value ?? null, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
  return isGuarded(basisOf(node)) ? [pointer, ...inside] : inside
}
