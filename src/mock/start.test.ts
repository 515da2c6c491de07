import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartRefused, startMock } from './index.ts'
import type { Mock } from './index.ts'

interface Answer {
  totalRows?: number
  results?: unknown[]
}

const call = async (mock: Mock, path: string, body: unknown): Promise<Answer> => {
  const headers = { authorization: `Bearer ${mock.keys[0]?.key}`, 'content-type': 'application/json' }
  const answer = await fetch(mock.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return JSON.parse(await answer.text())
}

test('two mocks in one process share nothing', async () => {
  const [first, second] = await Promise.all([startMock(), startMock()])
  expect(first.url).not.toBe(second.url)

  const customers = { reportId: 'customers', safeColumnsName: true, resultsPerPage: 1 }
  const before = await call(second, '/api/reports', customers)
  const written = await call(first, '/api/writeoperations', { operations: [{ section: 'entities', fields: { name: 'Nadal' } }] })
  expect(written.results).toMatchObject([{ outcome: 'created' }])
  expect((await call(first, '/api/reports', customers)).totalRows).toBe((before.totalRows ?? 0) + 1)
  expect(await call(second, '/api/reports', customers)).toEqual(before)

  await first.close()
  expect(await call(second, '/api/reports', customers)).toEqual(before)
  await second.close()
})

test('a port in use is refused with its number', async () => {
  const mock = await startMock()
  const port = Number(new URL(mock.url).port)
  await expect(startMock({ port })).rejects.toThrow(new StartRefused(`port ${port} of 127.0.0.1 is in use; choose another`))
  await mock.close()
})

test('an address of another machine is refused', async () => {
  await expect(startMock({ host: '192.0.2.1', controlToken: 'a-token-for-this-test' })).rejects.toThrow(/no address of this machine/)
})

test('an unknown version of the service is refused with those there are', async () => {
  await expect(startMock({ serviceVersion: '1066.1' })).rejects.toThrow(/1066\.1 is unknown; there are \d/)
})

test.skipIf(process.platform === 'win32')('in a folder that others can read, the files of --data are for their owner alone', async () => {
  const data = await mkdtemp(join(tmpdir(), 'ensayo-'))
  await chmod(data, 0o755)
  const first = await startMock({ data })
  const files = await readdir(data)
  expect(files).toEqual(expect.arrayContaining(['ensayo.sqlite', 'ensayo.sqlite-wal', 'journal.ndjson']))
  for (const file of files) expect(`${file} ${((await stat(join(data, file))).mode & 0o777).toString(8)}`).toBe(`${file} 600`)
  await first.close()
  await chmod(join(data, 'ensayo.sqlite'), 0o640)
  const second = await startMock({ data })
  await second.close()
  expect((await stat(join(data, 'ensayo.sqlite'))).mode & 0o777).toBe(0o640)
  await rm(data, { recursive: true })
})

test('a folder without fixtures is refused in one line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-'))
  const refused = await startMock({ fixtures: folder }).catch((error: unknown) => error)
  await rm(folder, { recursive: true })
  expect(refused).toBeInstanceOf(StartRefused)
  expect(refused).toMatchObject({ message: expect.stringContaining(folder) })
})

test.each([
  ['a report', 'reports/customers.sql', 'from entities', 'fromm entities', /customers\.sql:1:1: The SQL is not understood: .*syntax error/],
  ['a column of a report', 'reports/customers.sql', 'trade_name,', 'trade_name as other,', /customers\.sql:1:1: The SQL gives no such column/],
  ['a document', 'documents/invoice-lines.sql', 'from', 'fromm', /invoice\.json:1:1: The SQL is not understood/],
])('fixtures in which the query of %s does not run are refused, with the file', async (_, file, right, wrong, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-'))
  await cp(new URL('../../fixtures', import.meta.url), folder, { recursive: true })
  await writeFile(join(folder, file), (await readFile(join(folder, file), 'utf8')).replace(right, wrong))
  const refused = await startMock({ fixtures: folder }).catch((error: unknown) => error)
  await rm(folder, { recursive: true })
  expect(refused).toBeInstanceOf(StartRefused)
  expect(refused).toMatchObject({ message: expect.stringMatching(message) })
})

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

test.runIf(hasIpv6)('an IPv6 address stands in brackets in the URL', async () => {
  const mock = await startMock({ host: '::1' })
  expect(mock.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect((await fetch(mock.url)).status).toBe(200)
  await mock.close()
})
