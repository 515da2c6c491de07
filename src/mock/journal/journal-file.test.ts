import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { JournalEntry } from './entry.ts'
import { keepInFile } from './journal-file.ts'
import { createJournal } from './journal.ts'
import { showExchange } from './shown.ts'

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'journal.ndjson')
}

const raise = (error: unknown) => {
  throw error
}
const open = (path: string, entries = 5) =>
  keepInFile(createJournal({ defaultSandbox: 'default', limits: { entries, bytes: 1e6 } }), path, raise)

function exchange(body: Buffer): JournalEntry {
  return {
    number: 0,
    operation: 'ping',
    caller: undefined,
    method: 'POST',
    url: '/?key=very-secret-key',
    rawHeaders: ['Authorization', 'Bearer very-secret-key', 'Accept', '*/*'],
    body,
    packet: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a":1}', refusal: undefined },
    problem: undefined,
    faults: [],
    endedAt: 1_750_000_000_000,
    durationMs: 1.5,
  }
}

test('what was kept is there in the next process, numbers go on, and no key lies in the file', async () => {
  const path = newFile()
  const first = open(path)
  for (let count = 0; count < 7; count += 1) first.add(exchange(Buffer.from(`{"n":${count},"key":"very-secret-key"}`)))
  first.add(exchange(Buffer.from([0, 255, 128])))
  const before = first.entries('default').map((entry) => showExchange(entry))
  // It is killed here: nobody closes it.
  await setImmediate()
  expect(readFileSync(path, 'utf8')).not.toContain('very-secret-key')
  writeFileSync(path, '{"sandbox":"default","ent', { flag: 'a' })

  const second = open(path)
  expect(second.count('default')).toBe(8)
  expect(second.entries('default').map((entry) => showExchange(entry))).toEqual(before)
  second.add(exchange(Buffer.from('{}')))
  expect(second.entries('default').at(-1)?.number).toBe(9)
  second.close()
  expect(open(path).count('default')).toBe(9)
})

test('no key lies in the file either where it stands among bytes that are no text', () => {
  const path = newFile()
  const journal = open(path)
  const [before, after] = [Buffer.from([0, 255, 128]), Buffer.from([254, 0])]
  journal.add(exchange(Buffer.concat([before, Buffer.from('very-secret-key'), after])))
  journal.close()
  const again = open(path)
  expect(again.entries('default')[0]?.body).toEqual(Buffer.concat([before, Buffer.from('[redacted]'), after]))
  again.close()
})

test('what was cleared stays so, and what was forgotten begins anew', () => {
  const path = newFile()
  const first = open(path)
  first.add(exchange(Buffer.from('1')))
  first.clear('default')
  first.add(exchange(Buffer.from('2')))
  first.close()
  const second = open(path)
  expect(second.entries('default').map(({ number }) => number)).toEqual([2])
  second.forget('default')
  second.close()
  expect(open(path).count('default')).toBe(0)
})

test('the file is written anew before it grows without bounds', async () => {
  const path = newFile()
  const journal = open(path, 3)
  const body = Buffer.alloc(1_000_000, 'x')
  for (let count = 0; count < 20; count += 1) {
    journal.add(exchange(body))
    await setImmediate()
  }
  journal.close()
  expect(statSync(path).size).toBeLessThan(8_000_000)
  const again = open(path, 3)
  expect(again.count('default')).toBe(20)
  expect(again.entries('default').map(({ number }) => number)).toEqual([18, 19, 20].slice(-again.entries('default').length))
  again.close()
})
