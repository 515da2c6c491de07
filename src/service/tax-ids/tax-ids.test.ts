import { expect, test } from 'vitest'
import { checkTaxId, checkVatId } from './index.ts'

test.each([
  ['54362315K', 'individual'],
  ['00000014Z', 'individual'],
  ['K0867756N', 'individual'],
  ['L0867756N', 'individual'],
  ['X2482300W', 'foreigner'],
  ['Y0000000Z', 'foreigner'],
  ['M0867756N', 'foreigner'],
  ['B58378431', 'company'],
  ['J99216582', 'company'],
  ['P2807900B', 'company'],
] as const)('%s is the tax id of one %s', (value, kind) => {
  expect(checkTaxId(value)).toEqual({ value, kind })
})

test.each(['54362315A', 'K0867756A', 'X2482300A', 'M0867756A', 'B58378432', 'P2807900A'])(
  '%s has the shape of a tax id and a wrong check digit',
  (value) => expect(checkTaxId(value)).toMatchObject({ value, fault: 'checkDigit' }),
)

test.each([
  '', 'B', '123', '5436231K', 'I58378431', 'B5837843K', 'KABCDEFGN', '543623155', 'B583784311', '__proto__',
])(
  '%j is no tax id at all',
  (value) => expect(checkTaxId(value).fault).toBe('malformed'),
)

test.each([' b-58.378.431 ', 'ES B58378431', 'b58378431', 'B–58378431', 'B58378431'])(
  '%j is a spelling of B58378431',
  (text) => expect(checkTaxId(text)).toEqual({ value: 'B58378431', kind: 'company' }),
)

const valid = [
  'ATU13585627', 'BE0428759497', 'BE0403019261', 'BG175074752', 'BG7523169263', 'BG8032056031', 'CY10259033P',
  'CZ25123891', 'DE136695976', 'DK13585628', 'EE100931558', 'EL094259216', 'ESB58378431', 'ES54362315K',
  'FI20774740', 'FR40303265045', 'HR33392005961', 'HU12892312', 'IE6433435F', 'IE6433435OA', 'IT00743110157',
  'LT119511515', 'LT100001919017', 'LU15027442', 'LV40003521600', 'MT11679112', 'NL004495445B01', 'PL8567346215',
  'PT501964843', 'RO18547290', 'SE556188840401', 'SI50223054', 'SK2022749619', 'XI980780684',
]

test('the valid numbers below cover all 27 member states and Northern Ireland', () => {
  expect(new Set(valid.map((value) => value.slice(0, 2))).size).toBe(28)
})

test.each(valid)('%s is a valid VAT number', (value) => {
  expect(checkVatId(value)).toEqual({ value, country: value.slice(0, 2) })
})

test.each(valid)('%s is refused when one of its digits is mistyped', (value) => {
  const faults = [...value].flatMap((character, index) => {
    if (!/\d/.test(character)) return []
    const mistyped = value.slice(0, index) + ((Number(character) + 1) % 10) + value.slice(index + 1)
    return [checkVatId(mistyped).fault]
  })
  // Some schemes use leading digits as marks, and a few let one slip in a hundred pass.
  expect(faults.filter((fault) => fault === undefined).length).toBeLessThanOrEqual(2)
  expect(faults).toContain('checkDigit')
})

test('a Bulgarian number of ten digits that belongs to no person has a check digit of its own', () => {
  expect(checkVatId('BG9876543211')).toEqual({ value: 'BG9876543211', country: 'BG' })
  expect(checkVatId('BG9876543213').fault).toBe('checkDigit')
})

test('Greece is EL, and GR is understood', () => {
  const finding = { value: 'EL094259216', country: 'EL' }
  expect(checkVatId('GR094259216')).toEqual(finding)
  expect(checkVatId('094259216', 'GR')).toEqual(finding)
  expect(checkVatId('EL 094.259.216', 'GR')).toEqual(finding)
})

test('the country may stand apart, or in both places', () => {
  expect(checkVatId('b-58378431', 'es')).toEqual({ value: 'ESB58378431', country: 'ES' })
  expect(checkVatId('ESB58378431', 'ES')).toEqual({ value: 'ESB58378431', country: 'ES' })
})

test.each(['GB980780684', 'US123456789', 'CHE123456788', 'ZZ1'])('%s is not of the EU', (value) => {
  expect(checkVatId(value)).toEqual({ value, country: value.slice(0, 2), fault: 'notEu' })
})

test.each(['', 'B58378431', '123456789', 'E', 'DE12345678', 'DEDE136695976', 'FRI0303265045', 'ATX13585627'])(
  '%j is no VAT number at all',
  (value) => expect(checkVatId(value).fault).toBe('malformed'),
)

test('a country that is none makes the number malformed', () => {
  expect(checkVatId('136695976', 'Germany').fault).toBe('malformed')
  expect(checkVatId('136695976', '').fault).toBe('malformed')
})
