/** Whether a profile has the shape that its JSON Schema describes, and what to do where it has not. */
import { readFile } from 'node:fs/promises'
import type { ErrorObject } from 'ajv'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { ProfileError } from './profile-error.ts'
import type { Path, ProfileText } from './profile-text.ts'

const schemaFile = new URL('ensayo.config.schema.json', import.meta.url)

/** @throws ProfileError with everything that does not fit, in the order of the text */
export async function checkProfileShape({ value, placeOf }: ProfileText): Promise<JsonObject> {
  const [{ Ajv }, schema] = await Promise.all([import('ajv'), readFile(schemaFile, 'utf8')])
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, ownProperties: true })
  const fits = ajv.compile(JSON.parse(schema))
  if (fits(value) && isJsonObject(value)) return value
  const { distance } = await import('fastest-levenshtein')
  const nearest = (name: string, known: readonly string[]) =>
    known.find((other) => distance(name.toLowerCase(), other.toLowerCase()) <= Math.max(1, Math.floor(name.length / 3)))
  const faults = (fits.errors ?? []).map((error) => faultOf(error, nearest))
  throw new ProfileError(inOrder(faults.map(({ path, part, message }) => `${placeOf(path, part)}: ${message}`)))
}

interface Fault {
  path: Path
  part: 'name' | 'value'
  message: string
}

type Nearest = (name: string, known: readonly string[]) => string | undefined

/** No value is ever repeated: what stands in the wrong place may be a key. */
function faultOf(error: ErrorObject, nearest: Nearest): Fault {
  const path = error.instancePath.split('/').slice(1).map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  const params: Record<string, unknown> = error.params
  const schema: unknown = error.parentSchema
  const name = nameOf(path)
  const at = (message: string, part: Fault['part'] = 'value'): Fault => ({ path, part, message })
  switch (error.keyword) {
    case 'additionalProperties': {
      const unknown = String(params.additionalProperty)
      const known = isJsonObject(schema) && isJsonObject(schema.properties) ? Object.keys(schema.properties) : []
      const meant = nearest(unknown, known)
      const cure = meant === undefined ? `${name} may have ${known.join(', ')}` : `did you mean ${meant}?`
      return { path: [...path, unknown], part: 'name', message: `"${unknown}" is not known here; ${cure}` }
    }
    case 'required':
      return at(`${name} needs "${String(params.missingProperty)}"; add it`, 'name')
    case 'type':
      if (path[0] === 'keys' && path.length === 2) {
        return at(
          `a key never stands in the profile itself; put it into an environment variable and write ${String(path[1])}: { env: ENSAYO_KEY }`,
        )
      }
      return at(`${name} must be ${typeInWords(params.type)}, not ${dataInWords(error.data, params.type)}; ${cureFor(params.type, error.data)}`)
    case 'pattern':
      if (isJsonObject(schema) && typeof schema.patternErrorMessage === 'string') return at(schema.patternErrorMessage)
      return at(`${name} ${error.message ?? 'does not fit'}; mend it`)
    case 'enum':
      return at(`${name} must be one of ${String(params.allowedValues).replaceAll(',', ', ')}; choose one of them`)
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
      return at(`${name} must be ${String(params.comparison)} ${String(params.limit)}; choose another number`)
    case 'uniqueItems':
      return at(`${name} has the same entry twice; leave one out`)
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return at(`${name} is empty; fill it in or leave it out`)
    default:
      return at(`${name} ${error.message ?? 'does not fit'}; see the descriptions in ensayo.config.schema.json`)
  }
}

/** `samples.report.id`; `the profile` for all of it. */
function nameOf(path: Path): string {
  return path.length === 0 ? 'the profile' : path.join('.')
}

const types: Readonly<Record<string, { words: string; cure: string }>> = {
  string: { words: 'a text', cure: 'put it in quotes' },
  integer: { words: 'a whole number', cure: 'write digits only, without quotes' },
  number: { words: 'a number', cure: 'write it without quotes' },
  boolean: { words: 'true or false', cure: 'write one of the two, without quotes' },
  array: { words: 'a list', cure: 'begin each entry with a dash' },
  object: { words: 'a group of names and values', cure: 'write them below it, indented' },
}

function typeInWords(type: unknown): string {
  return Array.isArray(type) ? 'a single value' : (types[String(type)]?.words ?? String(type))
}

function cureFor(type: unknown, data: unknown): string {
  if (data === null) return 'fill it in or leave it out'
  if (Array.isArray(type)) return 'write one text, number, true, false or null'
  if (type === 'string' && typeof data === 'object') return 'write a single text'
  return types[String(type)]?.cure ?? 'mend it'
}

function dataInWords(data: unknown, wanted: unknown): string {
  if (data === null) return 'empty'
  if (typeof data === 'number' && wanted === 'integer') return 'a fraction'
  if (Array.isArray(data)) return 'a list'
  return { string: 'a text', number: 'a number', boolean: 'true or false', object: 'a group' }[String(typeof data)] ?? 'this'
}

/** Sorted by line and column, each fault once. */
function inOrder(messages: readonly string[]): string[] {
  const position = (message: string) => (/:(\d+):(\d+): /.exec(message) ?? []).slice(1).map(Number)
  return [...new Set(messages)].sort((a, b) => {
    const [lineA = 0, columnA = 0] = position(a)
    const [lineB = 0, columnB = 0] = position(b)
    return lineA - lineB || columnA - columnB
  })
}
