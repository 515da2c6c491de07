import { execFileSync } from 'node:child_process'
import { lstat, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../client/index.ts'
import { loadContract } from '../../contract/index.ts'
import { startMock } from '../../mock/index.ts'
import { suites } from '../../../suites/index.ts'
import { commandLine } from '../testing/command-line.ts'
import { startProgram } from '../testing/program.ts'
import { keys, startDeployment } from './testing/deployment.ts'
import type { Deployment } from './testing/deployment.ts'

let deployment: Deployment
beforeAll(async () => {
  deployment = await startDeployment()
})
afterAll(() => deployment.close())
beforeEach(() => {
  deployment.behave('not at all')
  deployment.received.length = 0
})

const conform = (...args: string[]) => commandLine(['conform', ...args], deployment.environment)
const onDeployment = (...args: string[]) => conform('--profile', deployment.profile, '--rate', '1000', ...args)
const file = (name: string) => join(deployment.folder, name)

test('without a target a mock of its own is judged, and conforms', async () => {
  const { code, stdout } = await conform('--only', 'PING,REP-PAGE-LIMIT,HOOK-CREATED')
  expect(stdout).toContain('Conforms: the mock')
  expect(stdout).toContain('6 pass')
  expect(code).toBe(0)
})

test('a mock in another process is told by itself, and each case gets a sandbox in it', async () => {
  const mock = await startMock()
  onTestFinished(() => mock.close(0))
  const { code, stdout } = await conform('--target', mock.url, '--only', 'WRI-CREATE')
  expect(stdout).toContain(`Conforms: the mock at ${mock.url}`)
  expect(code).toBe(0)
})

test('a deployment is only read unless more is allowed', async () => {
  const { code, stdout } = await onDeployment('--only', 'WHO,WRI', '--json', file('read.json'))
  expect(stdout).toContain(`Conforms: ${deployment.url}`)
  expect(deployment.received).not.toContain('POST /api/writeoperations')
  expect(JSON.parse(await readFile(file('read.json'), 'utf8'))).toMatchObject({ allowed: ['read'], target: { kind: 'deployment' } })
  expect(code).toBe(0)
})

test('a deployment that is wrong in one way fails, with the request that shows it', async () => {
  deployment.behave('PING-1')
  const { code, stdout } = await onDeployment('--only', 'PING')
  expect(stdout).toMatch(/PING-OK {2}GET \/ answers 200/)
  expect(stdout).toContain('Does not conform')
  expect(stdout).toContain(`ensayo conform --profile ${deployment.profile} --only PING-OK`)
  expect(code).toBe(1)
})

test('what is written is cleaned up', async () => {
  const { code, stdout } = await onDeployment('--only', 'WRI-CREATE', '--allow', 'write')
  expect(stdout).toContain('2 pass')
  expect(stdout).not.toContain('still there')
  expect(code).toBe(0)
  const client = createClient({ baseUrl: deployment.url, key: keys.ERP_KEY, contract: await loadContract() })
  const names: unknown[] = []
  for await (const row of client.reportRows({ id: 'customers', safeColumnNames: true })) if (row.ok) names.push(row.value['name'])
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => String(name).includes('ens-'))).toEqual([])
})

test('what a crashed run has left is swept away by its mark', async () => {
  const client = createClient({ baseUrl: deployment.url, key: keys.ERP_KEY, contract: await loadContract() })
  for (const mark of ['ens-crashed0', 'ens-crashed0', 'ens-another0']) await client.createRecord('entities', { name: `Prueba ${mark}` })
  const first = await conform('--profile', deployment.profile, '--sweep', 'ens-crashed0')
  expect(first.stdout).toContain('2 deleted, 0 left')
  expect(first.code).toBe(0)
  const second = await conform('--profile', deployment.profile, '--sweep', 'ens-crashed0')
  expect(second.stdout).toContain('0 deleted, 0 left')
  expect((await conform('--profile', deployment.profile, '--sweep', 'ens-another0')).stdout).toContain('1 deleted')
})

test('nothing that could be judged is exit code 2, with what to add', async () => {
  const { code, stdout } = await conform('--no-profile', '--target', deployment.url, '--only', 'REP-PAGE-LIMIT')
  expect(stdout).toContain('Not judged')
  expect(stdout).toContain('there is no API key')
  expect(code).toBe(2)
})

test('no key is in any output, whatever format', async () => {
  const formats = ['junit', 'ctrf', 'json', 'ndjson', 'har', 'html']
  const { stdout, stderr } = await onDeployment('--only', 'AUTH,WHO', '--github', ...formats.flatMap((name) => [`--${name}`, file(`keys.${name}`)]))
  const texts = [stdout, stderr, ...(await Promise.all(formats.map((name) => readFile(file(`keys.${name}`), 'utf8'))))]
  expect(Math.min(...texts.map(({ length }) => length))).toBeGreaterThan(200)
  for (const key of Object.values(keys)) for (const text of texts) expect(text).not.toContain(key)
})

