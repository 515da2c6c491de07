import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadProfile } from '../profile/index.ts'
import { initProfile, profileText } from './init.ts'
import type { ProfileAnswers } from './init.ts'

const keys = { full: 'ERP_KEY', limited: 'ERP_LIMITED_KEY', second: 'ERP_SECOND_KEY' }
const nothing: ProfileAnswers = { baseUrl: '', overlays: [], keys, report: '', idColumn: '', section: '', document: '' }

async function loaded(answers: ProfileAnswers) {
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-init-'))
  onTestFinished(() => rm(folder, { recursive: true }))
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
    keys: { full: { env: 'ERP_KEY' } },
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
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-init-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const wish = { cwd: folder, baseUrl: undefined, overlays: [], input: process.stdin, output: process.stdout }
  await expect(initProfile({ ...wish, input: Object.assign(Object.create(process.stdin), { isTTY: false }) })).resolves.toBe('ensayo.config.yaml')
  await expect(initProfile({ ...wish, input: Object.assign(Object.create(process.stdin), { isTTY: false }) })).rejects.toThrow('already in this folder')
})
