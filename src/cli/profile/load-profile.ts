import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { KeyName } from '../../conformance/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { checkProfileShape } from './profile-shape.ts'
import { readProfileText } from './profile-text.ts'
import type { Path, ProfileText } from './profile-text.ts'
import { ProfileError } from './profile-error.ts'
import type { Profile } from './profile.ts'
import { samplesOf } from './samples.ts'
import { conformanceSettings, mockSettings } from './settings.ts'
import { object, texts } from './shaped.ts'

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
  const conformance = object(value.conformance)
  const fixtures = pathIn(folder, mock.fixtures)
  const baseline = pathIn(folder, conformance.baseline)
  const missing = await absent([
    ...overlays.map((path, index): Wanted => ({ path, kind: 'file', at: ['overlays', index] })),
    ...(fixtures === undefined ? [] : [{ path: fixtures, kind: 'folder', at: ['mock', 'fixtures'] } as const]),
    ...(baseline === undefined ? [] : [{ path: baseline, kind: 'file', at: ['conformance', 'baseline'] } as const]),
  ])
  if (missing.length > 0) {
    throw new ProfileError(missing.map(({ path, kind, at }) => `${placeOf(at, 'value')}: there is no ${kind} ${path}; paths count from the profile's folder`))
  }

  const key = (name: KeyName): Profile['keys'] => {
    const { env } = object(object(value.keys)[name])
    return typeof env === 'string' ? { [name]: { env, place: placeOf(['keys', name, 'env'], 'value') } } : {}
  }
  return {
    file,
    ...(typeof value.baseUrl === 'string' ? { baseUrl: value.baseUrl.replace(/\/+$/, '') } : {}),
    overlays,
    overrideStated: value.overrideStated === true,
    keys: { ...key('full'), ...key('limited'), ...key('second') },
    samples: samplesOf(object(value.samples)),
    conformance: await conformanceSettings(conformance, baseline, placeOf(['conformance', 'patience'], 'value')),
    mock: mockSettings(mock, fixtures),
  }
}

function pathIn(folder: string, path: JsonValue | undefined): string | undefined {
  return typeof path === 'string' ? resolve(folder, path) : undefined
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
