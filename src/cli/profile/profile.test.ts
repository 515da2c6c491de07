import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadProfile, ProfileError, readKey } from './index.ts'

const root = await mkdtemp(join(tmpdir(), 'profile-'))
afterAll(() => rm(root, { recursive: true }))
let folders = 0

/** A new folder with these files. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = join(root, String((folders += 1)))
  await mkdir(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

async function problemsOf(loading: Promise<unknown>): Promise<readonly string[]> {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ProfileError) return error.problems
  throw new Error('no ProfileError', { cause: error })
}

const whole = `# yaml-language-server: $schema=./ensayo.config.schema.json
baseUrl: https://erp.example.com/integration/
overlays: [overlays/nuestro-erp.yaml, ../shared.yaml]
overrideStated: true
keys:
  full: { env: ERP_KEY }
  limited: { env: ERP_LIMITED_KEY }
samples:
  report:
    id: clientes
    columns: { Nombre: entities.name, "Código": entities.id, Calle: entities.address.street }
    parameters: { desde: 2024-01-01, solo_activos: true }
    unknownId: no-existe
  document: { id: factura, parameters: { numero: 17 }, contains: ["F-17"], formats: [pdf, html] }
  section:
    id: entities
    create: { name: Prueba }
    edit: { name: Prueba 2 }
    report: { id: todos, columns: { Id: entities.id } }
  forbidden: { report: salarios, section: { id: stock, create: { name: Tornillo } } }
  taxIds: { valid: [B12345674], invalid: ["12345678"] }
conformance:
  allow: [write, webhook]
  rate: 2.5
  budget: 500
  receiverUrl: https://hooks.example.com/ensayo/
  patience: 1m30s
  baseline: known.yaml
mock: { port: 4011, host: 0.0.0.0, fixtures: data, serviceVersion: "2024.2" }
`

test('a profile is found in the working folder, its paths counted from there', async () => {
  const folder = await folderWith({ 'ensayo.config.yaml': whole, 'overlays/nuestro-erp.yaml': '', 'data/x.json': '', 'known.yaml': '' })
  await writeFile(join(root, 'shared.yaml'), '')
  expect(await loadProfile({ cwd: folder })).toEqual({
    file: join(folder, 'ensayo.config.yaml'),
    baseUrl: 'https://erp.example.com/integration',
    overlays: [join(folder, 'overlays/nuestro-erp.yaml'), join(root, 'shared.yaml')],
    overrideStated: true,
    keys: {
      full: { env: 'ERP_KEY', place: 'ensayo.config.yaml:6:16' },
      limited: { env: 'ERP_LIMITED_KEY', place: 'ensayo.config.yaml:7:19' },
    },
    samples: {
      report: {
        id: 'clientes',
        columns: {
          Nombre: { section: 'entities', field: 'name' },
          Código: { section: 'entities', field: 'id' },
          Calle: { section: 'entities', field: 'address.street' },
        },
        parameters: { desde: '2024-01-01', solo_activos: true },
        unknownId: 'no-existe',
      },
      document: { id: 'factura', parameters: { numero: 17 }, contains: ['F-17'], formats: ['pdf', 'html'] },
      section: {
        id: 'entities',
        create: { name: 'Prueba' },
        edit: { name: 'Prueba 2' },
        report: { id: 'todos', columns: { Id: { section: 'entities', field: 'id' } }, parameters: {} },
      },
      forbidden: { report: 'salarios', section: { id: 'stock', create: { name: 'Tornillo' } } },
      taxIds: { valid: ['B12345674'], invalid: ['12345678'] },
      vatIds: { valid: [], invalid: [] },
    },
    conformance: {
      allow: ['write', 'webhook'],
      rate: 2.5,
      budget: 500,
      receiverUrl: 'https://hooks.example.com/ensayo',
      patienceMs: 90_000,
      baseline: join(folder, 'known.yaml'),
    },
    mock: { port: 4011, host: '0.0.0.0', fixtures: join(folder, 'data'), serviceVersion: '2024.2' },
  })
})

test.each(['ensayo.config.yml', 'ensayo.config.json', 'elsewhere/ours.yaml'])('%s is read as well', async (name) => {
  const folder = await folderWith({ [name]: '{\n\t"$schema": "./x.json",\n\t"baseUrl": "http://localhost:4010"\n}' })
  const file = name.includes('/') ? name : undefined
  expect(await loadProfile({ cwd: folder, file })).toMatchObject({ baseUrl: 'http://localhost:4010', file: join(folder, name) })
})

test('without a profile there is none', async () => {
  expect(await loadProfile({ cwd: await folderWith({}) })).toBeUndefined()
})

test('an empty profile says nothing', async () => {
  const folder = await folderWith({ 'ensayo.config.yaml': '# to be filled in\n' })
  expect(await loadProfile({ cwd: folder })).toMatchObject({ overlays: [], overrideStated: false, keys: {}, conformance: { allow: [] }, mock: {} })
})

test('environment variables are looked at when a key is needed, not before', async () => {
  const folder = await folderWith({ 'ensayo.config.yaml': 'keys:\n  full: { env: ERP_KEY }\n' })
  const profile = await loadProfile({ cwd: folder })
  if (profile === undefined) throw new Error('no profile')
  expect(readKey(profile, 'full', { ERP_KEY: ' secret\n' })).toBe('secret')
  expect(readKey(profile, 'second', {})).toBeUndefined()
  for (const environment of [{}, { ERP_KEY: ' ' }]) {
    expect(() => readKey(profile, 'full', environment)).toThrow(
      'ensayo.config.yaml:2:16: the environment variable ERP_KEY is not set; set it to the full key',
    )
  }
})

const clear = 'sk_live_51Hx'

const bad: [title: string, text: string, ...problems: string[]][] = [
  ['no YAML', 'baseUrl: [', '1:11: this is not YAML or JSON: Flow sequence in block collection must be sufficiently indented and end with a ]; mend the syntax here'],
  ['a repeated name', 'baseUrl: http://a\nbaseUrl: http://b', '2:1: this is not YAML or JSON: Map keys must be unique; mend the syntax here'],
  ['two documents', 'baseUrl: http://a\n---\nmock: {}', '2:1: this is not YAML or JSON: Source contains multiple documents; please use YAML.parseAllDocuments(); keep one document in the file'],
  ['an alias without an anchor', 'baseUrl: *there', '1:10: the alias *there has no anchor before it; write the value out'],
  ['a list', '- baseUrl', '1:1: the profile must be a group of names and values, not a list; write them below it, indented'],
  ['a misspelled name', 'mock: {}\nbasUrl: http://a', '2:1: "basUrl" is not known here; did you mean baseUrl?'],
  ['an unknown name', 'mock:\n  certificate: x', '2:3: "certificate" is not known here; mock may have port, host, fixtures, serviceVersion'],
  ['no URL', 'baseUrl: erp.example.com', '1:10: an http or https URL without credentials, query or fragment is expected; write it like https://erp.example.com/integration'],
  ['credentials in the URL', `baseUrl: https://me:${clear}@erp.example.com`, '1:10: an http or https URL without credentials, query or fragment is expected; write it like https://erp.example.com/integration'],
  ['a query in the URL', 'baseUrl: https://erp.example.com/?x=1', '1:10: an http or https URL without credentials, query or fragment is expected; write it like https://erp.example.com/integration'],
  ['one overlay instead of a list', 'overlays: ours.yaml', '1:11: overlays must be a list, not a text; begin each entry with a dash'],
  ['no overlay after all', 'overlays:\nmock: {}', '1:10: overlays must be a list, not empty; fill it in or leave it out'],
  ['an overlay that is not there', 'overlays:\n  - ours.yaml\n', '2:5: there is no file FOLDER/ours.yaml; paths count from the profile\'s folder'],
  ['an overlay twice', 'overlays: [a, a]', '1:11: overlays has the same entry twice; leave one out'],
  ['an answer that is neither true nor false', 'overrideStated: yes', '1:17: overrideStated must be true or false, not a text; write one of the two, without quotes'],
  ['a key in clear', `keys:\n  full: ${clear}`, '2:9: a key never stands in the profile itself; put it into an environment variable and write full: { env: ENSAYO_KEY }'],
  ['a key in clear as a variable', `keys:\n  full: { env: ${clear} }`, '2:16: the name of an environment variable is expected, in capitals, digits and _; put the key into one and write its name like ENSAYO_KEY'],
  ['a key in clear under another name', `keys:\n  full: { value: ${clear} }`, '2:3: keys.full needs "env"; add it', '2:11: "value" is not known here; keys.full may have env'],
  ['a key nobody asks for', 'keys: { admin: { env: A } }', '1:9: "admin" is not known here; keys may have full, limited, second'],
  ['a report without its ID', 'samples:\n  report:\n    columns: {}', '2:3: samples.report needs "id"; add it'],
  ['a report ID that is a number', 'samples: { report: { id: 17 } }', '1:26: samples.report.id must be a text, not a number; put it in quotes'],
  ['a column without its section', 'samples: { report: { id: a, columns: { "Nombre/x": name } } }', '1:52: a section and one of its fields are expected; write them like entities.name'],
  ['a parameter that is a list', 'samples: { report: { id: a, parameters: { x: [1] } } }', '1:46: samples.report.parameters.x must be a single value, not a list; write one text, number, true, false or null'],
  ['a section without anything to create', 'samples: { section: { id: entities, create: {} } }', '1:45: samples.section.create is empty; fill it in or leave it out'],
  ['a tax identifier that YAML reads as a number', 'samples: { taxIds: { invalid: [12345678] } }', '1:32: samples.taxIds.invalid.0 must be a text, not a number; put it in quotes'],
  ['a port as text', 'mock: { port: "4010" }', '1:15: mock.port must be a whole number, not a text; write digits only, without quotes'],
  ['a port out of range', 'mock: { port: 70000 }', '1:15: mock.port must be <= 65535; choose another number'],
  ['fixtures that are not there', 'mock: { fixtures: data }', '1:19: there is no folder FOLDER/data; paths count from the profile\'s folder'],
  ['a format that no document has', 'samples: { document: { id: a, formats: [html, docx] } }', '1:47: samples.document.formats.1 must be one of html, json, pdf; choose one of them'],
  ['no format at all', 'samples: { document: { id: a, formats: [] } }', '1:40: samples.document.formats is empty; fill it in or leave it out'],
  ['nothing forbidden', 'samples: { forbidden: {} }', '1:23: samples.forbidden is empty; fill it in or leave it out'],
  ['a forbidden section without a record', 'samples:\n  forbidden:\n    section: { id: stock }', '3:5: samples.forbidden.section needs "create"; add it'],
  ['the report of a section by its ID alone', 'samples: { section: { id: stock, create: { name: a }, report: todos } }', '1:63: samples.section.report must be a group of names and values, not a text; write them below it, indented'],
  ['an unknown allowance', 'conformance: { allow: [writes] }', '1:24: conformance.allow.0 must be one of load, write, webhook; choose one of them'],
  ['a rate of nothing', 'conformance: { rate: 0 }', '1:22: conformance.rate must be > 0; choose another number'],
  ['a budget in parts', 'conformance: { budget: 1.5 }', '1:24: conformance.budget must be a whole number, not a fraction; write digits only, without quotes'],
  ['a receiver without its scheme', 'conformance: { receiverUrl: hooks.example.com }', '1:29: an http or https URL without credentials, query or fragment is expected; write it like https://hooks.example.com/ensayo'],
  ['a patience without its unit', 'conformance: { patience: "90" }', '1:26: a length of time is expected; write it like 90s, 5m or 1h30m'],
  ['a patience beyond measure', 'conformance: { patience: 4000d }', '1:26: conformance.patience is too long; ten years must do'],
  ['a baseline that is not there', 'conformance: { baseline: known.yaml }', '1:26: there is no file FOLDER/known.yaml; paths count from the profile\'s folder'],
  ['several faults', 'mock: { port: -1 }\noverlays: {}\nmocks: {}', '1:15: mock.port must be >= 0; choose another number', '2:11: overlays must be a list, not a group; begin each entry with a dash', '3:1: "mocks" is not known here; did you mean mock?'],
]

test.each(bad)('%s is refused with its place and the cure', async (_, text, ...expected) => {
  const folder = await folderWith({ 'ensayo.config.yaml': text })
  const problems = await problemsOf(loadProfile({ cwd: folder }))
  expect(problems).toEqual(expected.map((problem) => `ensayo.config.yaml:${problem.replace('FOLDER', folder)}`))
  expect(problems.join('\n')).not.toContain(clear)
})

test('a profile that was asked for must be there', async () => {
  const folder = await folderWith({ 'sub/x': '' })
  expect(await problemsOf(loadProfile({ cwd: folder, file: 'ours.yaml' }))).toEqual([
    'ours.yaml: there is no such file; give the path of a profile',
  ])
  expect(await problemsOf(loadProfile({ cwd: folder, file: 'sub' }))).toEqual(['sub: this is a folder; give the path of a profile'])
})

test('of two profiles in one folder neither is chosen', async () => {
  const folder = await folderWith({ 'ensayo.config.yaml': '', 'ensayo.config.json': '{}' })
  expect(await problemsOf(loadProfile({ cwd: folder }))).toEqual([
    'ensayo.config.yaml and ensayo.config.json are both in this folder; keep one, or choose with --profile',
  ])
})
