import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Node } from './visit.ts'

const sound = `
openapi: 3.1.1
info: { title: A small contract, version: 1.0.0 }
security: [{ apiKey: [] }]
paths:
  /api/reports:
    post:
      operationId: runReport
      x-basis: { stated: [REP-1] }
      x-role-absent: [report.hasMore]
      parameters:
        - name: page
          in: query
          schema: { type: integer }
          x-role: report.page
          x-basis: { stated: [REP-2], fixed: [name], assumed: GAP-PAGING }
      requestBody:
        x-basis: { stated: [REP-1] }
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Request' }
            example: { format: web }
      responses:
        '200':
          description: A report.
          x-basis: { stated: [REP-1] }
          content: { application/json: { schema: { type: object }, example: {} } }
        '400': { $ref: '#/components/responses/Refused' }
webhooks:
  recordChanged:
    post:
      operationId: recordChanged
      x-basis: { stated: [HOOK-2] }
      x-delivery: { deadline: { value: PT10S, x-basis: { stated: [HOOK-5] } } }
      responses: { 2XX: { description: Received., x-basis: { stated: [HOOK-5] } } }
components:
  securitySchemes:
    apiKey: { type: http, scheme: bearer, x-basis: { stated: [AUTH-1] } }
  schemas:
    Request:
      type: object
      properties:
        format:
          type: string
          enum: [web, paper]
          x-values: { html: web, pdf: paper }
          x-role: document.format
          x-basis: { assumed: GAP-DOCUMENT-REQUEST }
  responses:
    Refused:
      description: Refused, for whatever reason.
      x-basis: { assumed: GAP-ERRORS }
      x-role:
        - error.malformed
        - error.invalid
        - error.unauthenticated
        - error.forbidden
        - error.methodNotAllowed
        - error.tooLarge
        - error.unsupportedMediaType
        - error.rateLimited
        - error.internal
        - error.unavailable
      headers:
        Allow: { schema: { type: string }, x-role: error.allow, x-basis: { assumed: GAP-ERRORS } }
      content: { application/json: { schema: { type: object }, example: {} } }
x-sections:
  entities: { name: entities, x-basis: { assumed: GAP-RECORD-FIELDS } }
`

const post = '#/paths/~1api~1reports/post'
const format = '#/components/schemas/Request/properties/format'
const refused = '#/components/responses/Refused'

/** Where the sound contract is broken, what is put there (undefined removes), what is said of it, and where. */
const faults: [pointer: string, value: unknown, rule: string, message: string, at?: string][] = [
  [`${post}/x-basis`, undefined, 'operation-basis', 'The operation has no `x-basis`.', post],
  [
    '#/webhooks/recordChanged/post/x-basis',
    undefined,
    'operation-basis',
    'The operation has no `x-basis`.',
    '#/webhooks/recordChanged/post',
  ],
  [
    `${post}/parameters/0/x-basis`,
    undefined,
    'node-basis',
    'The parameter has no `x-basis`.',
    `${post}/parameters/0`,
  ],
  [
    `${post}/requestBody/x-basis`,
    undefined,
    'node-basis',
    'The request body has no `x-basis`.',
    `${post}/requestBody`,
  ],
  [`${refused}/x-basis`, undefined, 'node-basis', 'The response has no `x-basis`.', refused],
  [
    `${refused}/headers/Allow/x-basis`,
    undefined,
    'node-basis',
    'The header has no `x-basis`.',
    `${refused}/headers/Allow`,
  ],
  [
    '#/components/securitySchemes/apiKey/x-basis',
    undefined,
    'node-basis',
    'The security scheme has no `x-basis`.',
    '#/components/securitySchemes/apiKey',
  ],
  [format, { type: 'string' }, 'node-basis', 'The property `format` has no `x-basis`.'],
  [
    format,
    { type: 'string', 'x-role': 'document.format' },
    'node-basis',
    'The schema has an `x-role` but no `x-basis`.',
  ],
  [
    '#/x-sections/entities/x-basis',
    undefined,
    'node-basis',
    '`entities` in `x-sections` has no `x-basis`.',
    '#/x-sections/entities',
  ],
  [
    '#/webhooks/recordChanged/post/x-delivery/deadline',
    { value: 'PT10S' },
    'node-basis',
    '`deadline` in `x-delivery` has no `x-basis`.',
  ],
  [`${post}/x-basis`, 'REP-1', 'basis-form', 'An `x-basis` is an object with `stated`, `assumed` or both.'],
  [`${post}/x-basis`, {}, 'basis-form', 'An `x-basis` needs `stated`, `assumed` or both.'],
  [`${post}/x-basis/guessed`, true, 'basis-form', 'An `x-basis` has no `guessed`.'],
  [`${post}/x-basis/stated`, 'REP-1', 'basis-form', '`stated` is a list of ids.'],
  [`${post}/x-basis/stated`, [], 'basis-form', '`stated` is a list of ids.'],
  [`${refused}/x-basis/assumed`, ['GAP-ERRORS'], 'basis-form', '`assumed` is one id.'],
  [
    `${post}/x-basis/fixed`,
    ['name'],
    'basis-form',
    '`fixed` tells apart what is stated and what is assumed, so it needs both.',
  ],
  [`${post}/parameters/0/x-basis/fixed`, 'name', 'basis-form', '`fixed` is a list of aspects.'],
  [
    `${post}/parameters/0/x-basis/fixed/0`,
    'colour',
    'basis-form',
    '`colour` is not an aspect; known are name, place, type, default, value, scheme, mediaType, pathPrefix.',
  ],
  [`${post}/x-basis/stated/0`, 'REP-99', 'stated-is-fact', '`REP-99` is not a fact of statements.yaml.'],
  [
    `${post}/x-basis/stated/0`,
    'GAP-PAGING',
    'stated-is-fact',
    '`GAP-PAGING` is not a fact of statements.yaml.',
  ],
  [
    '#/webhooks/recordChanged/post/x-delivery/deadline/x-basis/stated/0',
    'HOOK-99',
    'stated-is-fact',
    '`HOOK-99` is not a fact of statements.yaml.',
  ],
  [`${refused}/x-basis/assumed`, 'GAP-LUCK', 'assumed-is-gap', '`GAP-LUCK` is not a gap of statements.yaml.'],
  [`${refused}/x-basis/assumed`, 'REP-1', 'assumed-is-gap', '`REP-1` is not a gap of statements.yaml.'],
  [
    '#/x-sections/entities/x-basis/assumed',
    'GAP-LUCK',
    'assumed-is-gap',
    '`GAP-LUCK` is not a gap of statements.yaml.',
  ],
  [
    `${post}/requestBody/content/application~1json/example`,
    undefined,
    'operation-examples',
    'The request in application/json has no example.',
    `${post}/requestBody/content/application~1json`,
  ],
  [
    `${refused}/content/application~1json/example`,
    undefined,
    'operation-examples',
    'The response in application/json has no example.',
    `${refused}/content/application~1json`,
  ],
  [
    `${refused}/x-role`,
    ['error.internal', 'error.methodNotAllowed', 'error.unavailable', 'error.rateLimited'],
    'operation-refusals',
    'The operation has no response with the role error.unauthenticated, error.forbidden, error.malformed, ' +
      'error.invalid, error.tooLarge, error.unsupportedMediaType.',
    `${post}/responses`,
  ],
  [
    `${format}/x-role`,
    'document.colour',
    'known-role',
    '`document.colour` is not a role for a node of type Schema.',
  ],
  [
    `${format}/x-role`,
    'error.internal',
    'known-role',
    '`error.internal` is not a role for a node of type Schema.',
  ],
  [`${post}/parameters/0/x-role`, 'page', 'known-role', '`page` is not a role for a node of type Parameter.'],
  [
    `${refused}/headers/Allow/x-role`,
    'allow',
    'known-role',
    '`allow` is not a role for a node of type Header.',
  ],
  [
    `${post}/responses/200/x-role`,
    'error.code',
    'known-role',
    '`error.code` is not a role for a node of type Response.',
  ],
  [
    `${post}/x-role-absent/0`,
    'hasMore',
    'known-role',
    '`hasMore` is not a role for a node of type Operation.',
    `${post}/x-role-absent`,
  ],
  [`${format}/x-values/pdf`, 'parchment', 'values-in-enum', '`parchment` is not in `enum`.'],
  [
    `${format}/x-values/pdf`,
    undefined,
    'values-in-enum',
    '`paper` of `enum` has no meaning in `x-values`.',
    `${format}/x-values`,
  ],
  [`${format}/x-values`, 'web', 'values-in-enum', "`x-values` maps the toolkit's values to the wire's."],
  [`${format}/x-role`, undefined, 'values-in-enum', '`x-values` needs an `x-role`.', `${format}/x-values`],
]

