/** Parts of an explanation in a few words. */
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { Basis } from '../basis.ts'
import type { Look, Wire } from './explanation.ts'

/** `integer 1…500; default 50`; `html, json, pdf`; `string; in base64`. */
export function wireInWords({ wire, mediaTypes, place }: Pick<Look, 'wire' | 'mediaTypes' | 'place'>): string {
  if (place.startsWith('rule ')) return [wire.const ?? ''].flat().map(show).join(', ')
  // Only what carries a payload is told by its media types; inside of it they would repeat themselves.
  const carrier = place === 'body' || place.startsWith('status ')
  const types = carrier && mediaTypes.length > 0 ? [mediaTypes.join(', ')] : []
  const words = [...types, ...valueInWords(wire)]
  return words.length === 0 && !carrier ? 'any value' : words.join('; ')
}

function valueInWords(wire: Wire): string[] {
  const { const: constant, default: fallback, values, enum: choices, encoding, dateFormat, format, types } = wire
  const shape = constant === undefined ? (valuesInWords(values) ?? choices?.map(show).join(', ')) : `always ${show(constant)}`
  const written = [dateFormat, dateFormat === undefined ? format : undefined].flatMap((text) => text ?? [])
  return [
    ...[shape ?? typesInWords(wire)].filter((text) => text !== ''),
    ...(types.length > 0 || shape === undefined ? written : []),
    ...(encoding === undefined ? [] : [`in ${encoding}`]),
    ...(fallback === undefined ? [] : [`default ${show(fallback)}`]),
  ]
}

/** The wire's values; with what they mean only where that is something else. */
function valuesInWords(values: JsonObject | undefined): string | undefined {
  if (values === undefined) return undefined
  return Object.entries(values)
    .map(([meaning, value]) => (String(value) === meaning ? meaning : `${meaning}→${show(value ?? null)}`))
    .join(', ')
}

function typesInWords({ types, items, limits = {} }: Wire): string {
  const named = types.map((type) => (type === 'array' ? `list${items === undefined ? '' : ` of ${items.join('/')}`}` : type))
  const bounds = [
    range(limits, 'minimum', 'maximum', ''),
    range(limits, 'minLength', 'maxLength', ' characters'),
    range(limits, 'minItems', 'maxItems', ' items'),
    typeof limits.pattern === 'string' ? `/${limits.pattern}/` : '',
  ]
  return [named.join('/'), ...bounds].filter((text) => text !== '').join(' ')
}

function range(limits: JsonObject, from: string, to: string, unit: string): string {
  const { [from]: least } = limits
  // Whatever fits into a number of JSON is no limit.
  const most = limits[to] === Number.MAX_SAFE_INTEGER ? undefined : limits[to]
  if (least === undefined) return most === undefined ? '' : `≤ ${show(most)}${unit}`
  if (least === most) return `${show(least)}${unit}`
  return most === undefined ? `≥ ${show(least)}${unit}` : `${show(least)}…${show(most)}${unit}`
}

function show(value: JsonValue): string {
  return typeof value === 'string' && /^[\p{L}\p{N}_./:-]+$/u.test(value) ? value : JSON.stringify(value)
}

/** `REP-2 (name, place), GAP-PAGING`; an overlay's own word takes the place of the guess. */
export function basisInWords(basis: Basis | undefined, replaced: boolean): string {
  if (basis === undefined) return replaced ? 'overlay' : '–'
  const { stated, assumed, fixed } = basis
  const facts = stated.length === 0 ? '' : `${stated.join(', ')}${fixed.length === 0 ? '' : ` (${fixed.join(', ')})`}`
  if (replaced && assumed === undefined) return `overlay, against ${facts}`
  const rest = replaced ? 'overlay' : (assumed ?? '')
  return [facts, rest].filter((text) => text !== '').join(', ')
}

/** `ping, whoami`; `all`; `all but ping`. */
export function operationsInWords(some: readonly string[], all: readonly string[]): string {
  const others = all.filter((id) => !some.includes(id))
  if (some.length < 3 || some.some((id) => !all.includes(id))) return some.join(', ')
  if (others.length === 0) return 'all'
  return others.length < 3 ? `all but ${others.join(', ')}` : some.join(', ')
}

/** Of a refusal's part: which statuses have it, unless all have. */
export function statusesInWords({ place, statuses }: Pick<Look, 'place' | 'statuses'>, all: readonly string[]): string {
  const others = all.filter((status) => !statuses.includes(status))
  if (others.length === 0 || place.startsWith('status ')) return ''
  return others.length < statuses.length ? ` (not ${others.join(', ')})` : ` (${statuses.join(', ')})`
}
