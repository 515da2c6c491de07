import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecord } from './given-record.ts'

const folder = await mkdtemp(join(tmpdir(), 'record-'))
afterAll(() => rm(folder, { recursive: true }))

async function file(text: string): Promise<string> {
  const path = join(folder, 'record.json')
  await writeFile(path, text)
  return path
}

test.each([
  ['{"name":"Nadal"}', { fields: { name: 'Nadal' }, eliminado: 0 }],
  ['\ufeff{"id":7,"name":"Nadal","eliminado":1}', { id: 7, fields: { name: 'Nadal' }, eliminado: 1 }],
  ['{"id":"A-7","name":"Nadal"}', { id: 'A-7', fields: { name: 'Nadal' }, eliminado: 0 }],
  [
    '{"id":3,"created_at":"2026-01-02T03:04:05Z","updated_at":"2026-01-02T03:04:05Z","eliminado":0,"fields":{"name":"Nadal"}}',
    { id: 3, fields: { name: 'Nadal' }, eliminado: 0 },
  ],
  ['{"name":"Nadal","fields":{"wheat":3}}', { fields: { name: 'Nadal', fields: { wheat: 3 } }, eliminado: 0 }],
])('%s is read', async (text, record) => {
  expect(await readRecord(await file(text))).toEqual(record)
})

test.each([
  ['[]', 'a JSON object'],
  ['{"id":null}', 'the id must be'],
  ['{"eliminado":true}', 'eliminado must be 0 or 1'],
  ['{"name":', 'this is no JSON'],
])('%s is refused', async (text, message) => {
  await expect(readRecord(await file(text))).rejects.toThrow(message)
})

test('a folder is refused', async () => {
  await expect(readRecord(folder)).rejects.toThrow('this is a folder')
})
