import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../../src/mock/index.ts'
import { createTargetPolicy } from '../../src/webhooks/index.ts'
import { callsOf } from './control.ts'

async function start(options: Parameters<typeof startMock>[0] = {}) {
  const mock = await startMock(options)
  onTestFinished(() => mock.close())
  return { mock, ...callsOf(mock) }
}

/** A receiver on loopback that counts what comes. */
async function receiver(location?: string) {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume().once('end', () => response.writeHead(location === undefined ? 204 : 307, location === undefined ? {} : { location }).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { port: typeof address === 'object' ? address?.port : 0, received: () => received }
}

const webhook = { section: 'entities', on: { creation: true }, retries: ['1h'] }

const outside = [
  'http://10.1.2.3/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/', 'http://100.64.0.1/', 'http://198.18.0.1/',
  'http://169.254.169.254/latest/meta-data/', 'http://0.0.0.0:4010/', 'http://0/', 'http://[::]/', 'http://224.0.0.1/', 'http://255.255.255.255/',
  'http://[fc00::1]/', 'http://[fd12::1]/', 'http://[fe80::1]/', 'http://[::ffff:10.0.0.1]/', 'http://[::ffff:169.254.169.254]/', 'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/', 'http://[::127.0.0.1]/', 'http://0xa9fea9fe/', 'http://2852039166/', 'http://0251.0376.0251.0376/', 'http://10.1/',
  'http://93.184.216.34/', 'http://[2606:2800:220:1::1]/', 'http://hooks.example.com/', 'http://127.0.0.1.example.com/', 'http://localhost.example.com/',
]

test.each(outside)('%s is refused when nothing is allowed', (url) => {
  expect(createTargetPolicy([]).refusalOf(url)).toBeTypeOf('string')
})

test.each(['http://127.0.0.1/', 'http://127.255.255.254:1/', 'http://localhost:9/', 'http://LOCALHOST./', 'http://x.localhost/', 'http://[::1]/', 'http://0x7f.1/', 'http://2130706433/', 'http://[::ffff:127.0.0.1]/'])(
  '%s is this machine', (url) => {
    expect(createTargetPolicy([]).refusalOf(url)).toBeUndefined()
  },
)

test('behind a pattern only public addresses are allowed, whatever their names resolve to', () => {
  for (const pattern of ['*', '*.example.com']) {
    const { guard, refusalOf } = createTargetPolicy([pattern])
    expect(refusalOf('http://hooks.example.com/')).toBeUndefined()
    expect(guard('93.184.216.34', 'hooks.example.com')).toBeUndefined()
    for (const address of ['10.0.0.1', '192.168.0.1', '100.64.0.1', 'fd12::1', '::ffff:192.168.0.1']) {
      expect(guard(address, 'hooks.example.com')).toMatch(/private network; name hooks\.example\.com itself/)
    }
    for (const address of ['169.254.169.254', '0.0.0.0', '::', 'fe80::1', '64:ff9b::a9fe:a9fe']) {
      expect(guard(address, 'hooks.example.com')).toMatch(/special-purpose/)
    }
  }
  expect(createTargetPolicy(['*.example.com']).guard('93.184.216.34', 'example.com.evil.example')).toMatch(/not among/)
  expect(createTargetPolicy(['*.example.com']).guard('93.184.216.34', 'evilexample.com')).toMatch(/not among/)
})

test('behind a name that is written out private addresses are allowed, and special ones only as themselves', () => {
  const { guard } = createTargetPolicy(['Hooks.Internal.', '169.254.7.7', '[FD12:0::1]'])
  expect(guard('10.0.0.1', 'hooks.internal')).toBeUndefined()
  expect(guard('169.254.169.254', 'hooks.internal')).toMatch(/special-purpose/)
  expect(guard('169.254.7.7', '169.254.7.7')).toBeUndefined()
  expect(guard('fd12::1', 'fd12::1')).toBeUndefined()
  expect(guard('10.0.0.1', 'other.internal')).toMatch(/other\.internal is not among/)
})

test.each(['http://a.example', 'a.example:80', 'a b', '', 'a@b', '*.*', 'a*.example', '10.0.0.0/8'])('%j is no webhook host', async (host) => {
  await expect(startMock({ webhookHosts: [host] })).rejects.toThrow(/a webhook host is a name such as/)
})

test('a webhook to elsewhere is refused where it is configured, with the way to allow it', async () => {
  const { mock, control } = await start()
  const refused = await control('POST', '/sandboxes/default/webhooks', { ...webhook, url: 'http://169.254.169.254/latest' })
  expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer: '/url', expected: expect.stringContaining('--allow-webhook-host') }] } })
  await expect(mock.webhook({ ...webhook, url: 'https://hooks.example.com/' })).rejects.toThrow(/hooks\.example\.com is not among the webhook hosts/)
  await expect(startMock({ webhooks: [{ ...webhook, url: 'http://10.0.0.1/' }] })).rejects.toThrow(/--allow-webhook-host/)
  const off = await control('POST', '/sandboxes/default/webhooks', { ...webhook, url: 'https://hooks.example.com/', enabled: false })
  expect(off.status).toBe(201)
  const on = await control('PUT', '/sandboxes/default/webhooks/webhook-1', { ...webhook, url: 'https://hooks.example.com/', enabled: true })
  expect(on.status).toBe(422)
})

test('what a stored webhook points to is looked at again at each attempt, and is unreachable when it is no longer allowed', async () => {
  const data = await mkdtemp(join(tmpdir(), 'ensayo-targets-'))
  onTestFinished(() => rm(data, { recursive: true }))
  const before = await startMock({ data, webhookHosts: ['10.255.255.1', '::ffff:10.255.255.1'] })
  for (const url of ['http://10.255.255.1:9/', 'http://[::ffff:10.255.255.1]:9/']) await before.webhook({ ...webhook, url })
  await before.close()
  const { mock } = await start({ data })
  await mock.write({ section: 'entities', fields: { name: 'Nadal' } })
  await mock.settle()
  const deliveries = await mock.deliveries()
  expect(deliveries).toHaveLength(2)
  for (const { attempts } of deliveries) {
    expect(attempts[0]).toMatchObject({
      outcome: 'unreachable',
      cause: expect.stringMatching(/^the target is not allowed: .* is not this machine/),
    })
  }
})

test('a redirect is not followed, wherever it leads', async () => {
  const secret = await receiver()
  const open = await receiver(`http://127.0.0.1:${secret.port}/`)
  const { mock } = await start()
  await mock.webhook({ ...webhook, url: `http://localhost:${open.port}/`, token: 'tok-1' })
  await mock.write({ section: 'entities', fields: { name: 'Nadal' } })
  await mock.settle()
  expect((await mock.deliveries())[0]?.attempts[0]).toMatchObject({ outcome: 'rejected', status: 307 })
  expect([open.received(), secret.received()]).toEqual([1, 0])
})
