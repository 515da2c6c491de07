import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeWebhook } from './describe-webhook.ts'
import { assumedRetries, retryPresets } from './retry-presets.ts'
import { parseWebhookText } from './webhook-text.ts'
import { parseWebhook } from './webhook.ts'

const sections = new Map([
  ['entities', new Set(['name', 'email', 'city'])],
  ['invoices', new Set(['number', 'lines'])],
])
const context = { sections, id: 'wh-1' }
const valid = { section: 'entities', on: { creation: true }, url: 'http://127.0.0.1:9000/hooks' }

function violationsOf(value: unknown, pointer = '') {
  const outcome = parseWebhook(value, { ...context, pointer })
  if (outcome.ok || outcome.problem.kind !== 'invalid') throw new Error('it was expected to be refused as invalid')
  return outcome.problem.violations
}

function textViolations(text: string) {
  const outcome = parseWebhookText(text, context)
  if (outcome.ok || outcome.problem.kind !== 'invalid') throw new Error('it was expected to be refused as invalid')
  return outcome.problem.violations
}

test('what is not given has its default', () => {
  expect(parseWebhook(valid, context)).toEqual({
    ok: true,
    value: {
      id: 'wh-1',
      section: 'entities',
      on: { creation: true, modification: false, fields: [] },
      url: 'http://127.0.0.1:9000/hooks',
      enabled: true,
      payload: 'thin',
      retries: assumedRetries.policy,
    },
  })
})

test('everything that is given is kept', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const given = {
    id: 'customers_1',
    name: 'To the shop',
    section: 'entities',
    on: { creation: false, modification: true, fields: ['email', 'eliminado', 'email'] },
    url: 'https://shop.example/hooks?a=1,2',
    token: 'tok-1',
    enabled: false,
    payload: 'full',
    retries: { preset: 'svix', jitter: 0.1, seed: 4, disablesAfter: 20, inOrder: true, finalStatuses: [403] },
    standardWebhooks: { secret },
  }
  const svix = retryPresets.find(({ name }) => name === 'svix')?.policy
  expect(parseWebhook(given, context)).toEqual({
    ok: true,
    value: {
      ...given,
      on: { ...given.on, fields: ['email', 'eliminado'] },
      retries: { ...svix, jitter: 0.1, seed: 4, disablesAfter: 20, inOrder: true, finalStatuses: [403] },
    },
  })
})

test('everything that is wrong is told at once, each where it is', () => {
  const given = {
    section: 'customers',
    on: { creation: 'yes', deletion: true },
    url: 'ftp://shop.example/',
    token: 'with space',
    payload: 'fat',
    enabled: 1,
    retry: 'quick',
    id: 'a.b',
    name: '',
  }
  expect(violationsOf(given, '/webhooks/0').map(({ pointer }) => pointer).toSorted()).toEqual([
    '/webhooks/0/enabled',
    '/webhooks/0/id',
    '/webhooks/0/name',
    '/webhooks/0/on/creation',
    '/webhooks/0/on/deletion',
    '/webhooks/0/payload',
    '/webhooks/0/retry',
    '/webhooks/0/section',
    '/webhooks/0/token',
    '/webhooks/0/url',
  ])
})

test('an unknown section or field is answered with those that exist', () => {
  expect(violationsOf({ ...valid, section: 'customers' })).toEqual([
    { pointer: '/section', message: 'There is no section "customers".', expected: 'one of entities, invoices' },
  ])
  const expected = 'one of name, email, city, eliminado'
  expect(violationsOf({ ...valid, on: { fields: ['name', 'mail', 7] } })).toEqual([
    { pointer: '/on/fields/1', message: 'The section entities has no field "mail".', expected },
    { pointer: '/on/fields/2', message: 'The section entities has no field "7".', expected },
  ])
})

