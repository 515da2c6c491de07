import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartRefused, startMock } from './index.ts'
import type { MockOptions } from './index.ts'

async function start(options: MockOptions) {
  const mock = await startMock(options)
  onTestFinished(() => mock.close())
  return mock
}

/** Why a mock does not start. */
async function refusal(options: MockOptions): Promise<string> {
  const refused: unknown = await startMock(options).then((mock) => mock.close(), (error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefused)
  return refused instanceof StartRefused ? refused.message : ''
}

/** A folder of fixtures with one user and these files. */
async function folderWith(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-webhooks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const user = { id: 1, login: 'ana', name: 'Ana', email: 'ana@a.example', disabled: false, permissions: ['section:*:write'], keys: [] }
  const all = { 'fixture.json': { serviceVersions: ['1'] }, 'users.json': [user], ...files }
  for (const [path, value] of Object.entries(all)) await writeFile(join(folder, path), JSON.stringify(value, undefined, 2))
  return folder
}

const hook = 'section=entities,events=created,url=http://127.0.0.1:1'

test.each<[string, string[], string]>([
  ['a slip behind the URL', [`${hook},token:s3cret`], '--webhook at /url: The URL goes on with a space, or with the name of a key.'],
  ['no section', ['events=created,url=http://127.0.0.1:1'], '--webhook at /section: A webhook needs a section.'],
  ['an unknown event', ['section=entities,events=updated,url=http://127.0.0.1:1'], '--webhook at /on: There is no event "updated". Expected: created, modified or fields:name+email, joined by |.'],
  ['no event', ['section=entities,url=http://127.0.0.1:1'], '--webhook at /on: A webhook needs events that fire it.'],
  ['no URL', ['section=entities,events=created'], '--webhook at /url: '],
  ['a URL that is not http', ['section=entities,events=created,url=ftp://127.0.0.1/x'], '--webhook at /url: '],
  ['an unknown key', [`${hook},colour=red`], '--webhook at /colour: A webhook has no "colour".'],
  ['a token that cannot travel', [`${hook},token=s3cret s3cret`], '--webhook at /token: The token cannot travel in a header.'],
  ['an unknown policy', [`${hook},retries=sometimes`], '--webhook at /retries'],
])('a webhook with %s is refused in one line', async (_, webhooks, message) => {
  const said = await refusal({ webhooks })
  expect(said).toContain(message)
  expect(said).not.toMatch(/\n|s3cret/)
})

test('the webhooks of the fixtures are there and switched off, so that nothing is sent that nobody asked for', async () => {
  const mock = await start({})
  expect((await mock.webhooks()).map(({ id, enabled }) => [id, enabled])).toEqual([['crm-customers', false], ['chat-new-sales', false]])
  await mock.write({ section: 'entities', fields: { name: 'Nadal' } })
  expect(await mock.deliveries()).toEqual([])
  const written: unknown = JSON.parse(await readFile(new URL('../../fixtures/webhooks.json', import.meta.url), 'utf8'))
  expect(await mock.webhooks()).toMatchObject(Array.isArray(written) ? written : [])
})

test('one of the command line takes the place of the fixtures’ one of the same id', async () => {
  const mock = await start({ webhooks: [`${hook},id=crm-customers`] })
  expect((await mock.webhooks()).map(({ id, enabled }) => [id, enabled])).toEqual([['crm-customers', true], ['chat-new-sales', false]])
})

test('a line is retried as the mock was told, unless it says itself', async () => {
  const mock = await start({ webhooks: [hook, `${hook},retries=none`], retries: ['1s', '1m'] })
  const delays = (await mock.webhooks()).slice(2).map(({ retries }) => retries.delays)
  expect(delays).toEqual([[1000, 60_000], []])
})

test('a folder’s webhooks are checked against its sections, and told with their place', async () => {
  const notes = { section: 'notes', on: { creation: true }, url: 'http://127.0.0.1:1' }
  const said = async (webhooks: object[]) => refusal({ fixtures: await folderWith({ 'webhooks.json': webhooks }) })
  expect(await said([notes])).toMatch(/\/webhooks\.json:3:16: There is no section "notes"/)
  expect(await said([{ on: { creation: true }, url: 'http://127.0.0.1:1' }])).toMatch(/\/webhooks\.json:2:3: A webhook needs a section/)
  const twice = { ...notes, section: 'entities', id: 'one' }
  expect(await refusal({ webhooks: [twice, twice] })).toBe('webhook 2: There is another webhook with the id one; give each its own.')
})
