import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { bundledContract } from '../load.ts'
import { lintContract } from './index.ts'
import type { Finding } from './index.ts'

const bundle = readFileSync(bundledContract, 'utf8')

/** The contract with one value replaced, or removed when `value` is undefined. */
function broken(pointer: string, value: JsonValue | undefined): JsonObject {
  const document: JsonObject = JSON.parse(bundle)
  const path = pointer.split('/').slice(1).map((token) => token.replaceAll('~1', '/'))
  const last = path.pop() ?? ''
  const parent = path.reduce<JsonValue | undefined>((node, key) => (isJsonObject(node) ? node[key] : undefined), document)
  if (!isJsonObject(parent)) throw new Error(`there is nothing at ${pointer}`)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return document
}

async function findings(document: JsonObject): Promise<Finding[]> {
  const inspections = await lintContract({ document })
  return inspections.flatMap((inspection) => (inspection.done ? inspection.findings : []))
}

const request = '/components/schemas/ReportRequest'
const format = '/components/schemas/DocumentRequest/properties/format'

test('the contract as it comes is sound, and everything was looked at', async () => {
  const inspections = await lintContract({ document: JSON.parse(bundle) })
  expect(inspections).toEqual([
    { subject: 'what each part rests on (x-basis)', done: true, findings: [] },
    { subject: 'values and their meanings (x-values)', done: true, findings: [] },
    { subject: 'schemas', done: true, findings: [] },
    { subject: 'examples', done: true, findings: [] },
    { subject: 'the OpenAPI 3.1 specification', done: true, findings: [] },
  ])
})

const faults: [pointer: string, value: JsonValue | undefined, message: string, at?: string][] = [
  [`${format}/x-basis`, 'GAP-TOOLS', 'x-basis must be an object; write stated, assumed or both'],
  [`${format}/x-basis`, {}, 'x-basis says nothing; write stated, assumed or both'],
  [`${format}/x-basis`, { stated: ['REP-99'] }, 'REP-99 is no fact of the catalogue; name one that is'],
  [`${format}/x-basis`, { stated: 'REP-1' }, 'stated must be a list of facts; write it like [REP-1]'],
  [`${format}/x-basis`, { stated: ['GAP-TOOLS'] }, 'GAP-TOOLS is no fact of the catalogue; name one that is'],
  [`${format}/x-basis`, { assumed: 'GAP-LUCK' }, 'GAP-LUCK is no gap of the catalogue; name one that is'],
  [`${format}/x-basis`, { assumed: 'GAP-TOOLS', fixed: ['name'] }, 'fixed tells apart what is stated and what is assumed; write both, or leave it out'],
  [`${format}/x-basis`, { stated: ['DOC-1'], assumed: 'GAP-TOOLS', fixed: 'name' }, 'fixed must be a list of aspects; write it like [name, place]'],
  ['/x-sections/stock/x-basis', { assumed: 'GAP-LUCK' }, 'GAP-LUCK is no gap of the catalogue; name one that is'],
  [`${format}/x-values`, ['html'], "x-values must map the toolkit's values to the deployment's"],
  [`${format}/x-values`, { html: 'html', json: 'json', pdf: 'papel' }, '"papel" is not in enum; add it there', `${format}/x-values/pdf`],
  [`${format}/enum`, ['html', 'json', 'pdf', 'odt'], '"odt" of enum has no meaning; add it here, or take it out of enum', `${format}/x-values`],
  [`${format}/x-role`, undefined, 'x-values needs an x-role beside it; add the role whose values these are', `${format}/x-values`],
  [`${request}/properties/page/type`, 'entero', 'the schema is not valid: must be equal to one of the allowed values; mend it as JSON Schema 2020-12 says'],
  [`${request}/properties/page`, { $ref: '#/components/schemas/Page' }, "the schema cannot be used: can't resolve reference ensayo://contract#/components/schemas/Page from id #; mend or remove it", request],
  [`${request}/properties/page/pattern`, '(', 'the schema cannot be used: Invalid regular expression: /(/u: Unterminated group; mend or remove it', request],
  ['/info/version', undefined, "must have required property 'version'", '/info'],
]

test.each(faults)('%s set to %j is found', async (pointer, value, message, at = pointer) => {
  expect(await findings(broken(pointer, value))).toContainEqual({ severity: 'error', pointer: at, message })
})

test('an example that no longer fits is a warning', async () => {
  const renamed: JsonObject = JSON.parse(bundle.replaceAll('"reportId": {', '"informe": {').replaceAll('"reportId"\n', '"informe"\n'))
  const found = await findings(renamed)
  expect(found.every(({ severity }) => severity === 'warning')).toBe(true)
  expect(found).toContainEqual({
    severity: 'warning',
    pointer: '/components/examples/reportRequestFirstPage/value/informe',
    message: 'the example firstPage does not fit: "informe" is missing; replace or remove it',
  })
})

test('what stands inside of examples is nobody’s rule', async () => {
  const document = broken('/components/examples/reportRequestFirstPage/value/parameters', { 'x-basis': 'mine', 'x-values': 1 })
  expect(await findings(document)).not.toContainEqual(expect.objectContaining({ message: expect.stringContaining('x-basis') }))
})
