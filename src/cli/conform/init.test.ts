import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadProfile } from '../profile/index.ts'
import { UsageError } from '../usage-error.ts'
import { initProfile, profileText } from './init.ts'
import type { ProfileAnswers } from './init.ts'
import { openTerminal } from './testing/terminal.ts'

const keys = { full: 'ERP_KEY', limited: 'ERP_LIMITED_KEY', second: 'ERP_SECOND_KEY' }
const nothing: ProfileAnswers = { baseUrl: '', overlays: [], keys, report: '', idColumn: '', section: '', document: '' }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-init-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function loaded(answers: ProfileAnswers) {
  const folder = await newFolder()
  await writeFile(join(folder, 'ensayo.config.yaml'), profileText(answers))
  return loadProfile({ cwd: folder })
}

test('a profile written from answers says what was answered', async () => {
  const profile = await loaded({
    ...nothing,
    baseUrl: 'https://erp.example.com/integration',
    report: '42',
    idColumn: 'Código',
    section: 'entities',
    document: 'yes',
  })
  expect(profile).toMatchObject({
    baseUrl: 'https://erp.example.com/integration',
    keys: { full: { env: 'ERP_KEY' }, limited: { env: 'ERP_LIMITED_KEY' }, second: { env: 'ERP_SECOND_KEY' } },
    samples: {
      report: { id: '42', columns: { Código: { section: 'entities', field: 'id' } } },
      document: { id: 'yes' },
    },
  })
})

test.each([
  ['nothing at all', {}],
  ['a report without its columns', { report: 'customers' }],
  ['a document alone', { document: 'invoice' }],
  ['a section alone', { section: 'entities' }],
])('a profile written from %s loads as it is', async (_what, answers) => {
  expect(await loaded({ ...nothing, ...answers })).toMatchObject({ keys: { full: { env: 'ERP_KEY' } } })
})

test('a profile that is there already is left alone', async () => {
  const folder = await newFolder()
  const wish = { cwd: folder, baseUrl: undefined, overlays: [], input: process.stdin, output: process.stdout }
  await expect(initProfile({ ...wish, input: Object.assign(Object.create(process.stdin), { isTTY: false }) })).resolves.toBe('ensayo.config.yaml')
  await expect(initProfile({ ...wish, input: Object.assign(Object.create(process.stdin), { isTTY: false }) })).rejects.toThrow('already in this folder')
})

const wish = { baseUrl: undefined, overlays: [] }

/** What is asked, in its order. */
const questions = ['Base URL', 'who may do everything', 'may do less', 'another user', 'ID of a report', 'Section', 'column', 'dynamic document']

test('an answer that would not load, or should not be committed, is asked for again', async () => {
  const folder = await newFolder()
  const terminal = openTerminal()
  terminal.answer('Base URL', 'https://u:pw@erp.example.com/?k=secret\r')
  terminal.answer('without credentials', 'HTTPS://erp.example.com/integration/\r')
  terminal.answer('who may do everything', 'MY KEY: x # y\r')
  terminal.answer('in capitals, digits and _', 'MY_KEY\r')
  terminal.answer('may do less', '\r')
  terminal.answer('another user', 'MY_SECOND_KEY\r')
  for (const question of questions.slice(4)) terminal.answer(question, '\r')
  await initProfile({ ...wish, cwd: folder, ...terminal })
  expect(await readFile(join(folder, 'ensayo.config.yaml'), 'utf8')).not.toMatch(/secret|pw@/)
  const profile = await loadProfile({ cwd: folder })
  expect(profile?.baseUrl).toBe('https://erp.example.com/integration')
  expect(profile?.keys).toMatchObject({ full: { env: 'MY_KEY' }, second: { env: 'MY_SECOND_KEY' } })
  expect(profile?.keys).not.toHaveProperty('limited')
})

test.each([['Ctrl-C', '\u0003'], ['Ctrl-D', '\u0004']])('%s at a question writes nothing', async (_, typed) => {
  const folder = await newFolder()
  const terminal = openTerminal()
  terminal.answer('Base URL', '\r')
  terminal.answer('who may do everything', typed)
  await expect(initProfile({ ...wish, cwd: folder, ...terminal })).rejects.toThrow(new UsageError('nothing was written'))
  expect(await readdir(folder)).toEqual([])
})

test.each(['https://u:pw@erp.example.com', 'https://erp.example.com/?k=secret', 'ftp://erp.example.com', ''])(
  'the target %j is not written into a profile',
  async (baseUrl) => {
    const folder = await newFolder()
    await expect(initProfile({ ...wish, baseUrl, cwd: folder, ...openTerminal({ isTTY: false }) })).rejects.toThrow('--target takes an http or https URL')
    expect(await readdir(folder)).toEqual([])
  },
)
