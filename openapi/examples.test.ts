import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'

type Json = null | boolean | number | string | Json[] | JsonObject
interface JsonObject {
  [key: string]: Json
}

const bundle = new URL('generated/openapi.json', import.meta.url)
const contract: JsonObject = JSON.parse(readFileSync(bundle, 'utf8'))

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(contract, 'contract')

/** Every media type of the contract, by the JSON pointer at which it stands. */
const mediaTypes = nodesUnder('', contract).filter(([pointer]) => /\/content\/[a-z]+~1[^/]+$/.test(pointer))
const examples = mediaTypes.flatMap(([pointer, mediaType]) =>
  Object.entries(asObject(mediaType.examples)).map(([name, example]) => ({
    name,
    schema: `${pointer}/schema`,
    value: asObject(resolved(asObject(example))).value,
  })),
)
/** The schemas that show examples of their own. */
const exemplary = nodesUnder('', contract).flatMap(([pointer, node]) =>
  /\/(?:schema|schemas\/[^/]+|properties\/[^/]+)$/.test(pointer) && Array.isArray(node.examples)
    ? node.examples.map((value) => ({ schema: pointer, value }))
    : [],
)

test('there are examples of every message', () => {
  expect(examples.length).toBeGreaterThan(40)
  expect(mediaTypes.filter(([, { examples: shown }]) => shown === undefined)).toEqual([])
})

test.each(examples)('the example $name keeps $schema', ({ schema, value }) => {
  expect(value).toBeDefined()
  expect(violations(schema, value)).toEqual([])
})

test.each(exemplary)('the example $value keeps $schema', ({ schema, value }) => {
  expect(violations(schema, value)).toEqual([])
})

test('an example with a misspelt property would be found', () => {
  const request = '/paths/~1api~1reports/post/requestBody/content/application~1json/schema'
  const misspelt = { reportId: 'stock', resultPerPage: 5 }
  expect(violations(request, misspelt)).toEqual([' must NOT have additional properties'])
})

test('request objects are closed, so that a misspelt name is refused', () => {
  const schemas = Object.entries(asObject(asObject(contract.components).schemas))
  const requests = schemas.filter(([name]) => /(?:Request|Operation)$/.test(name))
  expect(requests.map(([name]) => name)).toContain('WriteOperation')
  expect(requests.filter(([, schema]) => asObject(schema).additionalProperties !== false)).toEqual([])
})

function violations(pointer: string, value: unknown): string[] {
  const reference = pointer.split('/').map(encodeURIComponent).join('/')
  const validate = ajv.compile({ $ref: `contract#${reference}` })
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** All objects inside of a node, with their pointers. */
function nodesUnder(pointer: string, node: Json | undefined): [string, JsonObject][] {
  if (Array.isArray(node)) return node.flatMap((item, index) => nodesUnder(`${pointer}/${index}`, item))
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.entries(node).flatMap(([key, value]) =>
    nodesUnder(`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value),
  )
  return [[pointer, node], ...inner]
}

function resolved(node: JsonObject): Json | undefined {
  if (typeof node.$ref !== 'string') return node
  return node.$ref
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((value, key) => asObject(value)[key], contract)
}

function asObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
