import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { checkProfileShape } from './profile-shape.ts'
import { readProfileText } from './profile-text.ts'
import type { Path, ProfileText } from './profile-text.ts'
import { ProfileError } from './profile-error.ts'
import { keyNames } from './profile.ts'
import type { Identifiers, KeyName, KeySource, MockSettings, Profile, Samples } from './profile.ts'

/** The names under which a profile is found by itself. */
const defaultNames = ['ensayo.config.yaml', 'ensayo.config.yml', 'ensayo.config.json']

/**
 * Reads the profile `file`, or the one in the folder `cwd`; undefined when there is none and none was asked for.
 * Environment variables are not looked at yet.
 * @throws ProfileError with place and cure
 */
export async function loadProfile({ cwd, file }: { cwd: string; file?: string | undefined }): Promise<Profile | undefined> {
  const name = file ?? (await findProfile(cwd))
  if (name === undefined) return undefined
  const path = resolve(cwd, name)
  const source = await readProfileText({ text: await readText(path, name), file: name })
  const value = await checkProfileShape(source)
  return unfold(value, source, path)
}

async function findProfile(cwd: string): Promise<string | undefined> {
  const there = await Promise.all(defaultNames.map((name) => kindOf(resolve(cwd, name))))
  const [first, second] = defaultNames.filter((_, index) => there[index] === 'file')
  if (second !== undefined) {
    throw new ProfileError([`${first} and ${second} are both in this folder; keep one, or choose with --profile`])
  }
  return first
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'this is a folder' : `it cannot be read (${code})`
    throw new ProfileError([`${name}: ${reason}; give the path of a profile`])
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined ? undefined : found.isDirectory() ? 'folder' : 'file'
}

/** From the shape that the schema has checked to what the toolkit works with. */
async function unfold(value: JsonObject, { placeOf }: ProfileText, file: string): Promise<Profile> {
  const folder = dirname(file)
  const overlays = texts(value.overlays).map((path) => resolve(folder, path))
  const mock = object(value.mock)
  const fixtures = typeof mock.fixtures === 'string' ? resolve(folder, mock.fixtures) : undefined
  const missing = [
    ...(await absent(overlays.map((path, index) => ({ path, kind: 'file', at: ['overlays', index] })))),
    ...(await absent(fixtures === undefined ? [] : [{ path: fixtures, kind: 'folder', at: ['mock', 'fixtures'] }])),
  ]
  if (missing.length > 0) {
    throw new ProfileError(missing.map(({ path, kind, at }) => `${placeOf(at, 'value')}: there is no ${kind} ${path}; paths count from the profile's folder`))
  }

  const keys: { [Name in KeyName]?: KeySource } = {}
  for (const name of keyNames) {
    const { env } = object(object(value.keys)[name])
    if (typeof env === 'string') keys[name] = { env, place: placeOf(['keys', name, 'env'], 'value') }
  }
  return {
    file,
    ...(typeof value.baseUrl === 'string' ? { baseUrl: value.baseUrl.replace(/\/+$/, '') } : {}),
    overlays,
    overrideStated: value.overrideStated === true,
    keys,
    samples: samplesOf(object(value.samples)),
    mock: mockOf(mock, fixtures),
  }
}

interface Wanted {
  path: string
  kind: 'file' | 'folder'
  at: Path
}

async function absent(wanted: readonly Wanted[]): Promise<Wanted[]> {
  const kinds = await Promise.all(wanted.map(({ path }) => kindOf(path)))
  return wanted.filter(({ kind }, index) => kinds[index] !== kind)
}

function samplesOf({ report, document, section, taxIds, vatIds }: JsonObject): Samples {
  return {
    ...(isJsonObject(report)
      ? { report: { id: text(report.id), columns: columnsOf(object(report.columns)), parameters: object(report.parameters) } }
      : {}),
    ...(isJsonObject(document)
      ? { document: { id: text(document.id), parameters: object(document.parameters), contains: texts(document.contains) } }
      : {}),
    ...(isJsonObject(section)
      ? { section: { id: text(section.id), create: object(section.create), edit: object(section.edit) } }
      : {}),
    taxIds: identifiersOf(object(taxIds)),
    vatIds: identifiersOf(object(vatIds)),
  }
}

/** `entities.name`: the section ends at the first dot. */
function columnsOf(columns: JsonObject): Record<string, { section: string; field: string }> {
  const entries = Object.entries(columns).map(([column, shown]) => {
    const [section = '', ...field] = text(shown).split('.')
    return [column, { section, field: field.join('.') }] as const
  })
  return Object.fromEntries(entries)
}

function identifiersOf({ valid, invalid }: JsonObject): Identifiers {
  return { valid: texts(valid), invalid: texts(invalid) }
}

function mockOf({ port, host, serviceVersion }: JsonObject, fixtures: string | undefined): MockSettings {
  return {
    ...(typeof port === 'number' ? { port } : {}),
    ...(typeof host === 'string' ? { host } : {}),
    ...(fixtures === undefined ? {} : { fixtures }),
    ...(typeof serviceVersion === 'string' ? { serviceVersion } : {}),
  }
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
