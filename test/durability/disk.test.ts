import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { contradictions } from '../ledger.ts'
import { createWriter, readBack, seeded } from '../load.ts'
import { spawnMock, startMockProcess } from '../mock-process.ts'
import type { MockProcess } from '../mock-process.ts'

const contract = await loadContract()

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function can(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const headersFor = ({ key }: MockProcess) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

async function write(mock: MockProcess, name: string): Promise<Response> {
  const body = JSON.stringify({ operations: [{ section: 'entities', fields: { name, notes: 'x'.repeat(900) } }] })
  return fetch(`${mock.url}/api/writeoperations`, { method: 'POST', headers: headersFor(mock), body })
}

/** That it is the contract's refusal, and that everything that needs no write is answered as before. */
async function expectUnavailable(mock: MockProcess): Promise<void> {
  const refused = await write(mock, 'no room')
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const wire = {
    status: refused.status,
    headers: Object.fromEntries(refused.headers),
    mediaType: refused.headers.get('content-type')?.split(';', 1)[0],
    body: await refused.json(),
  }
  expect(JSON.stringify(contract.operations.writeRecords.decodeAnswer(wire))).toContain('unavailable')
  expect((await fetch(`${mock.url}/api/whoami`, { headers: headersFor(mock) })).status).toBe(200)
  const body = JSON.stringify({ reportId: 'customers', safeColumnsName: true })
  expect((await fetch(`${mock.url}/api/reports`, { method: 'POST', headers: headersFor(mock), body })).status).toBe(200)
}

/** Fills what room there is, has `makeRoom` make some, and looks whether anything is amiss. */
async function expectRecovery(folder: string, takeRoom: (mock: MockProcess) => void, makeRoom: (mock: MockProcess) => void) {
  const writer = createWriter({ random: seeded(7), series: 'K', name: 'w0', batch: 20 })
  const mock = await startMockProcess('--data', folder)
  takeRoom(mock)
  let refusals = 0
  for (let count = 0; count < 2000 && refusals < 3; count += 1) if (!(await writer.step(mock))) refusals += 1
  expect(refusals).toBe(3)
  await expectUnavailable(mock)

  makeRoom(mock)
  for (let count = 0; count < 20; count += 1) expect(await writer.step(mock)).toBe(true)
  expect(contradictions(writer.writes, await readBack(mock), 'K')).toEqual([])
  await mock.kill()

  const again = await startMockProcess('--data', folder)
  expect(contradictions(writer.writes, await readBack(again), 'K')).toEqual([])
  expect(await again.stop()).toBe(0)
}

const hasLimits = can('prlimit', '--version')
const canForbid = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-chattr-'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const does = can('chattr', '+i', file) && can('chattr', '-i', file)
  rmSync(folder, { recursive: true })
  return does
})()
const canMount = process.getuid?.() === 0 && can('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir())

test.skipIf(!hasLimits)('a file that may not grow is told as 503, and everything goes on when it may', async () => {
  const limit = (size: string) => ({ child }: MockProcess) =>
    void execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${size}`])
  await expectRecovery(newFolder(), limit('1500000:unlimited'), limit('unlimited:unlimited'))
})

test.skipIf(!canMount)('a full disk is told as 503, and everything goes on when there is room', async () => {
  const folder = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder])
  try {
    await expectRecovery(folder, () => {}, () => void execFileSync('mount', ['-o', 'remount,size=30m', folder]))
  } finally {
    execFileSync('umount', ['--lazy', folder])
  }
})

test.skipIf(!canForbid)('files that may no longer be written to are told as 503, and everything goes on when they may', async () => {
  const folder = newFolder()
  const writing = (sign: '+i' | '-i') => () => {
    for (const name of readdirSync(folder)) execFileSync('chattr', [sign, join(folder, name)])
  }
  await expectRecovery(folder, writing('+i'), writing('-i'))
})

test('a folder that cannot be used is refused in one line', async () => {
  const folder = newFolder()
  const file = join(folder, 'file')
  writeFileSync(file, 'something else')
  const { ended, said } = spawnMock('--data', join(file, 'folder'))
  expect(await ended).toBe(2)
  expect(said()).toMatch(/^ensayo: the folder of --data cannot be made: .*\n$/)
})

test.skipIf(!existsSync('/proc/self'))('a folder in a place of the system’s own is refused as well', async () => {
  const { ended, said } = spawnMock('--data', '/proc/ensayo/state')
  expect(await ended).toBe(2)
  expect(said()).toMatch(/^ensayo: the folder of --data cannot be made: .*\n$/)
})

test.skipIf(!canMount)('a folder on a read-only disk is refused in one line, and opens when it is writable', async () => {
  const folder = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m', 'tmpfs', folder])
  try {
    const first = await startMockProcess('--data', folder)
    expect((await write(first, 'there')).status).toBe(200)
    await first.kill()
    execFileSync('mount', ['-o', 'remount,ro', folder])
    const refused = spawnMock('--data', folder)
    expect(await refused.ended).toBe(2)
    expect(refused.said()).toMatch(/^ensayo: The database .* cannot be opened: .*\n$/)
    execFileSync('mount', ['-o', 'remount,rw', folder])
    const second = await startMockProcess('--data', folder)
    expect((await write(second, 'there as well')).status).toBe(200)
    expect(await second.stop()).toBe(0)
  } finally {
    execFileSync('umount', ['--lazy', folder])
  }
})
