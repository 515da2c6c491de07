import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { describeStore } from '../suite/index.ts'
import type { SectionShape } from '../port.ts'
import {
  attemptOf, clerk, createdAt, entity, eventOf, invoice, pageOf, sections, seedOf, webhook,
} from '../suite/sample.ts'
import type { SampleAttempt, SampleWebhook } from '../suite/sample.ts'
import { createSqliteStore } from './index.ts'
import { layouts } from './layouts.ts'

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'data.db')
}

describeStore('SQLite in memory', async options => createSqliteStore({ location: ':memory:', ...options }))
describeStore('SQLite in a file', async options => createSqliteStore({ location: newFile(), ...options }))

test('a file keeps what was committed', async () => {
  const location = newFile()
  const first = createSqliteStore({ location, sections })
  const content = new Uint8Array([65])
  const file = { section: 'invoices', recordId: 1, name: 'a.txt', mediaType: 'text/plain', content }
  await first.createSandbox('main', seedOf({
    users: [{ user: clerk, keyHashes: ['hash'] }],
    records: [invoice(1, { customer: 3, lines: [{ item: 'a' }] })],
    files: [file],
    counters: { F: 7 },
  }))
  await first.transaction('main', tx => tx.putRecord(entity(4, { name: 'Nadal' }, { eliminado: 1 })))
  await first.close()

  const second = createSqliteStore({ location, sections })
  expect((await second.sandbox('main'))?.id).toBe('main')
  expect(await second.sandbox('other')).toBeUndefined()
  expect(await second.principal('hash')).toEqual({ sandbox: 'main', user: clerk })
  expect(await second.record('main', 'entities', 4)).toEqual(entity(4, { name: 'Nadal' }, { eliminado: 1 }))
  const lines = await pageOf(second, 'select record_id as id, item from invoices_lines')
  expect(lines.rows).toEqual([{ id: 1, item: 'a' }])
  expect(await second.files('main', 'invoices', [1])).toEqual([file])
  expect(await second.transaction('main', tx => tx.nextNumber('F'))).toBe(8)
  expect(await second.transaction('main', tx => tx.nextRecordId('entities'))).toBe(5)
  await second.close()
})

test('a file keeps everything of a sandbox', async () => {
  const location = newFile()
  const first = createSqliteStore<SampleWebhook, SampleAttempt>({ location, sections })
  const settings = { clock: { kind: 'frozen', at: createdAt }, serviceVersion: '1', matching: {} } as const
  await first.createSandbox('main', seedOf({ webhooks: [webhook('w1')] }), { name: 'Main', createdAt, settings })
  await first.transaction('main', async tx => {
    await tx.putUser(clerk)
    await tx.putKey({ hash: 'hash', userId: clerk.id, createdAt, expiresAt: createdAt + 5 })
    await tx.putDefinition({ kind: 'fault', id: 'slow', value: { delay: 5 } })
    await tx.appendDeliveries([1, 2].map(id => (
      { webhook: 'w1', messageId: `msg_${id}`, event: eventOf(id), dueAt: createdAt }
    )))
  })
  const claim = { sandbox: 'main', webhook: 'w1', now: createdAt, limit: 2, machineNow: 0, leaseUntil: 100 }
  const [one, two] = await first.claim(claim)
  if (one === undefined || two === undefined) throw new Error('too few were claimed')
  await first.settle('main', [{ delivery: one, settlement: { state: 'delivered', attempt: attemptOf(1) } }])
  await first.takeSnapshot('main', 'start', createdAt)
  const before = await first.deliveries('main', { limit: 9 })
  await first.close()

  const second = createSqliteStore<SampleWebhook, SampleAttempt>({ location, sections })
  expect(await second.sandboxes()).toEqual([{ id: 'main', name: 'Main', createdAt, settings }])
  expect(await second.principal('hash')).toEqual({ sandbox: 'main', user: clerk, keyExpiresAt: createdAt + 5 })
  expect(await second.definitions('main')).toEqual([{ kind: 'fault', id: 'slow', value: { delay: 5 } }])
  expect(await second.transaction('main', tx => tx.webhooks())).toEqual([webhook('w1')])
  expect(await second.deliveries('main', { limit: 9 })).toEqual(
    before.map(delivery => (delivery.state === 'claimed' ? { ...delivery, state: 'waiting' } : delivery)),
  )
  expect(await second.snapshots('main')).toEqual([{ name: 'start', takenAt: createdAt }])
  // Whoever had claimed it is no more: nobody waits for the end of the lease.
  expect(await second.claim({ ...claim, machineNow: 99, leaseUntil: 200 })).toEqual([{ ...two, leaseUntil: 200 }])
  await second.close()
})

