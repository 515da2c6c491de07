import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
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

interface Started {
  url: string
  banner: string
  child: ChildProcess
  ended: Promise<number | null>
}

/** Starts `ensayo mock` in an empty folder and waits for its banner. */
async function start(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [program, 'mock', '--port', '0', '--log-level', 'silent', ...args], { cwd: empty })
  running.add(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let said = ''
  const banner = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('api/writeoperations')) resolve(said)
    })
    child.stderr.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())))
    void ended.then((code) => reject(new Error(`ended with ${code} after saying: ${said}`)))
  })
  const url = /http:\/\/\S+/.exec(banner)?.[0] ?? ''
  return { url, banner, child, ended }
}

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

test('the banner names the address, each key with what it may do, and three commands that work when pasted', async () => {
  const { url, banner } = await start()
  expect(banner).toContain(`${url}/playground`)
  expect(banner).toMatch(/demo-reader-\S+ +may read everything, write nothing/)
  const commands = banner.split('\n').filter((line) => line.trim().startsWith('curl '))
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    const { stdout } = await run('sh', ['-c', `${command.trim()} -s -f`])
    expect(JSON.parse(stdout)).toMatchObject({})
  }
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s loses no answer: what is under way is answered, then it ends with 0', async (signal) => {
  const { url, banner, child, ended } = await start()
  const key = /demo-admin-\S+/.exec(banner)?.[0] ?? ''
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const statusOf = (invoice: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${url}/api/dynamicdocuments`, { method: 'POST', headers, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      sent.once('error', reject)
      sent.end(JSON.stringify({ documentId: 'invoice', format: 'pdf', parameters: { invoice_id: invoice } }))
    })
  expect(await statusOf(1)).toBe(200)
  const answers = Promise.all([3, 4, 5, 6, 7, 8, 9, 10].map(statusOf))
  await new Promise((resolve) => setTimeout(resolve, 60))
  child.kill(signal)
  expect(await answers).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await ended).toBe(0)
})

test('FORCE_COLOR asks for colours, NO_COLOR for none', async () => {
  const said = (env: NodeJS.ProcessEnv) =>
    run(process.execPath, [program, 'mock', '--nope'], { cwd: empty, env: { PATH: process.env.PATH, ...env } }).catch(
      (error: { stderr: string }) => error.stderr,
    )
  expect(await said({ FORCE_COLOR: '1' })).toContain('\u001b[31m')
  expect(await said({ NO_COLOR: '1' })).toMatch(/^ensayo: Unknown argument: nope/)
})

test('a port in use is told in one line', async () => {
  const { url } = await start()
  const { code, said } = await refused('mock', '--port', new URL(url).port)
  expect(code).toBe(2)
  expect(said).toBe(`ensayo: port ${new URL(url).port} of 127.0.0.1 is in use; choose another\n`)
})

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
  ['no command', [], /which command\? See ensayo --help/],
  ['a command that does not exist', ['mok'], /Did you mean mock\?/],
  ['an option that does not exist', ['mock', '--prot', '1'], /Unknown argument: prot/],
  ['a port that is none', ['mock', '--port', '99999'], /--port takes a whole number from 0 to 65535, not 99999/],
  ['an unknown level', ['mock', '--log-level', 'loud'], /Choices: "trace", "debug"/],
  ['fixtures that are nowhere', ['mock', '--port', '0', '--fixtures', './nowhere'], /nowhere: a folder with fixtures was expected/],
  ['an unknown version', ['mock', '--port', '0', '--service-version', '1'], /service version 1 is unknown; there are 2024\.2, 2026\.1/],
  ['a log file that cannot be', ['mock', '--port', '0', '--log-file', './no/such/folder/x'], /--log-file cannot be opened/],
  ['an option without its value', ['mock', '--port'], /Not enough arguments following: port/],
  ['a host that is not here', ['mock', '--port', '0', '--host', '192.0.2.1'], /192\.0\.2\.1 is no address of this machine/],
  ['an overlay that is nowhere', ['mock', '--port', '0', '--overlay', 'nowhere.yaml'], /--overlay nowhere\.yaml: there is no such file/],
])('%s is one line on standard error and exit code 2', async (_, args, message) => {
  const { code, said } = await refused(...args)
  expect(code).toBe(2)
  expect(said.trimEnd().split('\n')).toHaveLength(1)
  expect(said).toMatch(message)
})
