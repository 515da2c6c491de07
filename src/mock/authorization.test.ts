import { expect, test } from 'vitest'
import { readApiKey, refuseSeveralKeys } from './authorization.ts'

test.each(['Bearer k-1', 'bearer k-1', 'BEARER  k-1', 'Bearer\tk-1 '])('the key is read from %j', (header) => {
  expect(readApiKey(header)).toEqual({ ok: true, value: 'k-1' })
})

test.each([
  [undefined, /no Authorization header/],
  ['', /no Authorization header/],
  ['Basic c2VjcmV0', /scheme is Basic/],
  ['Token secret', /scheme is Token/],
  ['secret', /does not begin with the word Bearer/],
  ['secret secret', /does not begin with the word Bearer/],
  ['Bearersecret', /does not begin with the word Bearer/],
  ['Bearer', /no key after/],
  ['Bearer   ', /no key after/],
  ['Bearer sec ret', /white space inside the key/],
])('%j is refused with what to send, and without the secret', (header, message) => {
  const outcome = readApiKey(header)
  expect(outcome).toEqual({ ok: false, problem: { kind: 'unauthenticated', message: expect.stringMatching(message) } })
  expect(JSON.stringify(outcome)).toContain('Authorization: Bearer <API_KEY>')
  expect(JSON.stringify(outcome)).not.toMatch(/secret|c2VjcmV0|sec ret/)
})

test('several Authorization headers are refused, however they are written', () => {
  expect(refuseSeveralKeys(['Host', 'a', 'Authorization', 'Bearer secret'])).toBeUndefined()
  expect(refuseSeveralKeys([])).toBeUndefined()
  const outcome = refuseSeveralKeys(['authorization', 'Bearer secret', 'Host', 'a', 'AUTHORIZATION', 'Bearer secret'])
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'unauthenticated', message: expect.stringMatching(/2 Authorization headers/) } })
  expect(JSON.stringify(outcome)).not.toContain('secret')
})
