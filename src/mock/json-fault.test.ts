import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locateJsonFault } from './json-fault.ts'

test.each([
  ['{"a":}', 1, 6, 'a value is expected'],
  ['{"a" 1}', 1, 6, 'a colon is expected'],
  ['{a:1}', 1, 2, 'a key in double quotes or } is expected'],
  ['{"a":1,}', 1, 8, 'a key in double quotes is expected'],
  ['[1,]', 1, 4, 'a value is expected'],
  ['[1 2]', 1, 4, 'a comma or ] is expected'],
  ['{"a":1]', 1, 7, 'a comma or } is expected'],
  ['{"a":01}', 1, 6, 'a value is expected'],
  ['{"a":nul}', 1, 6, 'a value is expected'],
  ['{"a":1} x', 1, 9, 'nothing more is expected after the value'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is expected'],
  ['["\\x"]', 1, 3, 'a string has an unknown escape'],
  ['["a\nb"]', 1, 4, 'a string has a control character that is not escaped'],
  ['{"a":[1,2', 1, 10, 'the text ends where a comma or ] is expected'],
  ['{"a":"b', 1, 8, 'the text ends where the closing quote of a string is expected'],
  ['', 1, 1, 'the text ends where a value is expected'],
])('%j is found to break off at line %i, column %i', (text, line, column, reason) => {
  expect(locateJsonFault(text)).toEqual({ line, column, reason })
})

test('what JSON.parse accepts has no fault, and what it refuses has one', () => {
  const fragments = ['{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '\\u00e9', '\\u12', '1', '-', '0', '.5', 'e+3', 'true', 'null', ' ', '\n', 'x', '\t', 'é']
  const nearlyJson = fc.oneof(
    fc.json(),
    fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...fragments)).map(([json, at, fragment]) => {
      const place = at % (json.length + 1)
      return json.slice(0, place) + fragment + json.slice(place + 1)
    }),
  )
  fc.assert(
    fc.property(nearlyJson, (text) => {
      expect(locateJsonFault(text) === undefined).toBe(isJson(text))
    }),
    { numRuns: 3000 },
  )
})

test('a string of a million characters is no trouble', () => {
  expect(locateJsonFault(`["${'ñ'.repeat(1_000_000)}"`)).toMatchObject({ line: 1, column: 1_000_004 })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
