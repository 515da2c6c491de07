import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../../contract/index.ts'
import { startReceiver } from '../../../conformance/index.ts'
import { startWebhook, webhook } from '../testing/program.ts'
import type { Started } from '../../testing/program.ts'

const cwd = await mkdtemp(join(tmpdir(), 'listen-'))
afterAll(() => rm(cwd, { recursive: true }))

const notification = { event: 'modified', section: 'entities', id: 12, changedFields: ['email', 'phone'] }

async function listen(line: string, env: Record<string, string> = {}): Promise<Started & { url: string }> {
  const started = startWebhook(`listen --port 0 ${line}`.trim(), { cwd, env })
  onTestFinished(() => started[Symbol.asyncDispose]())
  for (;;) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(await started.next()) ?? []
    if (url !== undefined) return { ...started, url }
  }
}

function post(url: string, body: unknown = notification, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
}

test('programs read a line for each thing that happens', async () => {
  const listening = await listen('--json --answer 503,200')
  expect((await post(`${listening.url}/hooks`)).status).toBe(503)
  expect((await post(`${listening.url}/hooks`)).status).toBe(200)
  listening.signal('SIGINT')
  const { code, stdout, stderr } = await listening.ended
  expect([code, stderr]).toEqual([0, ''])
  const lines = stdout.trimEnd().split('\n').map((line): unknown => JSON.parse(line))
  expect(lines).toMatchObject([
    { type: 'listening', url: listening.url, answers: ['503', '200'], expectsToken: false },
    {
      type: 'notification',
      number: 1,
      path: '/hooks',
      answer: '503',
      event: { kind: 'modified', section: 'entities', recordId: 12, changedFields: ['email', 'phone'] },
      violations: [],
      token: 'none',
    },
    { type: 'answer', number: 1, end: 'answered', status: 503 },
    { type: 'notification', number: 2, repeats: 1 },
    { type: 'answer', number: 2, status: 200 },
    { type: 'summary', notifications: 2, sound: 2, repetitions: 1, answers: { 503: 1, 200: 1 } },
  ])
})

