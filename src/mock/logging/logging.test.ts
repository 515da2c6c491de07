import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '../start.ts'
import { createLogging } from './index.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ensayo-log-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('every line that was logged is in the file once the log is closed', async () => {
  const path = join(folder, 'many.log')
  const { logger, close } = createLogging({ destination: path })
  logger.info({ long: 'x'.repeat(100_000) })
  for (let n = 0; n < 5000; n++) logger.info({ n, text: n % 2 === 0 ? 'año' : '€'.repeat(20) })
  close()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(lines.length).toBe(5001)
  expect(lines.slice(1).map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 5000 }, (_, n) => n))
})

test('lines below the level are left out, and times are ISO 8601', async () => {
  const lines: string[] = []
  const { logger } = createLogging({ level: 'warn', destination: { write: (line) => lines.push(line) } })
  logger.info('quiet')
  logger.warn('loud')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 40, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), msg: 'loud' },
  ])
})

test('a log file that cannot be opened is an error at once', () => {
  expect(() => createLogging({ destination: join(folder, 'no/such/folder.log') })).toThrow(/ENOENT/)
})

test.skipIf(process.platform === 'win32')('lines that find no room are lost, which is said once, and later ones are written', async () => {
  const path = join(folder, 'full.log')
  const program = `
    import { truncateSync } from 'node:fs'
    import { createLogging } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
    const { logger, close } = createLogging({ destination: process.argv[1] })
    logger.info('x'.repeat(20_000))
    logger.info('y'.repeat(20_000))
    truncateSync(process.argv[1], 10)
    logger.info('later')
    close()`
  // What a file may have at most, in blocks of 512 or 1,024 bytes.
  const limited = ['-c', 'ulimit -f 1 && exec "$@"', 'sh', process.execPath, '--input-type=module', '--eval', program, path]
  const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8', env: { PATH: process.env['PATH'] } })
  expect(stderr).toBe('ensayo: lines of the log are lost: EFBIG: file too large, write\n')
  expect(status).toBe(0)
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ msg: 'later' })
})

test('each request is one line that tells who did what, and nothing secret', async () => {
  const lines: string[] = []
  const { logger } = createLogging({ destination: { write: (line) => lines.push(line) } })
  const mock = await startMock({ logger })
  const key = mock.keys[0]?.key ?? ''
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-secret': 'header-secret' }
  const post = (path: string, body: string) => fetch(mock.url + path, { method: 'POST', headers, body }).then((r) => r.text())

  await fetch(mock.url)
  await fetch(mock.url)
  await fetch(`${mock.url}/API/whoami?token=query-secret`, { headers })
  await post('/api/reports', '{"reportId":"customers","parameters":{"secret":"body-secret"}}')
  await post('/api/reports', '{"reportId":"body-secret')
  await post('/api/nowhere?token=query-secret', '{"secret":"body-secret"}')
  await fetch(`${mock.url}/api/whoami`, { headers: { authorization: 'Bearer key-secret' } })
  await fetch(`${mock.url}/api/whoami`, { headers: { authorization: 'key-secret' } })
  await fetch(`${mock.url}/playground`)
  await mock.close()

  const text = lines.join('')
  expect(text).not.toMatch(/secret/)
  expect(text).not.toContain(key)
  const common = { level: 30, time: expect.any(String), ms: expect.any(Number) }
  const { ms: _, ...unmeasured } = common
  const user = { user: mock.keys[0]?.login, sandbox: 'default' }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ...common, operation: 'ping', method: 'GET', path: '/', status: 200 },
    { ...common, operation: 'ping', method: 'GET', path: '/', status: 200 },
    { ...common, operation: 'whoami', method: 'GET', path: '/API/whoami', status: 200, ...user },
    { ...common, operation: 'runReport', method: 'POST', path: '/api/reports', status: 422, ...user, refusal: 'invalid' },
    { ...common, operation: 'runReport', method: 'POST', path: '/api/reports', status: 400, ...user, refusal: 'malformed' },
    { ...unmeasured, method: 'POST', path: '/api/nowhere', status: 404, refusal: 'notFound' },
    { ...common, operation: 'whoami', method: 'GET', path: '/api/whoami', status: 401, refusal: 'unauthenticated' },
    { ...common, operation: 'whoami', method: 'GET', path: '/api/whoami', status: 401, refusal: 'unauthenticated' },
    { ...unmeasured, method: 'GET', path: '/playground', status: 200 },
  ])
})
