import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ContractError, loadContract } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'overlaid-'))
afterAll(() => rm(folder, { recursive: true }))

/** An overlay whose first action stands in line 4. */
async function overlay(name: string, ...actions: string[]): Promise<string> {
  const file = join(folder, name)
  const lines = actions.map((action) => `  - ${action}\n`).join('')
  await writeFile(file, `overlay: 1.1.0\ninfo: { title: t, version: v }\nactions:\n${lines}`)
  return file
}

/** What loading says, with file names alone; and the problems one by one. */
async function refusalOf(...overlays: string[]): Promise<{ message: string; problems: string[] }> {
  const error = await loadContract({ overlays }).catch((reason: unknown) => reason)
  if (!(error instanceof ContractError)) throw new Error('no ContractError', { cause: error })
  const bare = (text: string) => text.replaceAll(`${folder}/`, '')
  return { message: bare(error.message), problems: error.problems.map(({ message }) => bare(message)) }
}

const schemas = '$.components.schemas'

test('several contradictions of facts are one line, and a list for programs', async () => {
  const file = await overlay(
    'stated.yaml',
    `{ target: ${schemas}.ReportRequest.properties.withFiles, remove: true }`,
    `{ target: ${schemas}.ReportRequest.properties.safeColumnsName, update: { default: true } }`,
  )
  const { message, problems } = await refusalOf(file)
  expect(problems).toHaveLength(2)
  expect(problems[0]).toMatch(/^stated\.yaml:4:\d+: action 1 \(.+withFiles\): .+ \(REP-3: .+\); leave it as it is, or override with --override-stated$/)
  expect(problems[1]).toMatch(/^stated\.yaml:5:\d+: action 2 \(.+safeColumnsName\): .+ \(REP-\d: .+\); leave it as it is, or override with --override-stated$/)
  expect(message).toBe(problems.join('; '))
  expect(message).not.toContain('\n')
})

test('each role that got lost is told with the action that took it, and the cure', async () => {
  const first = await overlay(
    'first.yaml',
    `{ target: "${schemas}.User['required', 'properties']", remove: true }`,
    `{ target: ${schemas}.User, update: { properties: { id: { type: integer, x-role: user.id } } } }`,
  )
  const second = await overlay(
    'second.yaml',
    `{ target: ${schemas}.TaxIdRequest.required, remove: true }`,
    `{ target: ${schemas}.TaxIdRequest.properties.*, remove: true }`,
  )
  const { message, problems } = await refusalOf(first, second)
  expect(problems.find((problem) => problem.includes('user.login'))).toBe(
    `first.yaml:4:7: action 1 (${schemas}.User['required', 'properties']): the whoami answer lacks user.login; give the node that has it x-role: user.login, or list it in x-role-absent`,
  )
  expect(problems.find((problem) => problem.includes('taxId.value'))).toBe(
    `second.yaml:5:7: action 2 (${schemas}.TaxIdRequest.properties.*): the validateTaxId request lacks taxId.value; give the node that has it x-role: taxId.value`,
  )
  expect(problems.every((problem) => /^(first|second)\.yaml:\d+:\d+: action \d+ \(.+\): the .+ lacks .+; .+$/.test(problem))).toBe(true)
  expect(message).toBe(problems.join('; '))
})

test('a role whose own mark was removed or overwritten is traced to that', async () => {
  const node = `${schemas}.User.properties.login['x-role']`
  const required = `{ target: ${schemas}.User.required, remove: true }`
  const file = await overlay('unmarked.yaml', `{ target: "${node}", remove: true }`, required)
  expect((await refusalOf(file)).message).toMatch(
    /^unmarked\.yaml:4:7: action 1 \(.+\): the whoami answer lacks user\.login; /,
  )
})

test('what else is wrong is told with the action that brought it', async () => {
  const harmless = `{ target: ${schemas}.ReportPage.properties.rows, update: { title: Rows } }`
  const misspelt = await overlay('misspelt.yaml', harmless, `{ target: ${schemas}.ReportPage.properties.rows, update: { x-role: report.row } }`)
  const last = await overlay('last.yaml', harmless)
  expect((await refusalOf(misspelt, last)).message).toMatch(
    /^misspelt\.yaml:5:7: action 2 \(.+properties\.rows\): runReport: x-role "report\.row" in .+ is not in the vocabulary; it has report\.id, /,
  )
})

test('where two actions do harm only together, it is the second', async () => {
  const format = `${schemas}.DocumentRequest.properties.format`
  const file = await overlay(
    'both.yaml',
    `{ target: ${format}.enum, remove: true }`,
    `{ target: "${format}['x-values']", update: { html: paper } }`,
    `{ target: "${format}['x-values']", update: { pdf: paper } }`,
  )
  expect((await refusalOf(file)).message).toMatch(/^both\.yaml:6:7: action 3 \(.+\): generateDocument: .*two meanings share the wire value "paper"/)
})
