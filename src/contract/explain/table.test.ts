import { expect, test } from 'vitest'
import { fold, tableLines } from './table.ts'

const plain = (text: string) => text
const table = (rows: readonly (readonly string[] | string)[], width: number) =>
  tableLines({ columns: [{ heading: 'A' }, { heading: 'B', firm: true }], rows, width, indent: 2, paintHeading: plain })

test('a table that fits is as wide as its content', () => {
  expect(table([['one', 'two'], 'group', ['three', '']], 80)).toEqual(['  A      B', '  one    two', 'group', '  three'])
})

test('a table that does not fit folds its cells, and firm words last', () => {
  expect(table([['some/long/place', 'GAP-REPORT-ID']], 24)).toEqual([
    '  A        B',
    '  some/    GAP-REPORT-ID',
    '  long/',
    '  place',
  ])
})

test('accents count as one character, also when they are written with two', () => {
  expect(table([['operacio\u0301n', 'x'], ['operación', 'y']], 80)).toEqual(['  A          B', '  operacio\u0301n  x', '  operación  y'])
})

test.each([
  ['several words fold', 9, ['several', 'words', 'fold']],
  ['/operations/*/section', 14, ['/operations/*/', 'section']],
  ['methodNotAllowed', 10, ['methodNot', 'Allowed']],
  ['checkDigit→check_digit', 12, ['checkDigit→', 'check_digit']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['kept\nlines', 20, ['kept', 'lines']],
  ['', 5, ['']],
])('%j folds to %i characters without losing any', (text, width, lines) => {
  expect(fold(text, width)).toEqual(lines)
})
