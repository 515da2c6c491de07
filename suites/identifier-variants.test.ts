import { expect, test } from 'vitest'
import { compact, kindOf, loosely, stateOf, withOtherCheck, withOtherDigits } from './identifier-variants.ts'

test.each([
  ['12345678Z', 'individual'],
  ['x-1234567-l', 'individual'],
  ['B07012347', 'company'],
  ['P0702600H', 'company'],
  ['123', undefined],
])('%s is of the form of a %s', (identifier, kind) => {
  expect(kindOf(identifier)).toBe(kind)
})

test.each([
  ['12345678Z', '12345678A'],
  ['12345678A', '12345678B'],
  ['B07012347', 'B07012348'],
  ['B07012349', 'B07012340'],
  ['P0702600H', 'P0702600A'],
])('the check character of %s becomes that of %s', (identifier, altered) => {
  expect(withOtherCheck(identifier)).toBe(altered)
})

test('what is no check digit of a VAT identifier stays', () => {
  expect(withOtherDigits('NL548272529B01')).toEqual(['NL548272520B01', 'NL548272539B01', 'NL558272529B01'])
  expect(withOtherDigits('SE556012579001')).toEqual(['SE556012579101', 'SE556012570001', 'SE566012579001'])
  expect(withOtherDigits('ESX1234567L')).toEqual(['ESX1234568L', 'ESX1234577L', 'ESX1334567L'])
})

test('the state and the loose form are told from any form', () => {
  expect(stateOf('es B07.012.347')).toBe('ES')
  expect(compact(loosely('ESB07012347'))).toBe('ESB07012347')
  expect(loosely('ESB07012347')).toBe('es b07-012347')
})
