import { expect, test } from 'vitest'
import { banner } from '../../src/cli/mock/banner.ts'
import { reachOf } from '../../src/mock/control/access.ts'
import { startMock, StartRefused } from '../../src/mock/index.ts'
import { callsOf } from './control.ts'

const token = 'a-control-token-of-some-length'

test.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '127.1'])(
  '%s is this machine, and needs no token', async (host) => {
    expect(await reachOf(host, undefined)).toBe('machine')
  },
)

test.each(['0.0.0.0', '::', '192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1', '0', '0x0', ''])(
  '%s is more than this machine: without a token it is refused, and with one that can be guessed', async (host) => {
    await expect(reachOf(host, undefined)).rejects.toThrow(StartRefused)
    await expect(reachOf(host, 'short')).rejects.toThrow(/16 characters or more/)
    expect(await reachOf(host, token)).toBe('network')
  },
)

test('a name that nobody has is refused as such', async () => {
  await expect(reachOf('no-such-host.invalid', undefined)).rejects.toThrow(/the host no-such-host\.invalid is unknown/)
})

test.each(['with space', 'ñ', 'line\r\nbreak', ''])('a control token such as %j, which no header carries, is refused on loopback as well', async (wrong) => {
  await expect(startMock({ controlToken: wrong })).rejects.toThrow(/cannot travel in a header/)
})

test('nothing is started, and no port opened, without the token', async () => {
  await expect(startMock({ host: '0.0.0.0' })).rejects.toThrow(/others can reach 0\.0\.0\.0, so steering the mock needs a control token/)
})

test('beyond this machine all steering needs the token, the metrics too; health does not, and the banner warns', async () => {
  const mock = await startMock({ host: '0.0.0.0', controlToken: token })
  const { control } = callsOf(mock)
  try {
    const authorized = { authorization: `Bearer ${token}` }
    for (const path of ['/sandboxes', '/openapi.json', '/metrics', '/nowhere']) {
      expect((await control('GET', path)).status, path).toBe(401)
      expect((await control('GET', path, undefined, { authorization: `Bearer ${token}x` })).status, path).toBe(401)
      expect((await control('GET', path, undefined, { authorization: `Basic ${token}` })).status, path).toBe(401)
    }
    for (const path of ['/%2e%2e/_ensayo/sandboxes', '/SANDBOXES', '//sandboxes', '/sandboxes/', '/sandboxes?x=/health/live']) {
      expect((await control('GET', path)).status, path).not.toBe(200)
    }
    expect((await control('GET', '/sandboxes', undefined, authorized)).status).toBe(200)
    expect((await control('GET', '/health/live')).status).toBe(200)
    expect((await control('GET', '/health/ready')).status).toBe(200)
    const text = banner(mock, process.stdout)
    expect(text).toMatch(/Others can reach this mock\.[^]*Its keys are published/)
    expect(text).not.toContain(token)
  } finally {
    await mock.close()
  }
})

test('on loopback the banner warns of nothing', async () => {
  const mock = await startMock()
  expect(banner(mock, process.stdout)).not.toContain('Others can reach')
  await mock.close()
})
