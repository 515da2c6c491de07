/** Why a query selects nothing, and the nearest thing that exists. */
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { JsonPath, Segment, Selector } from './query.ts'
import { child, inWords, shapeOf, toPath } from './location.ts'
import type { Location } from './location.ts'
import { nearestName } from './nearest-name.ts'

export interface Explanation {
  problem: string
  cure: string
}

/** Follows a query that selects nothing as far as it leads, and looks around there. */
export async function explainNoMatch({
  path,
  document,
}: {
  path: JsonPath
  document: JsonObject
}): Promise<Explanation> {
  let reached = path.segments.length
  let ends: Location[] = []
  while (ends.length === 0 && reached > 0) {
    reached -= 1
    ends = path.select(document, reached)
  }
  const segment = path.segments[reached]
  const [selector] = segment?.selectors ?? []
  if (segment === undefined || selector === undefined) throw new Error('the query selects something after all')
  const end = ends.find((location) => shapeOf(valueAt(document, location)) !== 'primitive') ?? ends[0] ?? []
  const names = segment.descendant ? namesBelow(document, end) : namesAt(document, ends)
  return {
    problem: reasonFor({ value: valueAt(document, end), place: placeOf(end, ends), segment, selector }),
    cure: await cureFor({ document, end, segment, selector, names }),
  }
}

function placeOf(end: Location, ends: Location[]): string {
  return ends.length === 1 ? `\`${toPath(end)}\`` : `\`${toPath(end)}\` (and ${ends.length - 1} more)`
}

interface DeadEnd {
  value: JsonValue
  place: string
  segment: Segment
  selector: Selector
}

function reasonFor({ value, place, segment, selector }: DeadEnd): string {
  const shape = shapeOf(value)
  if (shape === 'primitive') return `${place} is ${inWords(value)} and holds nothing`
  if (segment.descendant) return `nothing below ${place} is ${wanted(selector)}`
  const size = Object.keys(value ?? {}).length
  if (size === 0) return `${place} is empty`
  if (selector.kind === 'name') {
    return shape === 'list' ? `${place} is a list and has no names` : `${place} has no \`${selector.name}\``
  }
  if (selector.kind === 'index') {
    return shape === 'object'
      ? `${place} is an object and has no indexes`
      : `${place} has only ${size === 1 ? '1 element' : `${size} elements`}`
  }
  return `none of the ${size} in ${place} is ${wanted(selector)}`
}

function wanted(selector: Selector): string {
  switch (selector.kind) {
    case 'name':
      return `called \`${selector.name}\``
    case 'index':
      return `at index ${selector.index}`
    case 'filter':
      return `let through by \`${selector.text}\``
    case 'range':
      return `selected by \`${selector.text}\``
  }
}

interface Surroundings {
  document: JsonObject
  end: Location
  segment: Segment
  selector: Selector
  /** What may have been meant, by name. */
  names: Map<string, Location>
}

async function cureFor({ document, end, segment, selector, names }: Surroundings): Promise<string> {
  if (selector.kind === 'name') {
    const nearest = await nearestNamed(selector.name, { document, end, segment, names })
    if (nearest !== undefined) return `the nearest thing is ${toPath(nearest)}`
  }
  if (selector.kind === 'filter') {
    const nearest = await nearestText(selector.text, document, end)
    if (nearest !== undefined) return `the nearest thing is ${toPath(nearest.location)}, with "${nearest.text}"`
  }
  const value = valueAt(document, end)
  if (Array.isArray(value) && value.length > 0) {
    return `the nearest thing is ${toPath(end)}, with the indexes 0 to ${value.length - 1}`
  }
  const some = [...namesAt(document, [end]).keys()]
  if (some.length === 0) return `the nearest thing is ${toPath(end)}`
  const rest = some.length > 8 ? `, … (${some.length} in all)` : ''
  return `the nearest thing is ${toPath(end)}, with ${some.slice(0, 8).join(', ')}${rest}`
}

/** A name like the wanted one; else the wanted one further down, where a step was left out. */
async function nearestNamed(name: string, around: Omit<Surroundings, 'selector'>): Promise<Location | undefined> {
  const meant = await nearestName(name, around.names.keys())
  if (meant !== undefined) return around.names.get(meant)
  return around.segment.descendant ? undefined : namesBelow(around.document, around.end).get(name)
}

/** The child that holds text like one of the filter's string literals, or is such text. */
async function nearestText(
  filter: string,
  document: JsonObject,
  end: Location,
): Promise<{ text: string; location: Location } | undefined> {
  const value = valueAt(document, end)
  const texts = new Map<string, Location>()
  for (const [key, element] of Object.entries(value ?? {})) {
    const location = [...end, Array.isArray(value) ? Number(key) : key]
    const held = typeof element === 'object' && element !== null ? Object.values(element) : [element]
    for (const text of held) if (typeof text === 'string' && !texts.has(text)) texts.set(text, location)
  }
  for (const [, literal] of filter.matchAll(/'([^'\\]*)'/g)) {
    const text = await nearestName(literal ?? '', texts.keys())
    const location = text === undefined ? undefined : texts.get(text)
    if (text !== undefined && location !== undefined) return { text, location }
  }
  return undefined
}

function namesAt(document: JsonObject, locations: Location[]): Map<string, Location> {
  const names = new Map<string, Location>()
  for (const location of locations) {
    const value = valueAt(document, location)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    for (const key of Object.keys(value)) if (!names.has(key)) names.set(key, [...location, key])
  }
  return names
}

/** Every name below a node with its first place, nearest to the node first. */
function namesBelow(document: JsonObject, start: Location): Map<string, Location> {
  const names = new Map<string, Location>()
  const waiting = [start]
  for (let location = waiting.shift(); location !== undefined; location = waiting.shift()) {
    const value = valueAt(document, location)
    if (typeof value !== 'object' || value === null) continue
    for (const key of Object.keys(value)) {
      const below = [...location, Array.isArray(value) ? Number(key) : key]
      if (!Array.isArray(value) && !names.has(key)) names.set(key, below)
      waiting.push(below)
    }
  }
  return names
}

function valueAt(document: JsonObject, location: Location): JsonValue {
  let value: JsonValue | undefined = document
  for (const key of location) value = child(value, key)
  return value ?? null
}
