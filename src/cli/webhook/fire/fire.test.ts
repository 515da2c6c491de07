import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../../../contract/index.ts'
import { parseAnswers, startReceiver } from '../../../conformance/index.ts'
import type { ReceiverOptions } from '../../../conformance/index.ts'
import { startWebhook, webhook } from '../testing/program.ts'
import type { StartOptions } from '../../testing/program.ts'

const contract = await loadContract()
const cwd = await mkdtemp(join(tmpdir(), 'fire-'))
afterAll(() => rm(cwd, { recursive: true }))

async function receive(options: Partial<ReceiverOptions> = {}) {
  const receiver = await startReceiver({ contract, ...options })
  onTestFinished(() => receiver.close())
  return receiver
}

function answers(text: string): Pick<ReceiverOptions, 'answers'> {
  const parsed = parseAnswers(text)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return { answers: parsed.value }
}

const fire = (line: string, options: Partial<StartOptions> = {}) => webhook(`fire ${line}`, { cwd, ...options })

const json = (text: string): unknown[] => text.trimEnd().split('\n').map((line): unknown => JSON.parse(line))

test('a thin notification is sent and accepted', async () => {
  const receiver = await receive({ token: 's3cret-token' })
  const { code, stdout, stderr } = await fire(`--to ${receiver.url}/hooks?key=s3cret-token --token s3cret-token --section stock`)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^created stock \d+ → http:\/\/127\.0\.0\.1:\d+\/hooks\?key=\[redacted\]\n {2}\{"event":"created",.*\}\n {2}application\/json, \d+ bytes, with a bearer token\n/)
  expect(stdout).toMatch(/\n[\d:.]{12} attempt 1 {2}delivered, 200 {2}.+ m?s\naccepted after 1 attempt\n$/)
  expect(stdout).not.toContain('s3cret')
  expect(receiver.received()).toMatchObject([
    { method: 'POST', path: '/hooks?key=[redacted]', violations: [], token: 'right', event: { kind: 'created', section: 'stock' } },
  ])
  expect(receiver.received()[0]?.event).not.toHaveProperty('record')
})