test('a file of an earlier layout is brought up to date', async () => {
  const location = newFile()
  const [firstLayout = ''] = layouts
  const earlier = new DatabaseSync(location)
  earlier.exec('analyze; delete from sqlite_stat1')
  earlier.exec(firstLayout)
  earlier.exec(`
    insert into ensayo_sandboxes(key, id) values (1, 'main');
    insert into ensayo_users(sandbox, id, login, name, email, disabled, permissions)
      values (1, 7, 'clerk', 'Clara Clerk', 'clara@example.com', 0, '["section:*:read","report:*"]');
    insert into ensayo_keys(hash, sandbox, user_id) values ('hash', 1, 7);
    insert into ensayo_counters(sandbox, name, last) values (1, 'F', 7);
    pragma application_id = ${0x454e5359}; pragma user_version = 1;
  `)
  earlier.close()
  for (let round = 0; round < 2; round += 1) {
    const store = createSqliteStore({ location, sections })
    expect(await store.principal('hash')).toEqual({ sandbox: 'main', user: clerk })
    expect(await store.sandboxes()).toEqual([
      { id: 'main', createdAt: 0, settings: { clock: { kind: 'real' }, matching: {} } },
    ])
    await store.transaction('main', tx => tx.putKey({ hash: `key ${round}`, userId: 7, createdAt }))
    expect(await store.transaction('main', tx => tx.nextNumber('F'))).toBe(8 + round)
    await store.close()
  }
})

test.each([2, 3])('deliveries and attempts of layout %i are kept, in their order', async version => {
  const location = newFile()
  const earlier = new DatabaseSync(location)
  earlier.exec('analyze; delete from sqlite_stat1')
  for (const step of layouts.slice(0, version)) earlier.exec(step)
  earlier.exec(`
    insert into ensayo_sandboxes(key, id) values (1, 'main');
    insert into ensayo_attempts(sandbox, delivery, position, attempt)
      values (1, 2, 1, '"b1"'), (1, 1, 2, '"a2"'), (1, 1, 1, '"a1"');
    insert into ensayo_webhooks(sandbox, id, position, enabled, in_order, failures, configuration)
      values (1, 'w', 1, 1, 0, 0, '{"id":"w"}');
    insert into ensayo_deliveries(sandbox, number, webhook, record, created_at, due_at, open, state, lease_until, attempts,
        message_id, event)
      values (1, 1, 'w', 'entities/1', 0, 0, 1, 'claimed', 99, 2, 'm1', '{}'), (1, 2, 'w', 'entities/1', 0, 0, 0, 'delivered', 0, 1, 'm2', '{}');
    pragma application_id = ${0x454e5359}; pragma user_version = ${version};
  `)
  earlier.close()
  const store = createSqliteStore<SampleWebhook, string>({ location, sections })
  const found = await store.deliveries('main', { limit: 9 })
  expect(found.map(({ attempts }) => attempts)).toEqual([['a1', 'a2'], ['b1']])
  // Whoever had claimed it is no more.
  expect(found.map(({ state }) => state)).toEqual(['waiting', 'delivered'])
  const claim = { sandbox: 'main', webhook: 'w', now: 0, limit: 9, machineNow: 0, leaseUntil: 9 }
  expect((await store.claim(claim)).map(({ id }) => id)).toEqual(['1'])
  await store.close()
})

test('a file of a later layout is refused and left alone', async () => {
  const location = newFile()
  await createSqliteStore({ location, sections }).close()
  const later = new DatabaseSync(location)
  later.exec(`pragma user_version = ${layouts.length + 1}`)
  later.close()
  expect(() => createSqliteStore({ location, sections })).toThrow(`layout ${layouts.length + 1}`)
  const left = new DatabaseSync(location)
  expect(left.prepare('pragma user_version').get()).toEqual({ user_version: layouts.length + 1 })
  left.close()
})

test('rows of sections that the program no longer has are copied and removed as well', async () => {
  const location = newFile()
  const first = createSqliteStore({ location, sections })
  await first.createSandbox('main', seedOf({ records: [entity(1, {}), invoice(1, { lines: [{ item: 'a' }] })] }))
  await first.close()
  const second = createSqliteStore({ location, sections: sections.slice(0, 1) })
  await second.copySandbox('main', 'copy', [])
  await second.deleteSandbox('main')
  await second.close()
  const third = createSqliteStore({ location, sections })
  expect((await third.record('copy', 'invoices', 1))?.fields).toEqual({ lines: [{ item: 'a' }] })
  await third.createSandbox('main', seedOf())
  expect(await third.record('main', 'invoices', 1)).toBeUndefined()
  await third.close()
})

test('a file follows sections whose columns and lists changed', async () => {
  const location = newFile()
  const first = createSqliteStore({ location, sections })
  await first.createSandbox('main', seedOf({
    records: [
      entity(1, { name: 'Ana', city: 'Vigo', phones: [{ number: '1' }] }),
      entity(2, {}, { eliminado: 1 }),
      invoice(1, {}),
    ],
  }))
  await first.close()

  const phones = { name: 'phones', columns: [{ name: 'number', type: 'text' as const }] }
  const changed = { id: 'entities', columns: [{ name: 'city', type: 'text' as const }], lists: [phones] }
  const second = createSqliteStore({ location, sections: [changed] })
  expect((await pageOf(second, 'select id, city from entities')).rows).toEqual([{ id: 1, city: 'Vigo' }])
  const numbers = await pageOf(second, 'select record_id as id, number from entities_phones')
  expect(numbers.rows).toEqual([{ id: 1, number: '1' }])
  expect((await second.record('main', 'entities', 1))?.fields['name']).toBe('Ana')
  await expect(pageOf(second, 'select id from invoices')).rejects.toThrow('invoices')
  await second.close()

  const third = createSqliteStore({ location, sections })
  expect((await pageOf(third, 'select id, name from entities')).rows).toEqual([{ id: 1, name: 'Ana' }])
  expect((await pageOf(third, 'select id from invoices')).totalRows).toBe(1)
  await third.close()
})

