import { expect, test } from 'vitest'
import { secretKey, standardHeaders } from './standard-webhooks.ts'

/** The vector that all reference libraries of the specification carry. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: 1_614_265_330_000,
  body: '{"test": 2432232314}',
}

test('signs as the specification’s test vector', () => {
  expect(standardHeaders(published)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('the prefix of the secret makes no difference, nor do the milliseconds', () => {
  const bare = { ...published, secret: published.secret.slice('whsec_'.length), at: published.at + 999 }
  expect(standardHeaders(bare)).toEqual(standardHeaders(published))
})

test('every part is signed', () => {
  const signature = (change: Partial<typeof published>) =>
    standardHeaders({ ...published, ...change })['webhook-signature']
  const signatures = [
    signature({}),
    signature({ id: 'msg_2' }),
    signature({ at: published.at + 1000 }),
    signature({ body: '{"test":2432232314}' }),
    signature({ secret: Buffer.alloc(32, 7).toString('base64') }),
  ]
  expect(new Set(signatures).size).toBe(signatures.length)
})

test('text beyond ASCII is signed as UTF-8', () => {
  const key = Buffer.alloc(24, 1).toString('base64')
  // echo -n 'msg_1.0.{"name":"Ángela"}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:$(printf 01%.0s {1..24}) -binary | base64
  expect(standardHeaders({ secret: key, id: 'msg_1', at: 0, body: '{"name":"Ángela"}' })['webhook-signature'])
    .toBe('v1,puoAYbhwp7R7pXQT01Rpf6tqoXYTYUqA31m0zN7Qr0I=')
})

test.each([
  ['', false],
  ['whsec_', false],
  ['not base64 at all!', false],
  ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS', false],
  [Buffer.alloc(23).toString('base64'), false],
  [Buffer.alloc(24).toString('base64'), true],
  [Buffer.alloc(64).toString('base64'), true],
  [Buffer.alloc(65).toString('base64'), false],
])('the secret "%s" has a key: %s', (secret, has) => {
  expect(secretKey(secret) !== undefined).toBe(has)
})

test('a message id with a full stop is never signed', () => {
  expect(() => standardHeaders({ ...published, id: 'msg_1.2' })).toThrow('full stop')
})
