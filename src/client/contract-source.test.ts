import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { success } from '../core/index.ts'
import type { ReportPage } from '../core/index.ts'
import { createClient } from './index.ts'
import { createLoopbackDeployments } from './testing/loopback-deployments.ts'
import type { Handlers } from './testing/loopback-deployments.ts'

const folder = await mkdtemp(join(tmpdir(), 'client-'))
afterAll(() => rm(folder, { recursive: true }))
const { deploy, close } = createLoopbackDeployments()
afterEach(close)

const example = fileURLToPath(new URL('../../openapi/overlays/ejemplo-es.yaml', import.meta.url))
const key = 'demo-key-0123456789'
const page: ReportPage = { rows: [{ id: 7, name: 'Nadal' }], columns: [], page: 1, pageSize: 25, totalRows: 1, totalPages: 1, hasMore: false }
const handlers: Handlers = { runReport: () => success(page) }
const { rows } = page

test('a client of a base URL and a key speaks the contract as it is', async () => {
  const { url, received } = await deploy(await loadContract(), handlers)
  expect(await createClient({ baseUrl: url, key }).runReport({ id: 'customers' })).toMatchObject({ ok: true, value: { rows } })
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({ reportId: 'customers' })
})

test('with overlays it speaks the names of the deployment, in calls and raw', async () => {
  const { url, received } = await deploy(await loadContract({ overlays: [example] }), handlers)
  const client = createClient({ baseUrl: url, key, overlays: [example] })
  expect(await client.runReport({ id: 'customers' })).toMatchObject({ ok: true, value: { rows } })
  expect(await client.raw.runReport({ id: 'customers' })).toMatchObject({ ok: true, exchange: { answer: { status: 200 } } })
  expect(received.map(({ body }): unknown => JSON.parse(body))).toEqual([{ informe: 'customers' }, { informe: 'customers' }])
})

test('the contract is loaded once, for all calls that begin together', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', overlays: [example] })
  const [first, second] = await Promise.all([client.contract(), client.contract()])
  expect(first).toBe(second)
  expect(first.overlays).toMatchObject([{ file: example }])
})

test('an overlay that does not hold is told by each call, until it is mended', async () => {
  const overlay = join(folder, 'ours.yaml')
  await writeFile(overlay, 'overlay: 1.1.0\ninfo: { title: t, version: v }\nactions: [{ target: $.inof, remove: true }]\n')
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', key, overlays: [overlay] })
  await expect(client.whoami()).rejects.toMatchObject({ name: 'OverlayError', file: overlay, cure: 'the nearest thing is $.info' })
  await expect(client.contract()).rejects.toMatchObject({ name: 'OverlayError' })
  await writeFile(overlay, 'overlay: 1.1.0\ninfo: { title: t, version: v }\nactions: [{ target: $.info, update: { title: Ours } }]\n')
  expect(await client.contract()).toMatchObject({ document: { info: { title: 'Ours' } } })
})

test('what the documentation states is overridden only on request', async () => {
  const overlay = join(folder, 'overriding.yaml')
  const schema = '$.components.schemas.ReportRequest.properties'
  const actions = `[{ target: ${schema}.page, remove: true }, { target: ${schema}, update: { pagina: { type: integer, x-role: report.page } } }]`
  await writeFile(overlay, `overlay: 1.1.0\ninfo: { title: t, version: v }\nactions: ${actions}\n`)
  const options = { baseUrl: 'http://127.0.0.1:9', overlays: [overlay] }
  await expect(createClient(options).contract()).rejects.toThrow(/is stated/)
  expect((await createClient({ ...options, overrideStated: true }).contract()).overridden).toHaveLength(1)
})

test('a contract and overlays together are refused', async () => {
  const contract = await loadContract()
  const make = () => createClient({ baseUrl: 'http://127.0.0.1:9', contract, overlays: [example] })
  expect(make).toThrow('contract is loaded already; give overlays and overrideStated to loadContract, or leave contract out')
})

test('a client that is given its contract loads neither files nor schemas', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ resolve(specifier, context, next) { seen.push(specifier); return next(specifier, context) } })
    const { createClient } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)})
    createClient({ baseUrl: 'http://127.0.0.1:9', contract: {} })
    process.stdout.write(seen.filter((one) => one.startsWith('node:') || one.includes('/contract/')).join())`
  expect(execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe('')
})
