import { expect, test } from 'vitest'
import { createSqliteStore } from '../../store/sqlite/index.ts'
import type { Permission } from './index.ts'
import { allows, createAuthentication, createUserDescription, describe, hashKey, isPermission } from './index.ts'

test('a key is hashed with SHA-256', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test.each<[string[], Permission, boolean]>([
  [['section:invoices:write'], { kind: 'section', id: 'invoices', action: 'write' }, true],
  [['section:invoices:write'], { kind: 'section', id: 'invoices', action: 'read' }, false],
  [['section:invoices:write'], { kind: 'section', id: 'stock', action: 'write' }, false],
  [['section:*:read'], { kind: 'section', id: 'stock', action: 'read' }, true],
  [['section:*:read'], { kind: 'section', id: 'stock', action: 'write' }, false],
  [['report:*'], { kind: 'report', id: 'sales-by-month' }, true],
  [['report:*'], { kind: 'document', id: 'invoice' }, false],
  [['document:invoice'], { kind: 'document', id: 'invoice' }, true],
  [['tool:taxId'], { kind: 'tool', id: 'taxId' }, true],
  [['tool:taxId'], { kind: 'tool', id: 'vatId' }, false],
  [['tool:*'], { kind: 'tool', id: 'vatId' }, true],
  [[], { kind: 'report', id: '*' }, false],
])('a list of %j allows %j: %s', (permissions, permission, expected) => {
  expect(allows({ permissions }, permission)).toBe(expected)
})

test.each([
  'section:*:write', 'section:my-list:read', 'report:top_ten', 'document:*', 'tool:vatId', 'tool:*',
])(
  '%s is a permission',
  (text) => expect(isPermission(text)).toBe(true),
)

test.each([
  '', 'section:invoices', 'section:a:delete', 'section::read', 'report:', 'report:a b', 'report:a*', 'tool:other',
  'Report:a', 'report:a:read', 'document:a\n',
])(
  '%j is not a permission',
  (text) => expect(isPermission(text)).toBe(false),
)

test('a permission is described as the list spells it', () => {
  const permission: Permission = { kind: 'section', id: 'stock', action: 'write' }
  expect(describe(permission)).toBe('section:stock:write')
  expect(allows({ permissions: [describe(permission)] }, permission)).toBe(true)
})

test('whoami tells the fields of the user and not that they could be disabled', () => {
  const permissions = ['report:*']
  const user = { id: 3, login: 'ana', name: 'Ana', email: 'ana@example.com', permissions }
  const describeUser = createUserDescription()
  const stored = { ...user, disabled: false }
  expect(describeUser(stored)).toEqual(user)
  expect(describeUser(stored)).toBe(describeUser(stored))
})

test('a key leads to its user, and neither an unknown key nor a disabled user is let in', async () => {
  const store = createSqliteStore({ location: ':memory:', sections: [] })
  const permissions = ['report:*']
  const ana = { id: 1, login: 'ana', name: 'Ana', email: 'ana@example.com', disabled: false, permissions }
  const eva = { ...ana, id: 2, login: 'eva', disabled: true }
  const users = [
    { user: ana, keyHashes: [hashKey('first key'), hashKey('second key')] },
    { user: eva, keyHashes: [hashKey('key of eva')] },
  ]
  await store.createSandbox('one', { users, records: [], files: [], counters: {} })
  const clock = { now: () => 0 }
  const { authenticate } = createAuthentication({ store, clocks: { now: async () => 0 }, clock })
  for (const key of ['first key', 'second key']) {
    expect(await authenticate(key)).toEqual({ ok: true, value: { sandbox: 'one', user: ana } })
  }
  for (const key of ['', 'First key', 'first key ', hashKey('first key')]) {
    expect(await authenticate(key)).toMatchObject({ ok: false, problem: { kind: 'unauthenticated' } })
  }
  expect(await authenticate('key of eva')).toMatchObject({
    ok: false,
    problem: { kind: 'unauthenticated', message: expect.stringContaining('disabled') },
  })
  await store.close()
})
