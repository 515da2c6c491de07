import { expect, test } from 'vitest'
import type { ColumnType, JsonValue } from '../core/index.ts'
import type { ReportParameter } from './catalogue.ts'
import { checkParameters, nearest, quoted } from './parameters.ts'

function parameter(name: string, type: ColumnType, required = false): ReportParameter {
  return { name, type, required, description: `the ${name}` }
}

function bound(type: ColumnType, value: JsonValue): unknown {
  const checked = checkParameters([parameter('it', type)], { it: value })
  return checked.ok ? checked.value['it'] : 'refused'
}

test('values of the declared types are bound as SQL takes them', () => {
  const definitions = [
    parameter('city', 'text', true),
    parameter('since', 'date'),
    parameter('open', 'boolean'),
    parameter('rate', 'number'),
  ]
  expect(checkParameters(definitions, { city: 'Palma', open: true, rate: 0.5 })).toEqual({
    ok: true,
    value: { city: 'Palma', since: null, open: 1, rate: 0.5 },
  })
})

test('nothing is given to a definition without parameters', () => {
  expect(checkParameters([], undefined)).toEqual({ ok: true, value: {} })
})

test('missing, unknown and wrong-typed parameters are told together, each with its pointer', () => {
  const definitions = [parameter('entity_id', 'integer', true), parameter('since', 'date')]
  expect(checkParameters(definitions, { entity: 7, since: 'yesterday' })).toEqual({
    ok: false,
    problem: {
      kind: 'invalid',
      message: 'the parameter "entity_id" is required: the entity_id (and 2 more)',
      violations: [
        {
          pointer: '/parameters/entity_id',
          message: 'the parameter "entity_id" is required: the entity_id',
          expected: 'an integer',
        },
        {
          pointer: '/parameters/since',
          message: 'the parameter "since" is not a date YYYY-MM-DD',
          expected: 'a date YYYY-MM-DD',
        },
        {
          pointer: '/parameters/entity',
          message: '"entity" is no parameter; the nearest is "entity_id"',
          expected: 'one of entity_id, since',
        },
      ],
    },
  })
})

test('null leaves an optional parameter out and does not satisfy a required one', () => {
  expect(checkParameters([parameter('since', 'date')], { since: null })).toMatchObject({ ok: true })
  expect(checkParameters([parameter('id', 'integer', true)], { id: null })).toMatchObject({ ok: false })
})

test('pointers are escaped, and a parameter called as a prototype is unknown like any other', () => {
  const given = JSON.parse('{"a/b~c": 1, "__proto__": 1}')
  const checked = checkParameters([], given)
  expect(checked).toMatchObject({
    problem: { violations: [{ pointer: '/parameters/a~1b~0c' }, { pointer: '/parameters/__proto__' }] },
  })
})

test.each<[ColumnType, JsonValue]>([
  ['text', 7],
  ['text', 'a\u0000b'],
  ['integer', '7'],
  ['integer', 7.5],
  ['integer', 1e300],
  ['number', '7'],
  ['boolean', 1],
  ['date', '2026-02-30'],
  ['date', '2026-2-3'],
  ['date', '2026-02-03T00:00:00Z'],
  ['instant', '2026-02-03'],
  ['instant', '2026-02-30T00:00:00Z'],
  ['instant', '2026-02-03T25:00:00Z'],
  ['instant', '2026-02-03T10:00:00'],
  ['instant', '0000-01-01T00:00:00+14:00'],
  ['text', ['a']],
  ['text', { a: 1 }],
])('%s does not take %j', (type, value) => {
  expect(bound(type, value)).toBe('refused')
})

test('instants are bound in UTC, so that they compare as text', () => {
  expect(bound('instant', '2026-02-28T00:30:00+01:00')).toBe('2026-02-27T23:30:00.000Z')
  expect(bound('instant', '2024-02-29T10:00Z')).toBe('2024-02-29T10:00:00.000Z')
})

test('the nearest name is found, and none among none', () => {
  expect(nearest('Invoise', ['customer', 'invoice', 'stock'])).toBe('invoice')
  expect(nearest('x', [])).toBeUndefined()
})

test('what a request wrote is cut to a readable length', () => {
  expect(quoted('a"b')).toBe(String.raw`"a\"b"`)
  expect(quoted('x'.repeat(500))).toHaveLength(63)
})
