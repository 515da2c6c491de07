import { expect } from 'vitest'
import { sandboxTest, test } from './index.ts'

const seen: { id: string; url: string }[] = []

test('a test has a sandbox of its own, with the fixtures in it', async ({ sandbox }) => {
  seen.push(sandbox)
  const answer = await fetch(`${sandbox.url}/api/whoami`, { headers: { authorization: `Bearer ${sandbox.key}` } })
  expect(await answer.json()).toMatchObject({ login: 'lucia.ferrer' })
  const { recordId } = await sandbox.write({ section: 'entities', fields: { name: 'Nadal' } })
  expect(await sandbox.record('entities', Number(recordId))).toMatchObject({ fields: { name: 'Nadal' } })
})

test('the next test has another on the same mock, and knows nothing of the first', async ({ sandbox, mock }) => {
  const [first] = seen
  expect(sandbox.id).not.toBe(first?.id)
  expect(sandbox.url).toBe(first?.url)
  expect(mock.url).toBe(sandbox.url)
  expect(sandbox.journal()).toEqual([])
})

const emptyTest = sandboxTest({ sandbox: { from: 'empty' } })

emptyTest('a sandbox may begin empty', async ({ sandbox }) => {
  expect(await sandbox.write({ section: 'entities', fields: { name: 'Nadal' } })).toMatchObject({ recordId: 1 })
})
