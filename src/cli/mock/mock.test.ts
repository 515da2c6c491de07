import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
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
  const statusOf = (headersToo: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${url}/api/dynamicdocuments`, { method: 'POST', headers: { ...headers, ...headersToo }, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      sent.once('error', reject)
      sent.end(JSON.stringify({ documentId: 'invoice', format: 'pdf', parameters: { invoice_id: 1 } }))
    })
  expect(await statusOf({})).toBe(200)
  // They are answered long after the signal, which comes long after they have arrived.
  const answers = Promise.all(Array.from({ length: 8 }, () => statusOf({ prefer: 'delay=1500' })))
  await new Promise((resolve) => setTimeout(resolve, 700))
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

test.skipIf(!existsSync('/dev/full')).each([
  ['standard output', []],
  ['the log file', ['--log-file', '/dev/full', '--quiet']],
])('a full disk behind %s ends nothing, and that lines are lost is said once', async (_, args) => {
  const port = await freePort()
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [program, 'mock', '--port', String(port), ...args], { cwd: empty, stdio: ['ignore', full, 'pipe'] })
  closeSync(full)
  running.add(child)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null && !(await fetch(url).then((response) => response.ok, () => false))) await new Promise((resolve) => setTimeout(resolve, 20))
  while (child.exitCode === null && !said.includes('lines of the log')) await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await fetch(url)).status).toBe(200)
  child.kill('SIGTERM')
  await ended
  expect(said.split('\n').filter((line) => line.includes('lines of the log'))).toEqual([
    'ensayo: lines of the log are lost: ENOSPC: no space left on device, write',
  ])
  expect(said).not.toMatch(/^ +at /m)
})

test('--quiet says nothing, and the log goes to its file without keys, queries or bodies', async () => {
  const log = join(empty, 'quiet.log')
  const free = await freePort()
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
  ['a port that is a variable without a value', ['mock', '--port', ''], /--port is given nothing; give it a value, or leave it out/],
  ['a folder that is nothing', ['mock', '--fixtures='], /--fixtures is given nothing/],
  ['an unknown level', ['mock', '--log-level', 'loud'], /Choices: "trace", "debug"/],
  ['fixtures that are nowhere', ['mock', '--port', '0', '--fixtures', './nowhere'], /nowhere: a folder with fixtures was expected/],
  ['an unknown version', ['mock', '--port', '0', '--service-version', '1'], /service version 1 is unknown; there are 2024\.2, 2026\.1/],
  ['a log file that cannot be', ['mock', '--port', '0', '--log-file', './no/such/folder/x'], /--log-file cannot be opened/],
  ['an option without its value', ['mock', '--port'], /Not enough arguments following: port/],
  ['a host that is not here', ['mock', '--port', '0', '--host', '192.0.2.1', '--control-token', 'sixteen-characters'], /192\.0\.2\.1 is no address of this machine/],
  ['a host beyond this machine without a token', ['mock', '--port', '0', '--host', '0.0.0.0'], /others can reach 0\.0\.0\.0, so steering the mock needs a control token: give one in an environment variable with --control-token-env NAME/],
  ['a token from a variable that is not set', ['mock', '--port', '0', '--control-token-env', 'NO_SUCH_TOKEN'], /the environment variable NO_SUCH_TOKEN is not set/],
  ['a limit that does not exist', ['mock', '--port', '0', '--limit', 'bodi=1MiB'], /--limit takes name=value, where the name is one of head, body, /],
  ['a limit beyond what can be', ['mock', '--port', '0', '--limit', 'body=1KB'], /the limit body takes a size such as 512KiB or 2MiB, from 1 to 256MiB; not 1KB/],
  ['a webhook host that is none', ['mock', '--port', '0', '--allow-webhook-host', 'http://x'], /a webhook host is a name such as hooks\.example\.com/],
  ['a webhook to a host that is not allowed', ['mock', '--port', '0', '--webhook', 'section=entities,events=created,url=http://10.0.0.1/'], /--webhook at \/url: The webhook cannot be sent there: .*--allow-webhook-host/],
  ['an overlay that is nowhere', ['mock', '--port', '0', '--overlay', 'nowhere.yaml'], /--overlay nowhere\.yaml: there is no such file/],
])('%s is one line on standard error and exit code 2', async (_, args, message) => {
  const { code, said } = await refused(...args)
  expect(code).toBe(2)
  expect(said.trimEnd().split('\n')).toHaveLength(1)
  expect(said).toMatch(message)
})

test('--webhook notifies its receiver of a write, and a token is shown nowhere', async () => {
  const received: (string | undefined)[] = []
  const receiver = createServer((sent, response) => {
    received.push(sent.headers.authorization)
    sent.resume().once('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const hook = `section=entities,events=created|fields:name+email,url=http://127.0.0.1:${port}/hooks,token=s3cret`
  const { url, banner } = await start('--webhook', hook, '--webhook', 'section=sales,events=created,url=http://127.0.0.1:1,id=chat')
  const key = /demo-admin-\S+/.exec(banner)?.[0] ?? ''
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const operations = [{ section: 'entities', fields: { name: 'Nadal' } }]
  await fetch(`${url}/api/writeoperations`, { method: 'POST', headers, body: JSON.stringify({ operations }) })
  await fetch(`${url}/_ensayo/sandboxes/default/settle`, { method: 'POST' })
  expect(received).toEqual(['Bearer s3cret'])
  const shown = await (await fetch(`${url}/_ensayo/sandboxes/default/webhooks`)).text()
  expect(JSON.parse(shown).map(({ id }: { id: string }) => id)).toEqual(['crm-customers', 'chat-new-sales', 'webhook-1', 'chat'])
  expect(shown + banner).not.toContain('s3cret')
  receiver.closeAllConnections()
  receiver.close()
})

test('--control-token is asked for by the control API, and by nothing else', async () => {
  const { url, banner } = await start('--control-token', 'steer-me')
  const status = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { headers: { authorization } }
    return (await fetch(`${url}/_ensayo/sandboxes`, headers)).status
  }
  expect([await status(), await status('Bearer wrong'), await status('Bearer steer-me')]).toEqual([401, 401, 200])
  expect((await fetch(`${url}/playground`)).status).toBe(200)
  expect(banner).not.toContain('steer-me')
})

const hook = 'section=entities,events=created,url=http://127.0.0.1:1'

test.each<[string, string[], string]>([
  ['an unknown section', ['section=entitys,events=created,url=http://127.0.0.1:1'], '--webhook at /section: There is no section "entitys". Expected: one of entities, invoices, sales, stock.'],
  ['an unknown field', ['section=entities,events=fields:name+emial,url=http://127.0.0.1:1'], '--webhook at /on/fields/1: The section entities has no field "emial". Expected: one of '],
  ['a URL with credentials', ['section=entities,events=created,url=http://me:s3cret@127.0.0.1'], '--webhook at /url: '],
  ['no key at all', ['entities'], '--webhook: "entities" cannot be read. Expected: key=value, joined by commas.'],
  ['an id given twice', [`${hook},id=a`, `${hook},id=a`], '--webhook: There is another webhook with the id a; give each its own.'],
])('--webhook with %s is one line on standard error and exit code 2', async (_, texts, message) => {
  const { code, said } = await refused('mock', '--port', '0', ...texts.flatMap((text) => ['--webhook', text]))
  expect(code).toBe(2)
  expect(said).toMatch(/^ensayo: [^\n]+\n$/)
  expect(said).toContain(message)
  expect(said).not.toContain('s3cret')
})
