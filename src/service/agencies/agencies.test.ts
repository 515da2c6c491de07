import { expect, test } from 'vitest'
import type { Principal } from '../../store/index.ts'
import { loadCatalogue } from '../fixtures/index.ts'
import { createAgencies } from './index.ts'

const agencies = createAgencies({
  registry: {
    taxIds: [
      { value: 'B58378431', name: 'Talleres Núñez e Hijos, S.L.', status: 'known' },
      { value: '54362315-k', name: 'Ana Pérez Gómez', status: 'known' },
      { value: 'J99216582', name: 'Comunidad', status: 'down' },
    ],
    vatIds: [
      { value: 'DE 136695976', name: 'Beispiel GmbH', address: 'Hauptstraße 1, Berlin', status: 'known' },
      { value: 'GR094259216', name: 'Παράδειγμα', address: 'Athens', status: 'known' },
      { value: 'XI980780684', name: 'Example Ltd', address: 'Belfast', status: 'down' },
    ],
  },
})

const anyone = callerWith('tool:*')

function callerWith(...permissions: string[]): Principal {
  const user = { id: 1, login: 'ana', name: 'Ana', email: 'ana@example.com', disabled: false, permissions }
  return { sandbox: 'one', user }
}

test('a tax id that the agency knows is valid, in any spelling', async () => {
  const verdict = { value: 'B58378431', kind: 'company', valid: true, name: 'Talleres Núñez e Hijos, S.L.' }
  expect(await agencies.validateTaxId(anyone, { value: 'b-58378431' })).toEqual({ ok: true, value: verdict })
  expect(await agencies.validateTaxId(anyone, { value: '54362315K' })).toMatchObject({
    value: { valid: true, kind: 'individual', name: 'Ana Pérez Gómez' },
  })
})

test.each([
  ['B5837843', 'malformed'],
  ['B58378432', 'checkDigit'],
  ['X2482300W', 'unknown'],
] as const)('the tax id %s is not valid: %s', async (value, reason) => {
  const outcome = await agencies.validateTaxId(anyone, { value })
  expect(outcome).toMatchObject({ ok: true, value: { value, valid: false, reason } })
})

test.each([
  'TALLERES NUNEZ E HIJOS SL',
  ' talleres núñez e hijos, s.l. ',
  'Talleres Nu\u0301n\u0303ez e Hijos SL',
  ' ',
])(
  'the name %j is accepted for that company',
  async (name) => {
    const outcome = await agencies.validateTaxId(anyone, { value: 'B58378431', name })
    expect(outcome).toMatchObject({ ok: true, value: { valid: true } })
  },
)

test('with another name the tax id is not valid, and the right name is not given away', async () => {
  const outcome = await agencies.validateTaxId(anyone, { value: 'B58378431', name: 'Talleres Nadal' })
  expect(outcome).toEqual({
    ok: true,
    value: { value: 'B58378431', kind: 'company', valid: false, reason: 'nameMismatch' },
  })
})

test('a VAT number that the register knows is valid, in any spelling', async () => {
  const verdict = {
    value: 'DE136695976',
    country: 'DE',
    valid: true,
    name: 'Beispiel GmbH',
    address: 'Hauptstraße 1, Berlin',
  }
  for (const request of [{ value: 'de136695976' }, { value: '136.695.976', country: 'DE' }]) {
    expect(await agencies.validateVatId(anyone, request)).toEqual({ ok: true, value: verdict })
  }
})

test('a Greek number is known by either prefix', async () => {
  for (const value of ['EL094259216', 'GR094259216']) {
    const outcome = await agencies.validateVatId(anyone, { value })
    expect(outcome).toMatchObject({ value: { value: 'EL094259216', country: 'EL', valid: true } })
  }
})

test.each([
  ['DE13669597', 'malformed'],
  ['DE136695977', 'checkDigit'],
  ['GB980780684', 'notEu'],
  ['FR40303265045', 'unknown'],
] as const)('the VAT number %s is not valid: %s', async (value, reason) => {
  const outcome = await agencies.validateVatId(anyone, { value })
  expect(outcome).toMatchObject({ ok: true, value: { value, valid: false, reason } })
})

test('an agency that is down is unavailable and says when to ask again', async () => {
  const down = { ok: false, problem: { kind: 'unavailable', retryAfterSeconds: 30 } }
  expect(await agencies.validateTaxId(anyone, { value: 'J99216582' })).toMatchObject(down)
  expect(await agencies.validateVatId(anyone, { value: 'XI980780684' })).toMatchObject(down)
})

test('each tool needs its own permission', async () => {
  const refused = { ok: false, problem: { kind: 'forbidden', message: expect.stringContaining('tool:vatId') } }
  const caller = callerWith('tool:taxId')
  expect(await agencies.validateTaxId(caller, { value: 'B58378431' })).toMatchObject({ ok: true })
  expect(await agencies.validateVatId(caller, { value: 'DE136695976' })).toMatchObject(refused)
  expect(await agencies.validateTaxId(callerWith(), { value: 'B58378431' })).toMatchObject({ ok: false })
})

test('everybody in the register of the fixtures is known, under their own name, or out of reach', async () => {
  const { registry } = await loadCatalogue({ directory: 'fixtures' })
  const { validateTaxId, validateVatId } = createAgencies({ registry })
  const known = { ok: true, value: { valid: true } }
  const down = { ok: false, problem: { kind: 'unavailable' } }
  expect(registry.taxIds.length).toBeGreaterThan(0)
  expect(registry.vatIds.length).toBeGreaterThan(0)
  for (const { value, name, status } of registry.taxIds) {
    expect(await validateTaxId(anyone, { value, name })).toMatchObject(status === 'known' ? known : down)
  }
  for (const { value, status } of registry.vatIds) {
    expect(await validateVatId(anyone, { value })).toMatchObject(status === 'known' ? known : down)
  }
})
