import { expect, test } from 'vitest'
import { rewritten } from './json-forms.ts'

test('rewritten JSON has the same value and another text', () => {
  const value = { id: 'año "x"', list: [1, null, true, { a: '' }], '😀': '😀', nested: {} }
  const text = rewritten(JSON.stringify(value))
  expect(JSON.parse(text)).toEqual(value)
  expect(text).toContain('"\\u0061ño \\"x\\""')
  expect(text.indexOf('ested')).toBeLessThan(text.indexOf('ist'))
})