const findings = await lint([parse(sound), ...faults.map(([pointer, value]) => broken(pointer, value))])

test('a sound contract breaks none of the rules', () => {
  expect(findings[0]).toEqual([])
})

test.each(faults.map((fault, index) => [index, ...fault] as const))(
  'fault %i, %s set to %j, is found by %s',
  (index, pointer, _value, rule, message, at = pointer) => {
    expect(findings[index + 1]).toContainEqual({ rule: `ensayo/${rule}`, message, at })
  },
)

interface Found {
  rule: string
  message: string
  at: string
}

/** What the rules of this folder find in each document, configured as for the contract itself. */
async function lint(documents: Node[]): Promise<Found[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-rules-'))
  try {
    const files = documents.map((document, index) => ({ path: join(folder, `${index}.json`), document }))
    await Promise.all(files.map(({ path, document }) => writeFile(path, JSON.stringify(document))))
    const output = await runRedocly(files.map(({ path }) => path))
    // One JSON object after the other, without anything between them.
    return output.split(/(?<=^\})(?=\{$)/m).map(ownFindings)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runRedocly(files: string[]): Promise<string> {
  const command = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const config = fileURLToPath(new URL('../redocly.yaml', import.meta.url))
  const options = ['--config', config, '--format', 'json', '--max-problems', '1000']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve) => {
    // It exits with 1 when it has found something, which is what is hoped for here.
    const settings = { env, maxBuffer: 2 ** 26 }
    const line = [command, 'lint', ...files, ...options]
    execFile(process.execPath, line, settings, (_, stdout) => resolve(stdout))
  })
}

interface Problem {
  ruleId: string
  message: string
  location: { pointer: string }[]
}

function ownFindings(output: string): Found[] {
  const { problems }: { problems: Problem[] } = JSON.parse(output)
  return problems
    .filter(({ ruleId }) => ruleId.startsWith('ensayo/'))
    .map(({ ruleId, message, location }) => ({ rule: ruleId, message, at: location[0]?.pointer ?? '' }))
}

/** The sound contract with one value replaced, or removed when `value` is undefined. */
function broken(pointer: string, value: unknown): Node {
  const document: Node = parse(sound)
  const path = pointer.slice(2).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = path.pop() ?? ''
  const parent = path.reduce<unknown>((node, key) => Object(node)[key], document)
  if (typeof parent !== 'object' || parent === null) throw new Error(`there is nothing at ${pointer}`)
  if (value === undefined) Reflect.deleteProperty(parent, last)
  else Reflect.set(parent, last, value)
  return document
}