test('people read what happened to which record, and what is wrong, and never the token', async () => {
  const listening = await listen('--token s3cret-token')
  await post(`${listening.url}/?token=s3cret-token`, notification, { authorization: 'Bearer s3cret-token' })
  await post(listening.url, { ...notification, event: '\u001b[2J s3cret-token' }, { authorization: 'Basic other-secret' })
  await fetch(`${listening.url}/ping`)
  listening.signal('SIGTERM')
  const { code, stdout } = await listening.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/^[\d:.]{12} #1 modified entities 12 {2}email, phone {2}✓ contract {2}✓ token$/m)
  expect(stdout).toMatch(/^ +#1 → 200 \(.+ ms\)$/m)
  expect(stdout).toMatch(/#2 POST \/, \d+ bytes {2}✗ contract {2}✗ token wrong$/m)
  expect(stdout).toMatch(/^ +✗ \/body\/event: .* is not an accepted value \(expected one of "created", "modified"\)$/m)
  expect(stdout).toMatch(/^ +#2 → 401/m)
  expect(stdout).toMatch(/#3 GET \/ping, 0 bytes {2}✗ contract {2}✗ token missing$/m)
  expect(stdout).toMatch(/^ +#3 → 405/m)
  expect(stdout).toMatch(/^3 notifications in .+\n {2}contract {2}1 kept it, 2 did not\n {2}token {5}1 right, 1 missing, 1 wrong\n {2}answers {3}200: 1, 401: 1, 405: 1\n$/m)
  expect(stdout).not.toMatch(/secret|\u001b/)
})

test('colours are shown where they are wanted', async () => {
  const listening = await listen('', { FORCE_COLOR: '1', NO_COLOR: '' })
  await post(listening.url)
  listening.signal('SIGINT')
  expect((await listening.ended).stdout).toContain('\u001b[32m✓ contract\u001b[39m')
})

test('one that is never answered is told at once, and broken off at the end', async () => {
  const listening = await listen('--answer hang')
  const sent = post(listening.url).catch(() => 'no answer')
  let line = ''
  while (!line.includes('is not answered')) line = await listening.next()
  listening.signal('SIGINT')
  expect(await sent).toBe('no answer')
  const { code, stdout } = await listening.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(/#1 broken off/)
  expect(stdout).toMatch(/answers {3}broken off at the end: 1\n$/)
})

test('what is forwarded gets the answer of the one behind', async () => {
  const behind = await startReceiver({ contract: await loadContract(), token: 's3cret-token', answers: [{ kind: 'status', status: 422 }] })
  onTestFinished(() => behind.close())
  const listening = await listen(`--forward ${behind.url}/in --json`)
  const answer = await post(listening.url, notification, { authorization: 'Bearer s3cret-token' })
  expect(answer.status).toBe(422)
  expect(behind.received()).toMatchObject([{ path: '/in', token: 'right', body: JSON.stringify(notification) }])
  await behind.close()
  expect((await post(listening.url)).status).toBe(502)
  listening.signal('SIGINT')
  const { stdout } = await listening.ended
  expect(stdout).toMatch(/^\{"type":"forward-failed","number":2,"reason":".*ECONNREFUSED.*"\}$/m)
})

test('an overlay says how notifications look', async () => {
  await writeFile(join(cwd, 'names.yaml'), `overlay: 1.1.0
info: { title: A deployment, version: 1.0.0 }
actions:
  - { target: $.components.schemas.RecordChanged.properties.id, remove: true }
  - { target: $.components.schemas.RecordChanged.required, remove: true }
  - target: $.components.schemas.RecordChanged
    update: { required: [event, section, ficha], properties: { ficha: { type: integer, x-role: event.recordId, x-basis: { assumed: GAP-HOOK-BODY } } } }
`)
  const listening = await listen('--overlay names.yaml')
  const fired = await webhook(`fire --to ${listening.url} --overlay names.yaml --id 77`, { cwd })
  expect(fired.stdout).toContain('"ficha":77')
  await post(listening.url)
  listening.signal('SIGINT')
  const { stdout } = await listening.ended
  expect(stdout).toMatch(/#1 created entities 77 .*✓ contract$/m)
  expect(stdout).toMatch(/✗ \/body\/ficha: "ficha" is missing/)
})

test('it ends when nobody reads any more', async () => {
  const listening = await listen('')
  listening.stopReading()
  // It ends while it prints this one, whose answer may be lost thereby.
  await post(listening.url).catch(() => undefined)
  expect(await listening.ended).toMatchObject({ code: 0, stderr: '' })
})

test.concurrent.each([
  ['--port 70000', '--port takes a whole number from 0 to 65535'],
  ['--port x', '--port takes a whole number'],
  ['--port 1 --port 2', '--port was given 2 times'],
  ['--host 192.0.2.1 --port 0', 'this machine has no such address'],
  ['--answer 200,boom', '--answer: "boom" is no answer; expected a status from 200 to 599'],
  ['--answer 200 --forward http://127.0.0.1:1', 'mutually exclusive'],
  ['--delay soon', '--delay takes a duration'],
  ['--delay 2h', '--delay takes a duration up to an hour'],
  ['--forward nowhere', '--forward takes an http or https URL'],
  ['--forward http://me:s3cret@127.0.0.1:1', 'must not hold credentials'],
  ['--token s3cret --token-env HOOK_TOKEN', 'mutually exclusive'],
  ['--token-env NO_SUCH_VARIABLE', 'the environment variable NO_SUCH_VARIABLE is not set'],
  ['--token s3cret\u00f1', 'the token cannot travel in a header'],
  ['--overlay nowhere.yaml', 'nowhere.yaml'],
  ['--wait', 'wait'],
])('listen %s ends with one line and exit code 2', async (line, message) => {
  const { code, stdout, stderr } = await webhook(`listen ${line}`, { cwd })
  expect(stderr).toMatch(/^ensayo: .+\n$/)
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('s3cret')
  expect([code, stdout]).toEqual([2, ''])
})

test('a receiver is not forwarded to itself, and does not begin to listen', async () => {
  const other = await startReceiver({ contract: await loadContract() })
  const { port } = new URL(other.url)
  await other.close()
  const { code, stderr } = await webhook(`listen --port ${port} --forward http://localhost:${port}/x`, { cwd })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^ensayo: .*that is this receiver itself.*\n$/)])
})

test('a port that is taken ends it with one line and exit code 2', async () => {
  const taken = await startReceiver({ contract: await loadContract() })
  onTestFinished(() => taken.close())
  const { port } = new URL(taken.url)
  expect(await webhook(`listen --port ${port}`, { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: `ensayo: the receiver cannot listen on 127.0.0.1, port ${port}: something else listens there; choose another port, 0 for a free one\n`,
  })
})
