import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startWebhook, webhook } from '../testing/program.ts'
import type { StartOptions } from '../../testing/program.ts'

const cwd = await mkdtemp(join(tmpdir(), 'check-'))
afterAll(() => rm(cwd, { recursive: true }))

const receiver = fileURLToPath(new URL('../../../../test/receivers/start.ts', import.meta.url))

const token = 'S3cret-hook-token-0123'

/** The words of a command must not hold spaces here, so it is a variable of the shell. */
async function place(defect = 'node') {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const origin = `http://127.0.0.1:${port}`
  const env = { START: `${process.execPath} ${receiver} ${defect}`, PORT: String(port), HOOK: token }
  return { port, env, line: `--to ${origin}/hook --start exec\${IFS}$START --probe ${origin}/state --token-env HOOK --patience 3s` }
}

const check = (line: string, options: Partial<StartOptions> = {}) => webhook(`check ${line}`, { cwd, ...options })

test('a receiver that is started, restarted and asked for its state is judged, and nothing of it is left', async () => {
  const { line, env, port } = await place('inserts-every-creation')
  const only = '--only RCV-DELIVERY-TWICE,RCV-DELIVERY-EFFECT,RCV-TIME-RESTART,RCV-DELIVERY-AFTER-FAILURE,RCV-AUTH-SAME-LENGTH'
  const { code, stdout, stderr } = await check(`${line} ${only} --json run.json --html run.html --junit run.xml`, { env })
  expect([code, stderr.includes('fail RCV-DELIVERY-TWICE')], stdout + stderr).toEqual([1, true])
  expect(stdout).toMatch(/^✗ fail {2}RCV-DELIVERY-TWICE .* \(must: HOOK-6\)\n {2}seen +after a duplicate/)
  expect(stdout).toMatch(/\n {2}again +ensayo webhook check --to http:.* --start 'exec\$\{IFS\}\$START' .* --only RCV-DELIVERY-TWICE\n/)
  expect(stdout).toMatch(/\n {2}Delivery and effects +50 % +1 of 2/)
  expect(stdout).toMatch(/\? RCV-DELIVERY-AFTER-FAILURE +inconclusive the receiver cannot be made to fail — Give --fault/)
  const report = JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8'))
  expect(report).toMatchObject({ subject: 'receiver', exitCode: 1, target: { kind: 'receiver' } })
  const verdicts = Object.fromEntries(report.cases.map(({ id, result }: { id: string; result: { verdict: string } }) => [id, result.verdict]))
  expect(verdicts).toMatchObject({ 'RCV-DELIVERY-EFFECT': 'pass', 'RCV-TIME-RESTART': 'pass', 'RCV-AUTH-NONE': 'not-run' })
  const page = await readFile(join(cwd, 'run.html'), 'utf8')
  expect(page).toContain('RCV-DELIVERY-TWICE')
  expect(page + JSON.stringify(report) + stdout + stderr).not.toContain(token)
  await expect(fetch(`http://127.0.0.1:${port}/state`)).rejects.toThrow()
}, 60_000)

