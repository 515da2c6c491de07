import { expect, test } from 'vitest'
import { milliseconds, printable } from './terminal.ts'

test.each([
  ['Ángela Ñuñoz 😀 العربية', 'Ángela Ñuñoz 😀 العربية'],
  ['\u001b[2Jgone', '\\u001b[2Jgone'],
  ['a\r\nb\tc', 'a\\r\\nb\\tc'],
  ['\u009b31m', '\\u009b31m'],
  ['fdp.\u202efpd', 'fdp.\\u202efpd'],
  ['\ud800', '\ufffd'],
  ['', ''],
])('%j is printed as %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('what is long is cut between characters', () => {
  expect(printable('😀😀😀', 2)).toBe('😀😀…')
  expect(printable('😀😀', 2)).toBe('😀😀')
})

test.each([
  [0.123_4, '0.12 ms'],
  [0.5, '0.5 ms'],
  [1.26, '1.3 ms'],
  [12.6, '13 ms'],
  [1234, '1.23 s'],
  [12_345, '12.3 s'],
])('%d is shown as %s', (duration, shown) => {
  expect(milliseconds(duration)).toBe(shown)
})