test('a report goes through a pipe or a link, which stay what they are', async () => {
  execFileSync('mkfifo', [file('pipe')])
  await symlink('behind.xml', file('link.xml'))
  const run = startProgram(['conform', '--only', 'PING', '--quiet', '--json', file('pipe'), '--junit', file('link.xml')], { cwd: deployment.folder })
  onTestFinished(() => run[Symbol.asyncDispose]())
  // Whoever had opened it before the run, to try it, would have ended it for its reader.
  expect(await readFile(file('pipe'), 'utf8')).toContain('"ensayo-run"')
  expect(await run.ended).toMatchObject({ code: 0, stderr: '' })
  expect((await lstat(file('pipe'))).isFIFO()).toBe(true)
  expect(await readlink(file('link.xml'))).toBe('behind.xml')
  expect(await readFile(file('behind.xml'), 'utf8')).toContain('<testsuites')
})

test('in GitHub Actions deviations are annotated by themselves, and the job has a summary', async () => {
  deployment.behave('PING-1')
  const summary = file('summary.md')
  const { stdout } = await commandLine(['conform', '--profile', deployment.profile, '--only', 'PING'], {
    ...deployment.environment,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
  })
  expect(stdout).toMatch(/^::error .*PING-OK/m)
  expect(await readFile(summary, 'utf8')).toContain('PING-OK')
})

test('a known deviation is told of and does not fail the run; once mended, its entry is stale', async () => {
  await writeFile(file('baseline.yaml'), '- { case: PING-OK, owner: the ERP team, reason: its next release, expires: "2999-12-31" }\n')
  const args = ['--baseline', file('baseline.yaml'), '--only', 'PING']
  deployment.behave('PING-1')
  const known = await onDeployment(...args)
  expect(known.stdout).toContain('until 2999-12-31, the ERP team')
  expect(known.code).toBe(2)
  deployment.behave('not at all')
  const mended = await onDeployment(...args)
  expect(mended.stdout).toContain('PING-OK passes now')
  expect(mended.code).toBe(0)
})

test('two runs are compared', async () => {
  await onDeployment('--only', 'PING', '--json', file('a.json'))
  deployment.behave('PING-1')
  await onDeployment('--only', 'PING', '--json', file('b.json'))
  const differing = await conform('diff', file('a.json'), file('b.json'))
  expect(differing.stdout).toContain('PING-OK')
  expect(differing.code).toBe(1)
  expect(await conform('diff', file('a.json'), file('a.json'))).toMatchObject({ code: 0 })
  expect(await conform('diff', file('a.json'), deployment.profile)).toMatchObject({ code: 2, stderr: expect.stringContaining('no report of a run') })
})

test('column names are kept from one run to the next', async () => {
  const args = ['--only', 'COL', '--snapshot', file('columns.json')]
  await onDeployment(...args)
  const kept = JSON.parse(await readFile(file('columns.json'), 'utf8'))
  expect(kept.reports.customers.columns).toContain('trade_name')
  await writeFile(file('columns.json'), JSON.stringify({ reports: { customers: { columns: ['id', 'name', 'former_name'] } } }))
  const changed = await onDeployment(...args)
  expect(changed.stdout).toContain('former_name')
})

test('a budget ends the requests, not the clean-up', async () => {
  const { stdout } = await onDeployment('--only', 'WRI-CREATE', '--allow', 'write', '--budget', '1', '--json', file('budget.json'))
  expect(stdout).toContain('the 1 requests of this run are spent')
  const { requests, leftovers } = JSON.parse(await readFile(file('budget.json'), 'utf8'))
  expect(leftovers).toEqual([])
  expect(requests).toBeGreaterThan(1)
})

