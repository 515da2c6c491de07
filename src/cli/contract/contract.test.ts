import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Explanation } from '../../contract/explain/index.ts'
import { bundledContract } from '../../contract/load.ts'

const program = fileURLToPath(new URL('../../../bin/ensayo.js', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'contract-'))
afterAll(() => rm(folder, { recursive: true }))

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs `ensayo contract …` in a folder, by itself one without a profile. */
function contract(line: string, cwd = folder): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, 'contract', ...line.split(' ')], { cwd, env, maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

function overlay(...actions: string[]): string {
  return `overlay: 1.1.0\ninfo: { title: A deployment, version: 1.0.0 }\nactions:\n${actions.map((action) => `  - ${action}\n`).join('')}`
}

const request = '$.components.schemas.ReportRequest'
const informe = overlay(
  `{ target: ${request}.properties.reportId, remove: true }`,
  `{ target: ${request}.required, remove: true }`,
  `{ target: ${request}, update: { required: [informe], properties: { informe: { type: integer, x-role: report.id } } } }`,
)
await writeFile(join(folder, 'informe.yaml'), informe)
await writeFile(join(folder, 'roleless.yaml'), overlay('{ target: "$.components.schemas.User.properties.login[\'x-role\']", remove: true }', '{ target: $.components.schemas.User.required, remove: true }'))
await writeFile(join(folder, 'stated.yaml'), overlay(`{ target: ${request}.properties.safeColumnsName, update: { default: true } }`))
await writeFile(join(folder, 'broken.yaml'), overlay('{ target: $.components.schemas.Nothing, remove: true }'))
await writeFile(join(folder, 'unsound.yaml'), overlay(`{ target: ${request}.properties.page, update: { x-basis: { assumed: GAP-LUCK } } }`))

const deployment = join(folder, 'deployment')
await mkdir(deployment)
await writeFile(join(deployment, 'ensayo.config.yaml'), 'overlays: [../informe.yaml]\n')

test('the contract as it comes holds, and it is said what was looked at', async () => {
  expect(await contract('check')).toEqual({
    code: 0,
    stderr: '',
    stdout: `✓ meanings: every role that the toolkit needs has its place
✓ what each part rests on (x-basis)
✓ values and their meanings (x-values)
✓ schemas
✓ examples
✓ the OpenAPI 3.1 specification
The contract holds.
`,
  })
})

test('an overlay is checked with the contract; examples it leaves behind are only warned of', async () => {
  const { code, stdout } = await contract('check --overlay informe.yaml')
  expect(stdout).toMatch(/^✓ overlays: informe\.yaml \(A deployment, 1\.0\.0\)$/m)
  expect(stdout).toMatch(/^! examples$/m)
  expect(stdout).toMatch(/^The contract holds\.$/m)
  expect(code).toBe(0)
})

test('what is unsound in the effective contract is shown, with exit code 1', async () => {
  const { code, stdout } = await contract('check --overlay unsound.yaml')
  expect(stdout).toMatch(/^✗ what each part rests on \(x-basis\)$/m)
  expect(stdout).toContain('/components/schemas/ReportRequest/properties/page/x-basis: GAP-LUCK is no gap of the catalogue')
  expect(stdout).toMatch(/^The contract does not hold\.$/m)
  expect(code).toBe(1)
})

test.each([
  ['check --overlay roleless.yaml', 'user.login'],
  ['bundle --overlay roleless.yaml', 'user.login'],
  ['types --overlay broken.yaml', 'broken.yaml:4:'],
])('a contract that does not hold ends "%s" with one line and exit code 1', async (line, told) => {
  const { code, stdout, stderr } = await contract(line)
  expect(stderr).toMatch(/^ensayo: .+\n$/)
  expect(stderr).toContain(told)
  expect(stdout).toBe('')
  expect(code).toBe(1)
})

test.each([
  ['check --overlay nowhere.yaml', 'nowhere.yaml'],
  ['check --overlay', 'overlay'],
  ['check --profile nowhere.yaml', 'nowhere.yaml'],
  ['explain --operation runReports', 'runReport, '],
  ['bundle --output nowhere/contract.yaml', 'nowhere/contract.yaml'],
  ['bundle --format xml', 'json'],
])('what cannot be carried out ends "%s" with one line and exit code 2', async (line, told) => {
  const { code, stdout, stderr } = await contract(line)
  expect(stderr).toMatch(/^ensayo: .+\n$/)
  expect(stderr).toContain(told)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('stated facts are kept unless they are overridden, which each command tells', async () => {
  const [refused, checked, bundled, explained] = await Promise.all([
    contract('explain --overlay stated.yaml'),
    contract('check --overlay stated.yaml --override-stated'),
    contract('bundle --overlay stated.yaml --override-stated'),
    contract('explain --overlay stated.yaml --override-stated'),
  ])
  const told = /stated\.yaml:4:\d+: action 1 .*REP-4/
  expect(refused.stderr).toMatch(told)
  expect(refused.code).toBe(1)
  expect(checked.stdout).toMatch(/^! stated facts: 1 overridden$/m)
  expect(checked.stdout).toMatch(told)
  expect(bundled.stderr).toMatch(told)
  expect(explained.stdout).toMatch(/^Stated facts that overlays override \(1\)$/m)
  expect([checked, bundled, explained].map(({ code }) => code)).toEqual([0, 0, 0])
})

test('the bundle without overlays is the bundle, in YAML as well', async () => {
  const bundle: unknown = JSON.parse(await readFile(bundledContract, 'utf8'))
  const [json, yaml] = await Promise.all([contract('bundle'), contract('bundle --format yaml')])
  expect(JSON.parse(json.stdout)).toEqual(bundle)
  expect(parse(yaml.stdout)).toEqual(bundle)
})

test("the profile of the working folder gives the overlays, and the file's name the format", async () => {
  const { code, stderr, stdout } = await contract('bundle --output whole.yml', deployment)
  expect({ code, stderr, stdout }).toEqual({ code: 0, stderr: 'whole.yml written\n', stdout: '' })
  const text = await readFile(join(deployment, 'whole.yml'), 'utf8')
  expect(text).toMatch(/^openapi: 3\.1/)
  expect(parse(text).components.schemas.ReportRequest).toMatchObject({ required: ['informe'], properties: { informe: { type: 'integer' } } })
  const without = await contract('bundle --no-profile', deployment)
  expect(without.stdout).toContain('"reportId": {')
})

test("overlays of the command line come after the profile's", async () => {
  const { stdout } = await contract('check --overlay ../stated.yaml --override-stated', deployment)
  expect(stdout).toMatch(/^✓ overlays: \.\.\/informe\.yaml \(.*\), \.\.\/stated\.yaml \(.*\)$/m)
})

test('types are those of the effective contract', async () => {
  const { code } = await contract('types -o contract.ts', deployment)
  expect(code).toBe(0)
  const text = await readFile(join(deployment, 'contract.ts'), 'utf8')
  expect(text).toMatch(/^\/\/ Made by "ensayo contract types" with \.\.\/informe\.yaml; not to be edited\.\n\n/)
  expect(text).toContain('informe: number;')
  expect(text.includes('reportId')).toBe(false)
})

test('explain tells programs what an overlay replaced in one operation', async () => {
  const { stdout } = await contract('explain --json --operation runReport --overlay informe.yaml')
  const explanation: Explanation = JSON.parse(stdout)
  expect(explanation.operations.map(({ id }) => id)).toEqual(['runReport'])
  expect(explanation.replaced).toMatchObject([{ of: ['runReport'], role: 'report.id', is: [{ place: 'body /informe' }] }])
  expect(explanation.assumptions.map(({ id }) => id)).not.toContain('GAP-REPORT-ID')
})

test('explain shows people tables without colour where there is no terminal', async () => {
  const { code, stdout } = await contract('explain')
  expect(stdout).toMatch(/^runReport {2}POST \/api\/reports/m)
  expect(stdout).toMatch(/^What is still assumed \(20\)$/m)
  expect(stdout.includes('\u001b')).toBe(false)
  expect(code).toBe(0)
})
