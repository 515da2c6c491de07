/**
 * Queries that do no more than name members, as nearly all targets of overlays do: `$.a['b c']`, `$.a['b','c']`,
 * `$.a.*`. They need no JSONPath library, which takes longer to load than they take to answer.
 */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { Key, Location } from './location.ts'
import type { JsonPath, Selector } from './query.ts'

/** The members of each step; undefined for all of them. */
type Step = readonly string[] | undefined

// RFC 9535, section 2.5.1: a name after a dot, a wildcard, or names in quotes. Escapes are left to the library.
const shorthand = String.raw`\.(?<shorthand>[A-Za-z_\u0080-\ud7ff\ue000-\uffff][\w\u0080-\ud7ff\ue000-\uffff]*)`
const quoted = String.raw`(?:'[^'\\\u0000-\u001f]*'|"[^"\\\u0000-\u001f]*")`
const stepForm = new RegExp(String.raw`${shorthand}|(?<wildcard>\.\*|\[\*\])|\[ ?(?<names>${quoted}(?: ?, ?${quoted})*) ?\]`, 'y')
const nameForm = /'([^']*)'|"([^"]*)"/g

/** The query, if it is such a one. */
export function simplePath(text: string): JsonPath | undefined {
  const steps = stepsOf(text)
  if (steps === undefined) return undefined
  const segments = steps.map((names) => ({ descendant: false, selectors: selectorsOf(names) }))
  return { text, segments, select: (document, count = steps.length) => select(document, steps.slice(0, count)) }
}

function selectorsOf(names: Step): Selector[] {
  return names === undefined ? [{ kind: 'range', text: '*' }] : names.map((name) => ({ kind: 'name', name }))
}

function stepsOf(text: string): Step[] | undefined {
  if (!text.startsWith('$')) return undefined
  const steps: Step[] = []
  const form = new RegExp(stepForm)
  form.lastIndex = 1
  while (form.lastIndex < text.length) {
    const found = form.exec(text)?.groups
    if (found === undefined) return undefined
    if (found.shorthand !== undefined) steps.push([found.shorthand])
    else steps.push(found.names === undefined ? undefined : namesIn(found.names))
  }
  return steps
}

function namesIn(list: string): string[] {
  return [...list.matchAll(nameForm)].map(([, single, double]) => single ?? double ?? '')
}

interface Reached {
  value: JsonValue
  location: Location
}

/** In the order of the query and of the document, each node once. */
function select(document: JsonObject, steps: readonly Step[]): Location[] {
  let reached: Reached[] = [{ value: document, location: [] }]
  for (const names of steps) {
    reached = reached.flatMap(({ value, location }) =>
      keysIn(value, names).map((key) => ({ value: at(value, key), location: [...location, key] })),
    )
  }
  return reached.map(({ location }) => location)
}

function keysIn(value: JsonValue, names: Step): Key[] {
  if (Array.isArray(value)) return names === undefined ? [...value.keys()] : []
  if (!isJsonObject(value)) return []
  if (names === undefined) return Object.keys(value)
  return [...new Set(names)].filter((name) => Object.hasOwn(value, name))
}

function at(value: JsonValue, key: Key): JsonValue {
  const found = Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined
  return found ?? null
}
