import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '../../contract/index.ts'
import { startMock } from '../index.ts'
import type { Mock } from '../index.ts'
import { playgroundDocument } from './document.ts'

let mock: Mock
beforeAll(async () => {
  mock = await startMock()
})
afterAll(() => mock.close())

test.each([
  ['', 'text/html; charset=utf-8'],
  ['/', 'text/html; charset=utf-8'],
  ['/playground.js', 'text/javascript; charset=utf-8'],
  ['/basis-badges.js', 'text/javascript; charset=utf-8'],
  ['/playground.css', 'text/css; charset=utf-8'],
  ['/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/control.json', 'application/json; charset=utf-8'],
  ['/keys.json', 'application/json; charset=utf-8'],
])('/playground%s is served as %s, allowed to reach this origin only', async (path, type) => {
  const answer = await fetch(`${mock.url}/playground${path}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/http|\*/)
  expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')))
})

test.each(['package.json', 'index.ts', 'assets/index.html', '..%2fapp.ts', '%2e%2e/app.ts', 'swagger-ui.js'])(
  '/playground/%s is not served',
  async (name) => {
    expect((await fetch(`${mock.url}/playground/${name}`)).status).toBe(404)
  },
)

test('no page or script of ours names another origin', async () => {
  for (const name of ['', '/playground.js', '/basis-badges.js', '/playground.css']) {
    expect(await (await fetch(`${mock.url}/playground${name}`)).text()).not.toMatch(/https?:\/\//)
  }
})

test('the contract that it shows sends to the address it was fetched from', async () => {
  const { port } = new URL(mock.url)
  const shown = JSON.parse(await (await fetch(`http://localhost:${port}/playground/openapi.json`)).text())
  expect(shown.servers).toEqual([{ url: `http://localhost:${port}`, description: 'This mock.' }])
  expect(shown.openapi).toBe('3.1.1')
})

test('each node with a basis says so in its description, and the contract itself stays as it is', async () => {
  const { document } = await loadContract()
  const before = JSON.stringify(document)
  const shown = JSON.stringify(playgroundDocument(document, 'http://x'))
  expect(shown).toContain('Stated: REP-1, REP-6')
  expect(shown).toContain('Assumed: GAP-REPORT-ID')
  expect(shown.match(/Stated: [^"]* · Assumed: GAP-/)).not.toBeNull()
  expect(JSON.stringify(document)).toBe(before)
})

test('data that looks like a node is left alone', () => {
  const basis = { 'x-basis': { assumed: 'GAP-TOOLS' } }
  const shown = playgroundDocument({ info: { ...basis, description: 'Text.\n' }, schema: { ...basis, default: basis, examples: [basis] } }, 'http://x')
  expect(shown).toEqual({
    info: { ...basis, description: 'Text.\n\nAssumed: GAP-TOOLS' },
    schema: { ...basis, description: 'Assumed: GAP-TOOLS', default: basis, examples: [basis] },
    servers: [{ url: 'http://x', description: 'This mock.' }],
  })
})