test('a file that is in use, or that is not ours, is refused and left alone', async () => {
  const location = newFile()
  const store = createSqliteStore({ location, sections })
  expect(() => createSqliteStore({ location, sections })).toThrow(`The database ${location} cannot be opened`)
  await store.close()

  const text = newFile()
  writeFileSync(text, 'Dear diary, this is no database at all.\n'.repeat(50))
  expect(() => createSqliteStore({ location: text, sections })).toThrow(`The database ${text} cannot be opened`)

  const foreign = newFile()
  const theirs = new DatabaseSync(foreign)
  theirs.exec('create table diary(entry text)')
  theirs.close()
  expect(() => createSqliteStore({ location: foreign, sections })).toThrow('another program')
})

test('callers that ask at once, while a transaction runs, get one and the same page of what it commits', async () => {
  const store = createSqliteStore({ location: ':memory:', sections })
  await store.createSandbox('main', seedOf({ records: [entity(1, {})] }))
  const { promise: opened, resolve: letGo } = Promise.withResolvers<void>()
  const writing = store.transaction('main', async tx => {
    await tx.putRecord(entity(2, {}))
    await opened
  })
  const sql = 'select id from entities'
  const asked = [pageOf(store, sql), pageOf(store, sql)]
  letGo()
  await writing
  const [one, two] = await Promise.all(asked)
  expect(one?.totalRows).toBe(2)
  expect(two).toBe(one)
  await store.close()
})

test('a transaction that would wait for itself is told so', async () => {
  const store = createSqliteStore({ location: ':memory:', sections })
  await store.createSandbox('main', seedOf())
  const reading = store.transaction('main', () => store.record('main', 'entities', 1))
  await expect(reading).rejects.toThrow('waits for itself')
  const nesting = store.transaction('main', () => store.transaction('main', async () => 1))
  await expect(nesting).rejects.toThrow('waits for itself')
  expect(await store.record('main', 'entities', 1)).toBeUndefined()
  await store.close()
})

test('closing waits for the transaction that runs, and nothing works after it', async () => {
  const store = createSqliteStore({ location: ':memory:', sections })
  await store.createSandbox('main', seedOf())
  const { promise, resolve } = Promise.withResolvers<void>()
  const last = store.transaction('main', async tx => {
    await promise
    return tx.nextRecordId('entities')
  })
  const closing = store.close()
  resolve()
  expect(await last).toBe(1)
  await closing
  await store.close()
  await expect(store.record('main', 'entities', 1)).rejects.toThrow('closed')
})

const named = (id: string, ...lists: string[]): SectionShape =>
  ({ id, columns: [], lists: lists.map(name => ({ name, columns: [] })) })

test.each([
  ['a name that is no snake_case', [named('Entities')], 'snake_case'],
  ['a reserved name', [named('ensayo_users')], 'reserved'],
  ['two views of one name', [named('a_b'), named('a', 'b')], '"a_b"'],
  ['a column twice', [{ ...named('a'), columns: [{ name: 'id', type: 'text' as const }] }], '"id"'],
])('refuses sections with %s', (_, bad, message) => {
  expect(() => createSqliteStore({ location: ':memory:', sections: bad })).toThrow(message)
})

test('indexes give the order of ids, the count and the other side of a join', async () => {
  const location = newFile()
  await createSqliteStore({ location, sections }).close()
  const database = new DatabaseSync(location)
  const planOf = (sql: string) => {
    const steps = database.prepare(`explain query plan ${sql}`).all()
    return steps.map(step => String(step['detail'])).join('; ')
  }
  const live = 'from ensayo_section_entities where ensayo_sandbox = 1 and ensayo_eliminado = 0'
  expect(planOf(`select name ${live} order by id`)).not.toContain('TEMP B-TREE')
  expect(planOf(`select count(*) ${live}`)).toContain('COVERING INDEX')
  // An aggregate reads the lines once and looks the records up, whatever the tables hold.
  expect(planOf(
    `select e.id, count(*) from ensayo_section_invoices i
     join ensayo_section_entities e on e.ensayo_sandbox = 1 and e.ensayo_eliminado = 0 and e.id = i.customer
     where i.ensayo_sandbox = 1 and i.ensayo_eliminado = 0 group by e.id, e.name`,
  )).toMatch(/^SEARCH i .*SEARCH e .*AND id=\?/)
  database.close()
})
