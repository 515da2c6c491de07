import { expect, test } from 'vitest'
import { isLoopback } from '../loopback.ts'
import { demandConsent } from './consent.ts'

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['0.0.0.0', false],
  ['128.0.0.1', false],
  ['192.168.1.4', false],
  ['::', false],
  ['::ffff:192.0.2.1', false],
  ['fe80::1', false],
])('%s is this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

test.each(['http://127.0.0.1:4020/x', 'http://localhost:4020', 'http://[::1]:4020', 'http://[::ffff:127.0.0.1]', 'http://2130706433/'])(
  '%s needs no consent',
  async (url) => {
    const guard = await demandConsent(url, [])
    expect(guard('127.0.0.1', 'localhost')).toBeUndefined()
  },
)

test.each(['http://192.0.2.1/', 'http://[2001:db8::1]:80/', 'http://0.0.0.0/', 'http://no-such-name.invalid/', 'http://127.0.0.1.invalid/'])(
  '%s needs consent, and it is said how to give it',
  async (url) => {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
    await expect(demandConsent(url, ['example.com'])).rejects.toThrow(`--allow-host ${host}`)
    await expect(demandConsent(url, [host.toUpperCase()])).resolves.toBeTypeOf('function')
  },
)

test('consent is for a host and not for where its name leads', async () => {
  const guard = await demandConsent('http://hooks.invalid/', ['hooks.invalid'])
  expect(guard('192.0.2.1', 'hooks.invalid')).toBeUndefined()
  expect(guard('192.0.2.1', 'other.invalid')).toMatch(/192\.0\.2\.1 is not this machine/)
})

test('a name that leads elsewhere at the connection is refused there', async () => {
  const guard = await demandConsent('http://localhost/', [])
  expect(guard('192.0.2.1', 'localhost')).toMatch(/--allow-host does not name localhost/)
})

test.each(['http://example.com', 'example.com/path', 'example.com:443', 'user@example.com', ''])(
  '"%s" is no host alone',
  async (host) => {
    await expect(demandConsent('http://127.0.0.1/', [host])).rejects.toThrow('--allow-host takes the name of a host alone')
  },
)
