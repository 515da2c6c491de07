import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from './testing/program.ts'

const program = fileURLToPath(new URL('../../bin/ensayo.js', import.meta.url))

/** A program whose streams of that number are open for reading only, so that every write to them fails. */
function start(args: readonly string[], unwritable: readonly (1 | 2)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-streams-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  const readOnly = openSync(join(folder, 'file'), 'r')
  const stream = (number: 1 | 2) => (unwritable.includes(number) ? readOnly : 'pipe')
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', stream(1), stream(2)] })
  closeSync(readOnly)
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stderr }))
  return { child, ended, stderr: () => stderr }
}

test.each([[['conform', '--only', 'PING', '--quiet', '--github']], [['conform', '--list']], [['contract', 'check']]])(
  '%j ends with exit code 2 and one line when standard output cannot be written',
  async (args) => {
    const { code, stderr } = await start(args, [1]).ended
    expect(stderr).toMatch(/^ensayo: standard output cannot be written: EBADF.*\n$/)
    expect(code).toBe(2)
  },
)

test('a run that cannot say anything at all ends with exit code 2', async () => {
  expect((await start(['conform', '--only', 'PING'], [1, 2]).ended).code).toBe(2)
})

test('a reader that has seen enough is no failure', async () => {
  const listing = startProgram(['conform', '--list'], { cwd: tmpdir() })
  listing.stopReading()
  expect(await listing.ended).toMatchObject({ code: 0, stderr: '' })
})

test('a receiver that nobody can be told of ends', async () => {
  const { code, stderr } = await start(['webhook', 'listen', '--port', '0'], [1]).ended
  expect(stderr).toMatch(/^ensayo: standard output cannot be written: EBADF.*\n$/)
  expect(code).toBe(2)
})

test('a mock serves on', async () => {
  const mock = start(['mock', '--port', '0', '--log-level', 'silent'], [1])
  await expect.poll(mock.stderr, { timeout: 10_000 }).toContain('standard output cannot be written')
  mock.child.kill('SIGTERM')
  expect((await mock.ended).stderr.trim().split('\n')).toHaveLength(1)
  expect(mock.child.signalCode).toBeNull()
})