test('the token comes from the environment, and an echo of it is not shown', async () => {
  const receiver = await receive({
    token: 's3cret-token',
    answers: (_, { rawHeaders }) => ({ kind: 'status', status: 403, body: `no: ${rawHeaders.find((text) => text.includes('s3cret'))}\u001b[2J` }),
  })
  const env = { HOOK_TOKEN: 's3cret-token' }
  const [words, objects] = await Promise.all([
    fire(`--to ${receiver.url} --token-env HOOK_TOKEN`, { env }),
    fire(`--to ${receiver.url} --token-env HOOK_TOKEN --json`, { env }),
  ])
  expect(receiver.received().map(({ token }) => token)).toEqual(['right', 'right'])
  expect(words.stdout).toMatch(/attempt 1 {2}rejected, 403 .* {2}no: Bearer \[redacted\]\\u001b\[2J\nnot accepted after 1 attempt\n$/)
  expect(json(objects.stdout)).toMatchObject([
    { type: 'notification', request: { method: 'POST', headers: { authorization: 'Bearer [redacted]' } } },
    { type: 'attempt', number: 1, outcome: 'rejected', status: 403, answer: { status: 403, excerpt: expect.stringContaining('[redacted]') } },
    { type: 'summary', end: 'notAccepted', attempts: 1 },
  ])
  expect(words.stdout + objects.stdout).not.toContain('s3cret')
  expect([words.code, objects.code]).toEqual([1, 1])
})

test('a made-up record goes along when it is asked for, the same with the same seed', async () => {
  const receiver = await receive()
  const line = `--to ${receiver.url} --section invoices --fields status,paid_on --full`
  for (const seed of [5, 5, 6]) expect((await fire(`${line} --seed ${seed}`)).code).toBe(0)
  const [first, second, third] = receiver.received().map(({ event }) => event)
  expect(first).toMatchObject({ kind: 'modified', section: 'invoices', changedFields: ['status', 'paid_on'], record: { total: expect.any(Number), eliminado: 0 } })
  expect(second).toEqual({ ...first, occurredAt: second?.occurredAt })
  expect(third?.record).not.toEqual(first?.record)
})

test('a record of one’s own is sent as it is, and what the fixtures do not know of it is told', async () => {
  const receiver = await receive()
  await writeFile(join(cwd, 'nadal.json'), '{"id":4711,"name":"Ferretería Nadal","rating":"A+"}')
  const { code, stderr } = await fire(`--to ${receiver.url} --record nadal.json --full --event modified --fields rating`)
  expect([code, stderr]).toEqual([0, 'ensayo: --record: the section entities of the fixtures has no rating; sent as given\n'])
  expect(receiver.received()[0]?.event).toMatchObject({
    kind: 'modified',
    recordId: 4711,
    changedFields: ['rating'],
    record: { name: 'Ferretería Nadal', rating: 'A+', eliminado: 0 },
  })
})

test('retries follow their schedule in real time, with the same body', async () => {
  const receiver = await receive(answers('500,reset,200'))
  const { code, stdout } = await fire(`--to ${receiver.url} --retry 100ms,50ms,1h`)
  expect(code).toBe(0)
  expect(stdout).toContain('  retries: after 100ms, 50ms, 1h; in real time, 1h150ms in all\n')
  expect(stdout).toMatch(/attempt 1 {2}rejected, 500 .*\n +next in 100ms, at [\d:.]{12}\n/)
  expect(stdout).toMatch(/attempt 2 {2}unreachable: the connection was .*\n +next in .*\n.* attempt 3 {2}delivered, 200 /)
  expect(stdout).toMatch(/\naccepted after 3 attempts\n$/)
  expect(receiver.received().map(({ repeats }) => repeats)).toEqual([undefined, 1, 1])
})

test('a named policy is told with what it rests on', async () => {
  const receiver = await receive()
  const { stdout } = await fire(`--to ${receiver.url} --retry default`)
  expect(stdout).toMatch(/ {2}retries as default, assumed \(GAP-HOOK-RETRIES\): after 5s, 5m, 30m, .*; in real time, .* in all\n/)
})

test('a wait can be interrupted', async () => {
  const receiver = await receive(answers('503'))
  const fired = startWebhook(`fire --to ${receiver.url} --retry 1h`, { cwd })
  onTestFinished(() => fired[Symbol.asyncDispose]())
  let line = ''
  while (!line.includes('next in 1h')) line = await fired.next()
  fired.signal('SIGINT')
  const { code, stdout } = await fired.ended
  expect(code).toBe(1)
  expect(stdout).toMatch(/\ninterrupted after 1 attempt, not accepted so far\n$/)
})

test('nobody there is no success', async () => {
  const receiver = await receive()
  await receiver.close()
  const { code, stdout } = await fire(`--to ${receiver.url}`)
  expect(code).toBe(1)
  expect(stdout).toMatch(/attempt 1 {2}unreachable: connection refused by 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/)
})

test('a load ends with a report, and says nothing before where nobody watches', async () => {
  const receiver = await receive()
  const { code, stdout } = await fire(`--to ${receiver.url} --count 40 --rate 400`)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^40 notifications in .+, [\d.]+\/s \(400\/s asked for\)\n/)
  expect(stdout).toMatch(/\n {2}accepted {6}40\n {2}attempts {6}40: 40 delivered, 0 rejected, 0 timed out, 0 unreachable\n/)
  expect(stdout).toMatch(/\n {2}time to the answer {2}p50 .+ {3}p90 .+ {3}p95 .+ {3}p99 .+ {3}max .+\n/)
  expect(stdout).toMatch(/\n +≤ [\d.]+ m?s +\d+ +[\d.]+ % {2}█+\n/)
  expect(stdout).not.toMatch(/[\r\u001b]/)
  expect(new Set(receiver.received().map(({ event }) => event?.recordId)).size).toBe(40)
})

