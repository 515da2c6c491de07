import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

test('no key lies in the reason of a refusal or in the answer’s headers either', () => {
  const path = newFile()
  const journal = open(path)
  const violations = [{ pointer: '/body/very-secret-key', message: 'no very-secret-key', expected: 'not very-secret-key' }]
  journal.add({
    ...exchange(Buffer.from('{}')),
    packet: { status: 422, headers: { location: '/very-secret-key' }, body: undefined, refusal: 'invalid' },
    problem: { kind: 'invalid', message: 'There is no very-secret-key.', violations },
  })
  journal.close()
  expect(readFileSync(path, 'utf8')).not.toContain('very-secret-key')
  const again = open(path)
  expect(again.entries('default')[0]).toMatchObject({
    packet: { headers: { location: '/[redacted]' }, refusal: 'invalid' },
    problem: { kind: 'invalid', message: 'There is no [redacted].', violations: [{ pointer: '/body/[redacted]' }] },
  })
  again.close()
})

test('a file that cannot be put in place costs the file alone, told once', async () => {
  const path = newFile()
  const faults: unknown[] = []
  const limits = { entries: 3, bytes: 1e6 }
  const journal = keepInFile(createJournal({ defaultSandbox: 'default', limits }), path, (error) => faults.push(error))
  rmSync(path)
  mkdirSync(path)
  const body = Buffer.alloc(6_000_000, 'x')
  for (let count = 0; count < 6; count += 1) {
    journal.add(exchange(body))
    await setImmediate()
  }
  expect(faults).toMatchObject([{ syscall: 'rename' }])
  expect(journal.count('default')).toBe(6)
  journal.close()
})

test.skipIf(process.platform === 'win32')('a disk that is full from the start costs the file alone, told once', () => {
  const path = newFile()
  writeFileSync(path, '{"sandbox":"default","count":7}\n'.padEnd(4096, ' '))
  const source = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { keepInFile } from ${source('journal-file.ts')}
    import { createJournal } from ${source('journal.ts')}
    const journal = keepInFile(createJournal({ defaultSandbox: 'default' }), process.argv[1], (error) => console.log(error.code))
    journal.add({ rawHeaders: [], url: '/', packet: { headers: {} } })
    journal.close()
    console.log(journal.count('default'))`
  // What a file may have at most, in blocks of 512 or 1,024 bytes.
  const limited = ['-c', 'ulimit -f 1 && exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval', program, path]
  expect(execFileSync('sh', limited, { encoding: 'utf8', env: { PATH: process.env['PATH'] } })).toBe('EFBIG\n8\n')
})
