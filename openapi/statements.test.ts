import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

interface Statement {
  id: string
  kind: string
  area: string
  text: string
}

interface Catalogue {
  statements: Statement[]
  notExpressible: { id: string; reason: string }[]
}

const contract: Json = generated('openapi.json')
const { statements, notExpressible }: Catalogue = generated('statements.json')

const known = statements.map(({ id }) => id)
const used = idsInBases(contract)
const unexpressed = notExpressible.map(({ id }) => id)

test('no two statements share an id', () => {
  expect(new Set(known).size).toBe(known.length)
})

test.each(statements)('$id has the kind that its id shows, an area and a whole sentence', (statement) => {
  const { id } = statement
  expect(statement).toStrictEqual({
    id: expect.stringMatching(/^GAP(?:-[A-Z]+)+$|^[A-Z]+-[0-9]+$/),
    kind: id.startsWith('GAP-') ? 'gap' : id.startsWith('USE-') ? 'use' : 'fact',
    area: expect.stringMatching(/^[a-z]+$/),
    text: expect.stringMatching(/^.{10,}\.$/),
  })
})

test('the contract rests on nothing that the catalogue does not have', () => {
  expect([...used].filter((id) => !known.includes(id))).toEqual([])
})

test('every id that the contract or the catalogue mentions in words is in the catalogue', () => {
  const prefixes = [...new Set(known.map((id) => id.slice(0, id.indexOf('-'))))]
  const mention = new RegExp(`\\b(?:${prefixes.join('|')})-(?:[0-9]+|[A-Z]+(?:-[A-Z]+)*)\\b`, 'g')
  const mentioned = JSON.stringify([contract, statements, notExpressible]).match(mention) ?? []
  expect(mentioned).toContain('USE-1')
  expect(mentioned.filter((id) => !known.includes(id))).toEqual([])
})

test('each statement stands in the contract or among those that no schema can express', () => {
  expect(known.filter((id) => !used.has(id) && !unexpressed.includes(id))).toEqual([])
})

test('no statement stands in both', () => {
  expect(unexpressed.filter((id) => used.has(id))).toEqual([])
})

test('what no schema can express is known, listed once and has a reason', () => {
  expect(unexpressed.filter((id) => !known.includes(id))).toEqual([])
  expect(new Set(unexpressed).size).toBe(unexpressed.length)
  expect(notExpressible.filter(({ reason }) => !/^.{5,}\.$/.test(reason))).toEqual([])
})

test('a fact is never used as an assumption, nor a gap or a use as a fact', () => {
  const idsOf = (kind: string) => new Set(statements.filter((it) => it.kind === kind).map(({ id }) => id))
  const [facts, gaps] = [idsOf('fact'), idsOf('gap')]
  const stated = bases(contract).flatMap((basis) => basis.stated ?? [])
  const assumed = bases(contract).flatMap((basis) => basis.assumed ?? [])
  expect(stated.filter((id) => !facts.has(id))).toEqual([])
  expect(assumed.filter((id) => !gaps.has(id))).toEqual([])
})

test('names that the documentation gives cannot be renamed silently', () => {
  const properties = new Map(propertiesOf(contract))
  const basisOf = (name: string) => properties.get(name)
  expect(basisOf('ReportRequest.page')).toMatchObject({ stated: ['REP-2'], fixed: ['name', 'place'] })
  expect(basisOf('ReportRequest.resultsPerPage')).toMatchObject({ stated: ['REP-2'], fixed: ['name', 'place'] })
  expect(basisOf('ReportRequest.withFiles')).toMatchObject({ stated: ['REP-3'], fixed: ['name'] })
  expect(basisOf('ReportRequest.safeColumnsName')?.fixed).toContain('name')
  expect(basisOf('RecordFields.eliminado')).toMatchObject({ stated: ['WRI-2'], fixed: ['name', 'value'] })
})

interface Basis {
  stated?: string[]
  assumed?: string
  fixed?: string[]
}

/** Every `x-basis` at any depth. */
function bases(node: Json): Basis[] {
  if (Array.isArray(node)) return node.flatMap(bases)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => (key === 'x-basis' ? asBasis(value) : bases(value)))
}

function asBasis(value: Json): Basis[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const { stated, assumed, fixed } = value
  return [
    {
      ...(Array.isArray(stated) ? { stated: stated.map(String) } : {}),
      ...(typeof assumed === 'string' ? { assumed } : {}),
      ...(Array.isArray(fixed) ? { fixed: fixed.map(String) } : {}),
    },
  ]
}

function idsInBases(document: Json): Set<string> {
  return new Set(bases(document).flatMap(({ stated = [], assumed = [] }) => [...stated, assumed].flat()))
}

/** The basis of each property of a named schema, by `Schema.property`. */
function propertiesOf(document: Json): [string, Basis | undefined][] {
  return Object.entries(child(child(document, 'components'), 'schemas')).flatMap(([name, schema]) =>
    Object.entries(child(schema, 'properties')).map(([property, node]): [string, Basis | undefined] => [
      `${name}.${property}`,
      bases(node)[0],
    ]),
  )
}

function child(node: Json, key: string): { [key: string]: Json } {
  const value = typeof node === 'object' && node !== null && !Array.isArray(node) ? node[key] : undefined
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function generated(file: string) {
  return JSON.parse(readFileSync(new URL(`generated/${file}`, import.meta.url), 'utf8'))
}
