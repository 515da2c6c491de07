import { expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { createMissExplainer } from './missed-route.ts'

const contract = await loadContract()
const explain = createMissExplainer(contract)

test.each([
  ['/api/report', 'POST /api/reports (runReport)'],
  ['/api/v1/reports', 'POST /api/reports (runReport)'],
  ['/whoami', 'GET /api/whoami (whoami)'],
  ['/API/TOOLS/TAX', 'POST /api/tools/taxid (validateTaxId)'],
  ['/api/reports/', 'POST /api/reports (runReport)'],
])('%s is unknown, and the nearest operation is %s', (path, nearest) => {
  expect(explain('POST', path)).toEqual({ kind: 'notFound', message: expect.stringContaining(`The nearest is ${nearest}`) })
})

test.each([
  ['/api/reports', 'REP-6'],
  ['/API/Reports', 'REP-6'],
  ['/api/dynamicdocuments', 'DOC-4'],
])('GET %s gets the method and the statement behind it (%s)', (path, statement) => {
  expect(explain('GET', path)).toEqual({
    kind: 'methodNotAllowed',
    message: expect.stringContaining(statement),
    allow: ['POST'],
  })
})

test('any other wrong method gets the right ones without that hint', () => {
  expect(explain('PUT', '/api/reports')).toEqual({
    kind: 'methodNotAllowed',
    message: 'PUT is not a method of /api/reports; send POST.',
    allow: ['POST'],
  })
  expect(explain('POST', '/api/whoami')).toMatchObject({ allow: ['GET', 'HEAD'] })
})

test('a parameter of a path stands for any value', () => {
  const { whoami } = contract.operations
  const operations = { ...contract.operations, whoami: { ...whoami, path: '/api/users/{login}/key' } }
  const explainOther = createMissExplainer({ ...contract, operations })
  expect(explainOther('PUT', '/api/users/ana/key')).toMatchObject({ kind: 'methodNotAllowed' })
  expect(explainOther('PUT', '/api/users//key')).toMatchObject({ kind: 'notFound' })
  expect(explainOther('GET', '/api/user/a-very-long-login-name/keys')).toMatchObject({
    message: expect.stringContaining('/api/users/{login}/key (whoami)'),
  })
})

test('a very long path is answered briefly', () => {
  expect(explain('GET', `/${'x'.repeat(15_000)}`).message.length).toBeLessThan(400)
})