test('a soak finds what is lost, and draws how long answers took', async () => {
  const { line, env } = await place('accepts-and-forgets')
  const { code, stdout } = await check(`${line} --patience 1s --soak 2s --rate 20 --html soak.html`.replace('--patience 3s ', ''), { env })
  expect(code, stdout).toBe(1)
  expect(stdout).toMatch(/✗ fail {2}RCV-SOAK-LOST /)
  expect(stdout).toMatch(/Soak: 2\.0 s at 20\/s\n {2}sent +\d+: \d+ accepted, 0 given up; \d+ duplicates?, \d+ cut off/)
  expect(stdout).toMatch(/\n {2}p99 .*[▁▂▃▄▅▆▇█]/)
  expect(await readFile(join(cwd, 'soak.html'), 'utf8')).toMatch(/<polyline class="s-fail" points="[\d.]+,/)
}, 60_000)

test('Ctrl-C ends the check in order, and the receiver with it, and blames nobody', async () => {
  const { line, env, port } = await place()
  const running = startWebhook(`check ${line} --soak 5m --rate 5`, { cwd, env })
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/state`).catch(() => undefined)
    if (answer !== undefined && (await answer.text()).includes('Ensayo')) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  running.signal('SIGINT')
  const { code, stdout, stderr } = await running.ended
  expect(stderr).not.toContain('    at ')
  expect([code === 0, stdout.includes('The run ended before its time: it was interrupted.')], stdout + stderr).toEqual([false, true])
  expect(stdout).toContain('– RCV-SOAK-ANSWERS  not run      the run was interrupted')
  expect([code, stdout.includes('broken')]).toEqual([2, false])
  await expect(fetch(`http://127.0.0.1:${port}/state`)).rejects.toThrow()
}, 60_000)

test('with an overlay and --full, what is sent is what the deployment would send, with the record in it', async () => {
  const bodies: string[] = []
  const server = createHttpServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk)).on('end', () => {
      bodies.push(body)
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const overlay = fileURLToPath(new URL('../../../../openapi/overlays/ejemplo-es.yaml', import.meta.url))
  const { code, stdout } = await check(`--to http://127.0.0.1:${port}/hook --overlay ${overlay} --api --full --only RCV-ACCEPTS`)
  expect(code, stdout).toBe(0)
  const [first] = bodies.map((body): unknown => JSON.parse(body))
  expect(first).toMatchObject({
    aviso: { seccion: 'terceros', registro: expect.any(String), ficha: { nombre: expect.any(String), eliminado: 0 } },
  })
})

test('what a command of --start says is shown without tokens, keys and control characters', async () => {
  const env = { START: 'printf "\\033[31m"; echo $ENSAYO_API_KEY $ENSAYO_WEBHOOK_TOKEN; exit 4', HOOK: token }
  const { code, stderr } = await check('--to http://127.0.0.1:1/hook --token-env HOOK --start eval${IFS}"$START"', { env })
  expect(stderr).toContain('(exit code 4): \\u001b[31m$ENSAYO_API_KEY $ENSAYO_WEBHOOK_TOKEN')
  expect(stderr).not.toContain(token)
  expect(code).toBe(2)
})

test('where no receiver is, nothing is judged', async () => {
  const { code, stdout } = await check('--to http://127.0.0.1:1/hook --token long-enough --only RCV-ACCEPTS')
  expect(stdout).toMatch(/\? RCV-ACCEPTS +inconclusive the receiver cannot be reached/)
  expect([code, stdout.includes('Not judged: the receiver http://127.0.0.1:1/hook.')]).toEqual([2, true])
})

test('--list shows every check with its source and what it needs', async () => {
  const { code, stdout } = await check('--list')
  expect(code).toBe(0)
  expect(stdout).toMatch(/RCV-DELIVERY-KILLED +What was accepted survives the end of the process\n +MUST \(HOOK-5\); needs --api or --start and --probe and --start/)
  expect(Number(/\n(\d+) checks\n$/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(50)
})

test.concurrent.each([
  ['--section entities', '--to is missing'],
  ['--to http://192.0.2.1/', 'add --allow-host 192.0.2.1'],
  ['--to http://127.0.0.1:1/hook --start false', '--start: the command of --start has ended (exit code 1): it has said nothing'],
  ['--to http://127.0.0.1:1/hook --start ', '--start is given nothing; give it a value, or leave it out'],
  ['--to http://127.0.0.1:1/hook --probe ftp://a.example/', '--probe takes an http or https URL'],
  ['--to http://127.0.0.1:1/hook --token short', '--token: a token of fewer than 6 characters'],
  ['--to http://127.0.0.1:1/hook --token long-enough --next-token long-enough', '--next-token is the token itself'],
  ['--to http://127.0.0.1:1/hook --soak 1s --restart true', '--soak makes nothing fail by itself'],
  ['--to http://127.0.0.1:1/hook --api-port 4000', '--api-port belongs to --api or --start'],
  ['--to http://127.0.0.1:1/hook --json one --html ./one', '--json and --html both name ./one'],
  ['--to http://127.0.0.1:1/hook --html /dev/null/report.html', '--html /dev/null/report.html cannot be written'],
])('check %s ends with one line and exit code 2', async (line, message) => {
  const { code, stdout, stderr } = await check(line)
  expect(stderr).toMatch(/^ensayo: .+\n$/)
  expect(stderr).toContain(message)
  expect([code, stdout]).toEqual([2, ''])
}, 30_000)
