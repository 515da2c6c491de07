import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { bundledContract } from '../load.ts'
import { explainContract, onlyOperation, printExplanation } from './index.ts'

const document: JsonObject = JSON.parse(readFileSync(bundledContract, 'utf8'))
const explanation = await explainContract({ document, overlays: [], overridden: [] })
const plain = { width: 160, colour: false }

test.each([80, 100, 160])('no line is wider than %i columns, and none ends in spaces', (width) => {
  const lines = printExplanation(explanation, { width, colour: false }).split('\n')
  expect(lines.filter((line) => [...line].length > width)).toEqual([])
  expect(lines.filter((line) => line.endsWith(' '))).toEqual([])
})

test('narrower than 80 columns and wider than 160 are not attempted', () => {
  expect(printExplanation(explanation, { width: 20, colour: false })).toBe(printExplanation(explanation, { width: 80, colour: false }))
  expect(printExplanation(explanation, { width: 999, colour: false })).toBe(printExplanation(explanation, { width: 160, colour: false }))
})

test('colour changes nothing but the colour', () => {
  const coloured = printExplanation(explanation, { ...plain, colour: true })
  expect(coloured).toContain('\u001b[33mGAP-REPORT-ID\u001b[39m')
  expect(coloured).toContain('\u001b[32mREP-1\u001b[39m')
  expect(stripVTControlCharacters(coloured)).toBe(printExplanation(explanation, plain))
})

test('every operation has its table; refusals are told once for all', () => {
  const text = printExplanation(explanation, plain)
  expect(text).toMatch(/^runReport {2}POST \/api\/reports {2}REP-1, REP-6$/m)
  expect(text).toMatch(/^ {4}\* {2}report\.id +body \/reportId +string 1…200 characters +REP-1 \(place\), GAP-REPORT-ID$/m)
  expect(text).toMatch(/^ {7}report\.page +body \/page +integer 1…1000000; default 1 +REP-2 \(name, place\), GAP-PAGING$/m)
  expect(text).toMatch(/^ {2}not there: report\.hasMore$/m)
  expect(text.match(/error\.forbidden +status 403/g)).toHaveLength(1)
  expect(text).toMatch(/^ {2}all but ping +error\.forbidden/m)
  expect(text).toContain('What is still assumed (20)')
  expect(text).not.toContain('overlay')
})

test('one operation alone is told with its refusals', () => {
  const text = printExplanation(onlyOperation(explanation, 'whoami'), plain)
  expect(text).toMatch(/^ {2}refusal$/m)
  expect(text).toMatch(/^ {7}error\.unauthenticated +status 401/m)
  expect(text).not.toContain('Refusals')
  expect(text).not.toContain('Sections')
  expect(text.match(/GAP-[A-Z-]+(?= {2})/g)).toEqual(['GAP-USER-FIELDS', 'GAP-PERMISSIONS', 'GAP-ERRORS', 'GAP-RATE-LIMITS', 'GAP-KEYS'])
})

test('the names of sections belong to the operations that carry records', () => {
  const text = printExplanation(onlyOperation(explanation, 'recordChanged'), plain)
  expect(text).toContain('Sections and their fields')
  expect(text).toContain('sections: entities, invoices, sales, stock')
})

test('what an overlay replaced is marked in its table and listed', async () => {
  const changed: JsonObject = JSON.parse(JSON.stringify(document))
  const { components } = changed
  const schemas = isJsonObject(components) && isJsonObject(components.schemas) ? components.schemas : {}
  const { ReportRequest } = schemas
  const properties = isJsonObject(ReportRequest) && isJsonObject(ReportRequest.properties) ? ReportRequest.properties : {}
  properties.informe = properties.reportId
  delete properties.reportId
  const text = printExplanation(await explainContract({ document: changed, overlays: [], overridden: [] }), plain)
  expect(text).toMatch(/^ {7}report\.id +body \/informe +string 1…200 characters +REP-1 \(place\), overlay$/m)
  expect(text).toContain('What overlays replaced (1)')
  expect(text).toContain('What is still assumed (19)')
  expect(text).toMatch(/^ {2}runReport +report\.id +body \/reportId; string 1…200 characters; required +body \/informe; string 1…200 characters +REP-1 \(place\), GAP-REPORT-ID$/m)
})
