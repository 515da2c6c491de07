import * as fc from 'fast-check'
import { jsonpath } from 'json-p3'
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { loadJsonPath } from './json-path.ts'
import { simplePath } from './simple-path.ts'

const names = ['a', 'b', 'é', '_1', 'x-y', 'a b', '', "it's", '0', '~', 'constructor']
const name = fc.constantFrom(...names)
const document = fc.letrec<{ object: JsonObject; value: JsonValue }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(1, null, 'text'), tie('object'), fc.array(tie('value'), { maxLength: 3 })),
  object: fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
})).object

const quoted = fc.tuple(name, fc.boolean()).map(([text, single]) => (single && !text.includes("'") ? `'${text}'` : `"${text}"`))
const step = fc.oneof(
  fc.constantFrom('.*', '[*]'),
  fc.constantFrom('a', 'b', 'é', '_1', 'constructor').map((text) => `.${text}`),
  fc.array(quoted, { minLength: 1, maxLength: 3 }).map((texts) => `[${texts.join(', ')}]`),
)
const query = fc.array(step, { maxLength: 5 }).map((steps) => `$${steps.join('')}`)

test('finds what the library finds, in the same order', () => {
  fc.assert(
    fc.property(document, query, (source, text) => {
      const expected = jsonpath.query(text, source).locations()
      expect(simplePath(text)?.select(source)).toEqual([...new Map(expected.map((location) => [JSON.stringify(location), location])).values()])
    }),
    { numRuns: 500 },
  )
})

test.each(['a', '$.', '$a', '$..a', '$.a[0]', '$[1:2]', '$[?@.a]', "$['\\u0061']", "$['a', *]", '$.a b', '$.2', '$[a]', "$['a'", '$.a.'])(
  'leaves %s to the library',
  (text) => {
    expect(simplePath(text)).toBeUndefined()
  },
)

test('says its steps as the library does', async () => {
  const text = "$.a['b c', 'd'].*"
  const compile = await loadJsonPath([text, '$..x'])
  expect(compile(text)).toMatchObject({
    ok: true,
    path: {
      segments: [
        { descendant: false, selectors: [{ kind: 'name', name: 'a' }] },
        { descendant: false, selectors: [{ kind: 'name', name: 'b c' }, { kind: 'name', name: 'd' }] },
        { descendant: false, selectors: [{ kind: 'range', text: '*' }] },
      ],
    },
  })
})
