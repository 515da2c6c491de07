import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const key = `Zq+7x/Kw9==?&<>'"ñ`

function shown(text: string, value = key): string {
  const secrets = createSecrets()
  secrets.add('ENSAYO_KEY', value)
  return secrets.text(text)
}

const bytes = Buffer.from(key)

test.each([
  ['as it is', key],
  ['in a query', encodeURIComponent(key)],
  ['in a query, with small letters', encodeURIComponent(key).replaceAll(/%../g, (sign) => sign.toLowerCase())],
  ['in JSON', JSON.stringify(key)],
  ['in JSON as PHP writes it', JSON.stringify(key).replaceAll('/', String.raw`\/`)],
  ['in JSON as .NET writes it', key.replaceAll(/[^A-Za-z0-9]/g, (sign) => String.raw`\u` + sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0'))],
  ['in HTML', key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
  ['in Base64', bytes.toString('base64')],
  ['in Base64 for URLs', bytes.toString('base64url')],
  ['as bytes', bytes.toString('hex')],
])('a key is not shown %s', (_, spelling) => {
  const text = shown(`before ${spelling} after`)
  expect(text).toMatch(/^before "?\$ENSAYO_KEY"? after$/)
})

test('a key that was cut off is not shown either', () => {
  const long = 'SECRETKEY0123456789abcdef'
  for (const length of [13, 19, 24]) {
    expect(shown(`Invalid API key ${long.slice(0, length)}…" and ${long}`, long)).toBe('Invalid API key [redacted]…" and $ENSAYO_KEY')
  }
  expect(shown(`A ${long.slice(0, 9)} is something else.`, long)).toBe('A SECRETKEY is something else.')
})
