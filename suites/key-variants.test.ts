import { expect, test } from 'vitest'
import { caseSwapped, changed, cut, holdsKey, unknownLike } from './key-variants.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

test.each([...alphabet])('a key that ends in %s and the changed one differ in the bits that base64 always reads', (last) => {
  const key = `abcd${last}`
  const altered = changed(key)
  expect(altered).toHaveLength(key.length)
  expect(altered.toLowerCase()).not.toBe(key.toLowerCase())
  const top = (text: string) => alphabet.indexOf(text.charAt(4)) >> 4
  expect(top(altered)).not.toBe(top(key))
})

test('padding is not what is changed or cut', () => {
  expect(changed('YWJjZA==')).toBe('YWJjZ0==')
  expect(cut('YWJjZA==')).toBe('YWJjZ')
  expect(cut('demo-key')).toBe('demo-ke')
})

test('a key of nothing but signs loses its last one, too', () => {
  expect(cut('---')).toBe('--')
  expect(changed('---')).toBe('--0')
})

test('an unknown key has the form of the key and is another', () => {
  let turn = 0
  const random = () => (turn = (turn + 7) % 10) / 10
  const made = unknownLike('ens_aB3-xyz', random)
  expect(made).toMatch(/^[a-z]{3}_[a-z][A-Z][0-9]-[a-z]{3}$/)
  expect(made).not.toBe('ens_aB3-xyz')
  expect(unknownLike('000', () => 0)).toBe('00a')
})

test('letter case is swapped, all else stays', () => {
  expect(caseSwapped('aB3-é')).toBe('Ab3-é')
})

test.each(['x key+/= y', 'x key%2B%2F%3D y', `x ${Buffer.from('key+/=').toString('base64')} y`, 'x KEY+/= y'])(
  'the key is found in "%s"',
  (text) => {
    expect(holdsKey(text, 'key+/=')).toBe(true)
  },
)

test('a part of the key is not the key', () => {
  expect(holdsKey('x key+/ y', 'key+/=')).toBe(false)
})
