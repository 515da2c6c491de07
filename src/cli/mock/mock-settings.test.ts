import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../../bin/ensayo.js', import.meta.url))
const empty = mkdtempSync(join(tmpdir(), 'ensayo-cli-'))
const run = promisify(execFile)

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})

/** A command line that is refused: its exit code and what it said on standard error. */
async function refused(...args: string[]): Promise<{ code: unknown; said: string }> {
  try {
    await run(process.execPath, [program, ...args], { cwd: empty, timeout: 20_000 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'stderr' in error) return { code: error.code, said: String(error.stderr) }
    throw error
  }
  throw new Error(`ensayo ${args.join(' ')} was accepted`)
}

test('--quiet says nothing, and the log goes to its file without keys, queries or bodies', async () => {
  const log = join(empty, 'quiet.log')
  const free = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
  const child = spawn(process.execPath, [program, 'mock', '--port', String(free), '--quiet', '--log-file', log], { cwd: empty })
  running.add(child)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const url = `http://127.0.0.1:${free}`
  while (!(await fetch(url).then((response) => response.ok, () => false))) await new Promise((resolve) => setTimeout(resolve, 20))
  await fetch(`${url}/api/whoami?key=secret-in-query`, { headers: { authorization: 'Bearer secret-in-header' } })
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(said).toBe('')
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ path: '/api/whoami', status: 401, refusal: 'unauthenticated' })
  expect(lines.join()).not.toContain('secret')
})

test('a profile in the folder gives what the command line leaves open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-profile-'))
  writeFileSync(join(folder, 'ensayo.config.yaml'), 'mock:\n  serviceVersion: "1999.1"\n')
  const failed = run(process.execPath, [program, 'mock', '--port', '0'], { cwd: folder, timeout: 20_000 })
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('1999.1') })
})

test.each<[string, string[], RegExp]>([
  ['an option without its value', ['mock', '--port'], /Not enough arguments following: port/],
  ['a host that is not here', ['mock', '--port', '0', '--host', '192.0.2.1'], /192\.0\.2\.1 is no address of this machine/],
  ['an overlay that is nowhere', ['mock', '--port', '0', '--overlay', 'nowhere.yaml'], /--overlay nowhere\.yaml: there is no such file/],
])('%s is one line on standard error and exit code 2', async (_, args, message) => {
  const { code, said } = await refused(...args)
  expect(code).toBe(2)
  expect(said.trimEnd().split('\n')).toHaveLength(1)
  expect(said).toMatch(message)
})
