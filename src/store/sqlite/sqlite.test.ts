import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { describeStore } from '../suite/index.ts'
import type { SectionShape } from '../port.ts'
import { clerk, entity, invoice, pageOf, sections, seedOf } from '../suite/sample.ts'
import { createSqliteStore } from './index.ts'

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