test.each([
  [{}, ['/section', '/on', '/url']],
  [{ ...valid, on: {} }, ['/on']],
  [{ ...valid, on: { creation: false, fields: [] } }, ['/on']],
  [{ ...valid, on: 'created' }, ['/on']],
  [{ ...valid, on: { fields: 'name' } }, ['/on/fields']],
  [{ ...valid, standardWebhooks: { secret: 'c2hvcnQ=' } }, ['/standardWebhooks/secret']],
  [{ ...valid, standardWebhooks: 'c2hvcnQ=' }, ['/standardWebhooks']],
  [{ ...valid, retries: 'fast' }, ['/retries']],
  [{ ...valid, retries: ['1s', 'soon', 5] }, ['/retries/1', '/retries/2']],
  [{ ...valid, retries: { preset: 'quick', delays: ['1s'] } }, ['/retries/delays']],
  [{ ...valid, retries: { jitter: 2, seed: 0.5, disablesAfter: 0, inOrder: 'no', speed: 1 } }, [
    '/retries/speed', '/retries/inOrder', '/retries/jitter', '/retries/seed', '/retries/disablesAfter',
  ]],
  [{ ...valid, retries: { finalStatuses: [403, 200] } }, ['/retries/finalStatuses']],
  [{ ...valid, retries: Array.from({ length: 201 }, () => '1s') }, ['/retries']],
  ['webhook', ['']],
  [null, ['']],
])('%j is refused at %j', (given, pointers) => {
  expect(violationsOf(given).map(({ pointer }) => pointer)).toEqual(pointers)
})

test.each([
  'shop.example/hooks', '', '/hooks', 'http://', 'ftp://shop.example/', 'javascript:alert(1)', 'file:///etc/passwd',
  'http://user@shop.example/', 'http://:pass@shop.example/', 'http://shop.example/#part', 'http://shop.example:0/',
  `http://shop.example/${'a'.repeat(2000)}`, 7, null, ['http://shop.example/'],
])('the URL %j is refused', url => {
  expect(violationsOf({ ...valid, url })).toMatchObject([{ pointer: '/url', expected: expect.stringContaining('http') }])
})

test.each(['http://localhost', 'https://shop.example:8443/a/b?c=d', 'http://[::1]:9000/', 'http://127.0.0.1:9000'])(
  'the URL %s is kept as it is written',
  url => {
    expect(parseWebhook({ ...valid, url }, context)).toMatchObject({ ok: true, value: { url } })
  },
)

test('no refusal repeats what is secret', () => {
  const url = 'http://user:hunter2@shop.example/'
  const given = { ...valid, url, token: 'hunter2 ñ', standardWebhooks: { secret: 'hunter2' } }
  expect(JSON.stringify(violationsOf(given))).not.toContain('hunter2')
  expect(JSON.stringify(violationsOf({ ...valid, url: 'user:hunter2@shop example' }))).not.toContain('hunter2')
  expect(JSON.stringify(textViolations('section=entities;token=hunter2'))).not.toContain('hunter2')
})

test('a list of delays has the switches that are assumed', () => {
  const { preset: _, ...assumed } = assumedRetries.policy
  expect(parseWebhook({ ...valid, retries: ['1s', '1m30s', '0s'] }, context))
    .toMatchObject({ ok: true, value: { retries: { ...assumed, delays: [1000, 90_000, 0] } } })
})

test('one line of text gives the same webhook as JSON', () => {
  const text = 'section=entities,events=created|modified|fields:name+email,'
    + 'url=http://127.0.0.1:9000/hooks?ids=1,2,3,token=a,b,'
    + 'name="Shop, name=\\"main\\"",payload=full,retries=1s+1m,jitter=0.5,seed=9,enabled=false'
  expect(parseWebhookText(text, context)).toEqual(parseWebhook({
    section: 'entities',
    on: { creation: true, modification: true, fields: ['name', 'email'] },
    url: 'http://127.0.0.1:9000/hooks?ids=1,2,3',
    token: 'a,b',
    name: 'Shop, name="main"',
    payload: 'full',
    retries: { delays: ['1s', '1m'], jitter: 0.5, seed: 9 },
    enabled: false,
  }, context))
})

test('a policy is named in text as well', () => {
  const secret = Buffer.alloc(32, 1).toString('base64')
  const text = `url=http://127.0.0.1:9000,secret=${secret},retries=standard-webhooks,events=created,section=entities,id=x`
  expect(parseWebhookText(text, context)).toMatchObject({
    ok: true,
    value: { id: 'x', standardWebhooks: { secret }, retries: { preset: 'standard-webhooks' } },
  })
})

