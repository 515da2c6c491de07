/** `--init`: writes a commented profile, from flags and, on a terminal, from answers. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../usage-error.ts'
import { baseOf } from './judged-target.ts'

export interface InitWish {
  cwd: string
  /** What `--target` says. */
  baseUrl: string | undefined
  overlays: readonly string[]
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream & { isTTY?: boolean }
}

/** Empty texts where nothing was answered. */
export interface ProfileAnswers {
  baseUrl: string
  overlays: readonly string[]
  /** Names of environment variables. */
  keys: { full: string; limited: string; second: string }
  report: string
  /** The report's column with the record's id, and the section it is of. */
  idColumn: string
  section: string
  document: string
}

const fileName = 'ensayo.config.yaml'

/** Gives the file's name. @throws UsageError when there is one already, the target is no plain base, or the questions are left */
export async function initProfile(wish: InitWish): Promise<string> {
  const answers = wish.input.isTTY === true && wish.output.isTTY === true ? await asked(wish) : unasked(wish)
  try {
    await writeFile(resolve(wish.cwd, fileName), profileText(answers), { flag: 'wx' })
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (exists) throw new UsageError(`${fileName} is already in this folder; change it, or take it away first`, { cause: error })
    throw new UsageError(`${fileName} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
  return fileName
}

function unasked({ baseUrl, overlays }: InitWish): ProfileAnswers {
  const keys = { full: 'ENSAYO_KEY', limited: '', second: '' }
  return { baseUrl: baseUrl === undefined ? '' : baseOf(baseUrl), overlays, keys, report: '', idColumn: '', section: '', document: '' }
}

async function asked(wish: InitWish): Promise<ProfileAnswers> {
  const before = unasked(wish)
  const terminal = createInterface({ input: wish.input, output: wish.output })
  const left = new AbortController()
  terminal.on('SIGINT', () => left.abort())
  terminal.on('close', () => left.abort())
  const ask = async (question: string, otherwise: string, { read, inWords }: Demand = anything): Promise<string> => {
    const shown = otherwise === '' ? 'leave it out' : otherwise
    for (let complaint = ''; ; complaint = `${inWords}\n`) {
      const said = await terminal.question(`${complaint}${question} [${shown}] `, { signal: left.signal }).catch(() => undefined)
      if (said === undefined) throw new UsageError('nothing was written')
      if (said.trim() === '') return otherwise
      const answer = read(said.trim())
      if (answer !== undefined) return answer
    }
  }
  try {
    return {
      baseUrl: await ask('Base URL of the deployment?', before.baseUrl, plainBase),
      overlays: before.overlays,
      keys: {
        full: await ask('Environment variable with the API key of a user who may do everything?', before.keys.full, variableName),
        limited: await ask('… with that of a user who may do less?', before.keys.limited, variableName),
        second: await ask('… with that of another user?', before.keys.second, variableName),
      },
      report: await ask('ID of a report with some dozen rows?', ''),
      section: await ask('Section whose records it shows, and in which records may be tried?', ''),
      idColumn: await ask("The report's column with the record's id (safe name)?", ''),
      document: await ask('ID of a dynamic document?', ''),
    }
  } finally {
    terminal.close()
  }
}

/** What an answer must be, lest the profile not load, or hold what should not be committed. */
interface Demand {
  /** As it is written down; undefined for what does not fit. */
  read: (answer: string) => string | undefined
  inWords: string
}

const anything: Demand = { read: (answer) => answer, inWords: '' }

const plainBase: Demand = {
  read(answer) {
    try {
      return baseOf(answer)
    } catch {
      return undefined
    }
  },
  inWords: 'It is an http or https URL without credentials, query or fragment, such as https://erp.example.com/integration.',
}

/** As the profile's schema has it. */
const variableName: Demand = {
  read: (answer) => (/^[A-Z_][A-Z0-9_]*$/.test(answer) ? answer : undefined),
  inWords: 'It is a name in capitals, digits and _, such as ENSAYO_KEY; the key itself goes into that variable.',
}

/** A profile that loads as it is; what was not answered stands in it as a comment. */
export function profileText({ baseUrl, overlays, keys, report, idColumn, section, document }: ProfileAnswers): string {
  const lines = [
    '# yaml-language-server: $schema=./node_modules/ensayo/dist/src/cli/profile/ensayo.config.schema.json',
    '# What is known of one deployment. Safe to commit: keys are only named here, never written down.',
    '',
    ...given(baseUrl !== '', [`baseUrl: ${text(baseUrl === '' ? 'https://erp.example.com/integration' : baseUrl)}`]),
    '',
    "# The deployment's own names and shapes, in OpenAPI Overlays (see openapi/README.md of the package).",
    ...(overlays.length === 0
      ? ['# overlays:', '#   - overlays/our-erp.yaml']
      : ['overlays:', ...overlays.map((file) => `  - ${text(file)}`)]),
    '',
    '# Environment variables that hold API keys. The cases that need a key are inconclusive without it.',
    'keys:',
    `  full: { env: ${keys.full} } # may do everything that is tried`,
    keyLine('limited', keys.limited, 'ENSAYO_LIMITED_KEY', 'may do less; see samples.forbidden'),
    keyLine('second', keys.second, 'ENSAYO_SECOND_KEY', 'another user'),
    '',
    '# What there is on the deployment that cases may use.',
    ...given(report !== '' || document !== '', ['samples:']),
    ...given(report !== '', [
      '  report:',
      `    id: ${text(report === '' ? 'customers' : report)} # some dozen rows are best`,
      '    # parameters: { year: 2026 }',
    ]),
    ...given(report !== '' && idColumn !== '' && section !== '', [
      '    columns: # which column shows which field; <section>.id is the id of the record',
      `      ${text(idColumn === '' ? 'id' : idColumn)}: ${text(`${section === '' ? 'entities' : section}.id`)}`,
      '      # name: entities.name',
    ]),
    ...given(document !== '', [
      '  document:',
      `    id: ${text(document === '' ? 'invoice' : document)}`,
      '    # parameters: { invoice_id: 1 }',
      '    # contains: ["F-2025-0001"] # texts that the finished document shows',
    ]),
    '  # section: # records are created, edited and deleted here, with --allow write',
    `  #   id: ${section === '' ? 'entities' : section}`,
    '  #   create: { name: Cliente de prueba } # the first text will carry the mark of the run',
    '  #   edit: { name: Cliente de prueba cambiado }',
    '  # forbidden: { report: sales-per-month } # what the limited key must be refused',
    '  # taxIds: { valid: [12345678Z], invalid: [12345678A] }',
    '  # vatIds: { valid: [ESB07012347], invalid: [ESB07012340] }',
    '',
    '# conformance:',
    '#   allow: [load, write, webhook] # beside reading; nothing of it by itself',
    '#   rate: 5 # requests a second',
    '#   receiverUrl: https://hooks.example.com # how the service reaches the receiver of the run',
  ]
  return `${lines.join('\n')}\n`
}

/** A name that stands there must be set when cases run, hence a comment where nobody gave one. */
function keyLine(key: string, variable: string, example: string, who: string): string {
  return variable === '' ? `  # ${key}: { env: ${example} } # ${who}` : `  ${key}: { env: ${variable} } # ${who}`
}

function given(isGiven: boolean, lines: readonly string[]): string[] {
  return lines.map((line) => (isGiven ? line : `# ${line}`))
}

/** A YAML scalar; quoted like JSON where it could be read as something else. */
function text(value: string): string {
  return /^[A-Za-z][\w./:-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value) && !/:$/.test(value)
    ? value
    : JSON.stringify(value)
}