test('a server that never answers ends the run before it begins', async () => {
  deployment.behave('hangs')
  const { code, stderr } = await onDeployment('--timeout', '300ms')
  expect(stderr).toContain(`nothing answers at ${deployment.url}: no answer within 0.3 s`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
})

test('where nobody listens that is said in one line', async () => {
  const { code, stderr } = await conform('--no-profile', '--target', 'http://127.0.0.1:9')
  expect(stderr).toMatch(/^ensayo: nothing answers at http:\/\/127\.0\.0\.1:9: .*\n$/)
  expect(code).toBe(2)
})

test('a target that falls silent in the midst is given up after a few requests', async () => {
  const before = deployment.received.push
  deployment.received.push = (entry) => {
    if (deployment.received.length === 4) deployment.behave('hangs')
    return before.call(deployment.received, entry)
  }
  onTestFinished(() => {
    deployment.received.push = before
  })
  const { code, stdout } = await onDeployment('--only', 'PING,AUTH,WHO,REP', '--timeout', '200ms')
  expect(stdout).toContain('the target no longer answers')
  expect(deployment.received.length).toBeLessThan(12)
  expect(code).toBe(2)
})

test('Ctrl-C ends a run in order: reports are written, and its records deleted', async () => {
  const writes = () => deployment.received.filter((entry) => entry.includes('writeoperations'))
  const args = ['--profile', deployment.profile, '--rate', '1000', '--only', 'PING,WRI', '--allow', 'write', '--json', file('ended.json')]
  await using running = startProgram(['conform', ...args], { cwd: deployment.folder, env: deployment.environment })
  const { push } = deployment.received
  deployment.received.push = (entry) => {
    if (entry.includes('writeoperations') && writes().length === 0) running.signal('SIGINT')
    return push.call(deployment.received, entry)
  }
  onTestFinished(() => {
    deployment.received.push = push
  })
  const { code, stdout } = await running.ended
  expect(stdout).toContain('The run ended before its time: the run was interrupted.')
  expect(JSON.parse(await readFile(file('ended.json'), 'utf8'))).toMatchObject({ exitCode: 2, leftovers: [] })
  expect(writes().length).toBeLessThan(6)
  expect(code).toBe(2)
})

test('a dry run shows every request in the names of the deployment, and sends none', async () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listener.close())
  const address = listener.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const profile = {
    samples: {
      report: { id: 'r-77', parameters: {}, columns: { ref: 'entities.id' } },
      section: { id: 'entities', create: { name: 'Cliente de prueba' } },
    },
  }
  await writeFile(file('dry.json'), JSON.stringify(profile))
  const { code, stdout } = await conform('--profile', file('dry.json'), '--target', url, '--dry-run', '--allow', 'write', '--only', 'REP-PAGE-LIMIT,WRI-CREATE,DOC')
  expect(stdout).toContain(`'${url}/api/reports'`)
  expect(stdout).toContain('r-77')
  expect(stdout).not.toContain('customers')
  expect(stdout).toMatch(/Cliente de prueba ens-[a-z0-9]{8}/)
  expect(stdout).toContain(`"$ENSAYO_KEY"`)
  expect(stdout).toContain('DOC-HTML would send nothing: no document is known')
  expect(stdout).toContain('is shown as the mock answered')
  expect(connections).toBe(0)
  expect(code).toBe(0)
})

test('all cases are listed with what they need', async () => {
  const { code, stdout } = await conform('--list')
  for (const { cases } of suites) for (const { id } of cases) expect(stdout).toContain(id)
  expect(stdout).toContain(`${suites.reduce((sum, { cases }) => sum + cases.length, 0)} cases`)
  const some = await conform('--list', '--only', 'PING')
  expect(some.stdout).toContain('PING-OK')
  expect(some.stdout).not.toContain('AUTH-')
  expect(code).toBe(0)
})

test.each([
  [['--only', 'REP-NOTHING'], 'no case is called REP-NOTHING; did you mean'],
  [['--allow', 'everything'], '--allow takes read, load, write, webhook'],
  [['--target', 'ftp://erp.example.com'], '--target takes an http or https URL'],
  [['--target', 'https://erp.example.com', '--no-profile'], 'erp.example.com is not this machine; add --yes'],
  [['--timeout', 'soon'], '--timeout takes a length of time'],
  [['--rate', '0'], '--rate takes a number'],
  [['--budget', 'x'], '--budget takes a whole number'],
  [['--seed', '1', '--seed', '2'], '--seed was given 2 times'],
  [['--sweep', 'everything', '--no-profile', '--target', 'http://127.0.0.1:1'], '--sweep takes the mark of a run'],
  [['--json', 'out.json', '--junit', './out.json'], '--junit and --json both name out.json'],
  [['--json', '/proc/x/out.json'], '--json /proc/x/out.json cannot be written'],
  [['--list', '--only', 'NOPE'], '--only: no case is called NOPE'],
  [['--baseline', 'no-such-file.yaml'], '--baseline no-such-file.yaml cannot be read'],
  [['--nonsense'], 'Unknown argument: nonsense'],
  [['--manual', '--allow', 'webhook', '--target', 'http://127.0.0.1:1', '--no-profile'], '--manual asks somebody'],
])('%j is refused in one line', async (args, why) => {
  const { code, stderr } = await conform(...args)
  expect(stderr).toContain(why)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
})