test('a URL in quotes may hold anything', () => {
  const text = 'section=entities,url="http://127.0.0.1:9000/?a=1,token=2",events=created'
  expect(parseWebhookText(text, context)).toMatchObject({ ok: true, value: { url: 'http://127.0.0.1:9000/?a=1,token=2' } })
})

test('a mistyped key is not swallowed by the URL before it', () => {
  const base = 'section=entities,events=created'
  expect(textViolations(`${base},url=http://127.0.0.1:9000/,tokn=abc`)).toMatchObject([
    { pointer: '/tokn', message: expect.stringContaining('double quotes'), expected: expect.stringContaining('token') },
  ])
  expect(textViolations(`${base},tokn=abc,url=http://127.0.0.1:9000/`)).toMatchObject([{ pointer: '/tokn' }])
})

test.each([
  ['', ''],
  ['entities', ''],
  ['=x', ''],
  ['section=entities,events=created,url="http://127.0.0.1', ''],
  ['section=entities,events=created,url="http://127.0.0.1/"x', ''],
  ['section=entities,section=invoices,events=created,url=http://127.0.0.1/', '/section'],
  ['section=entities,events=deleted,url=http://127.0.0.1/', '/on'],
  ['section=entities,events=fields:,url=http://127.0.0.1/', '/on/fields/0'],
  ['section=entities,events=created,url=http://127.0.0.1/,enabled=yes', '/enabled'],
  ['section=entities,events=created,url=http://127.0.0.1/,jitter=lots', '/retries/jitter'],
  ['section=entities,events=created,url=http://127.0.0.1/,retries=1s+x', '/retries/delays/1'],
  ['section=entities,events=created,url=http://127.0.0.1/,retries=fast', '/retries/preset'],
  ['section=,events=created,url=http://127.0.0.1/', '/section'],
])('the text "%s" is refused at "%s"', (text, pointer) => {
  expect(textViolations(text)).toMatchObject([{ pointer }])
})

test('a webhook that is written down is read as the same webhook', () => {
  const retries = fc.oneof(
    fc.constantFrom(...retryPresets.map(({ name }) => name)).map(preset => ({ preset })),
    fc.array(fc.nat(1_000_000).map(ms => `${ms}ms`), { maxLength: 5 }).map(delays => ({ delays })),
  )
  const switches = fc.record({
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.integer(),
    retriesClientErrors: fc.boolean(),
    finalStatuses: fc.array(fc.integer({ min: 300, max: 599 }), { maxLength: 3 }),
    goneDisables: fc.boolean(),
    disablesAfter: fc.integer({ min: 1 }),
    honoursRetryAfter: fc.boolean(),
    inOrder: fc.boolean(),
  }, { requiredKeys: [] })
  const more = fc.record({
    name: fc.constant('To the shop'),
    token: fc.constant('tok-1'),
    enabled: fc.boolean(),
    payload: fc.constantFrom('thin', 'full'),
    standardWebhooks: fc.constant({ secret: Buffer.alloc(24, 1).toString('base64') }),
  }, { requiredKeys: [] })
  fc.assert(fc.property(retries, switches, more, (policy, chosen, rest) => {
    const parsed = parseWebhook({ ...valid, ...rest, retries: { ...policy, ...chosen } }, context)
    if (!parsed.ok) throw new Error(parsed.problem.message)
    const written: unknown = JSON.parse(JSON.stringify(describeWebhook(parsed.value)))
    expect(parseWebhook(written, context)).toEqual(parsed)
  }))
})

test('whatever is given, it is refused or taken, and never an error', () => {
  const pieces = [
    'section=', 'events=', 'url=', ',', '"', '\\', 'entities', 'http://h', 'created', '|', 'x=', 'token=', 'ñ', '\n',
  ]
  fc.assert(fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())), parts => {
    const outcome = parseWebhookText(parts.join(''), context)
    expect(outcome.ok || outcome.problem.kind).toSatisfy(kind => kind === true || kind === 'invalid')
  }))
  const keys = fc.constantFrom('', 'id', 'name', 'section', 'on', 'url', 'token', 'retries', 'standardWebhooks')
  fc.assert(fc.property(fc.jsonValue(), keys, (value, key) => {
    const outcome = parseWebhook(key === '' ? value : { ...valid, [key]: value }, context)
    expect(outcome.ok || outcome.problem.kind).toSatisfy(kind => kind === true || kind === 'invalid')
  }))
})