test('of a load that is not accepted, the failures are told by kind', async () => {
  const receiver = await receive({ answers: ({ number }) => ({ kind: 'status', status: number % 4 === 0 ? 503 : 200, body: 'busy' }) })
  const { code, stdout } = await fire(`--to ${receiver.url} --count 20 --concurrency 2 --json`)
  expect(code).toBe(1)
  expect(json(stdout)).toMatchObject([
    {
      type: 'summary',
      asked: { count: 20, concurrency: 2 },
      accepted: 15,
      notAccepted: 5,
      outcomes: { delivered: 15, rejected: 5, timedOut: 0, unreachable: 0 },
      failures: { 'rejected, 503  busy': 5 },
      latencyMs: { p50: expect.any(Number), max: expect.any(Number) },
    },
  ])
})

test('sections come from other fixtures when they are given', async () => {
  const { code, stderr } = await fire('--to http://127.0.0.1:1 --fixtures nowhere')
  expect(stderr).toMatch(/^ensayo: nowhere: a folder with fixtures was expected.*\n$/)
  expect(code).toBe(2)
})

/** As if it had not been installed. */
const withoutFaker = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== 'json-schema-faker') return next(specifier, context)
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    },
  })
`)}`

test('what makes up records need not be there, unless one is to be made up', async () => {
  const receiver = await receive()
  const node = ['--import', withoutFaker]
  expect(await fire(`--to ${receiver.url} --full`, { node })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'ensayo: --full: records are made up by json-schema-faker, which is not installed; npm install json-schema-faker, or give --record FILE\n',
  })
  expect((await fire(`--to ${receiver.url}`, { node })).code).toBe(0)
})

await writeFile(join(cwd, 'list.json'), '[]')
const here = '--to http://127.0.0.1:1'

test.concurrent.each([
  ['--section entities', 'to'],
  ['--to nonsense', '--to: "nonsense" is no URL'],
  ['--to ftp://127.0.0.1/', '--to: A webhook cannot call a ftp: URL'],
  ['--to http://me:s3cret@127.0.0.1/', '--to: The URL must not hold credentials'],
  ['--to http://192.0.2.1/', '192.0.2.1 is not this machine; if those who run it agree to be sent notifications, add --allow-host 192.0.2.1'],
  ['--to http://192.0.2.1/ --allow-host http://192.0.2.1/', '--allow-host takes the name of a host alone'],
  [`${here} ${here}`, '--to was given 2 times'],
  [`${here} --section clients`, '--section: There is no section "clients"; expected one of entities, '],
  [`${here} --event deleted`, 'Given: "deleted", Choices: "created", "modified"'],
  [`${here} --fields nombre`, '--fields: the section entities has no field nombre; expected some of name, '],
  [`${here} --fields name,,email`, '--fields takes names joined by commas'],
  [`${here} --record nowhere.json`, '--record nowhere.json: there is no such file'],
  [`${here} --record list.json`, "--record list.json: a JSON object with the record's fields"],
  [`${here} --id seven`, 'breaks the contract at /body/id'],
  [`${here} --retry often`, '--retry: There is no retry policy "often"; expected one of default, none, quick, '],
  [`${here} --retry 1s,2`, '--retry: "2" is no duration'],
  [`${here} --token s3cret --token-env HOOK_TOKEN`, 'mutually exclusive'],
  [`${here} --token-env NO_SUCH_VARIABLE`, 'the environment variable NO_SUCH_VARIABLE is not set'],
  [`${here} --rate 5`, '--rate belongs to --count N'],
  [`${here} --concurrency 5`, '--concurrency belongs to --count N'],
  [`${here} --count 0`, '--count takes a whole number from 1 to 1000000'],
  [`${here} --count many`, '--count takes a whole number'],
  [`${here} --count 5 --rate 0`, '--rate takes a number from 0.01 to 10000'],
  [`${here} --seed 1.5`, '--seed takes a whole number'],
  [`${here} --overlay nowhere.yaml`, 'nowhere.yaml'],
  [`${here} --recrod x`, 'recrod'],
])('fire %s ends with one line and exit code 2', async (line, message) => {
  const { code, stdout, stderr } = await fire(line)
  expect(stderr).toMatch(/^ensayo: .+\n$/)
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('s3cret')
  expect([code, stdout]).toEqual([2, ''])
})
