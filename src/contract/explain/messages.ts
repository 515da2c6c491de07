/** Rows of the parts that requests, answers and notifications are made of. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import type { Document } from '../schema.ts'
import { basisOf } from '../basis.ts'
import type { Direction, Row } from './explanation.ts'
import { memberOf, membersOf } from '../located.ts'
import type { Located } from '../located.ts'
import { partsOf } from './payload.ts'
import { noWire } from './wire.ts'

/** A row before it is compared with the contract without overlays. */
export type FoundRow = Omit<Row, 'replaced'>

interface Message {
  document: Document
  /** What all its rows have in common. */
  common: Pick<FoundRow, 'direction' | 'statuses'>
}

/** The body of a request or notification, then what lies in it. */
export function bodyRows(document: Document, operation: Located, direction: Direction): FoundRow[] {
  const body = memberOf(document, operation, 'requestBody')
  if (body === undefined) return []
  const message = { document, common: { direction, statuses: [] } }
  const whole = rowOf(message, body, { place: 'body', mediaTypes: mediaTypesOf(body), required: body.node.required === true })
  return [whole, ...contentRows(message, body)]
}

/** Every parameter, those of the path item first unless the operation has its own. */
export function parameterRows(document: Document, pathItem: Located, operation: Located): FoundRow[] {
  const identity = ({ node }: Located) => `${String(node.in)} ${String(node.name)}`
  const shared = membersOf(document, pathItem, 'parameters').map(([, parameter]) => parameter)
  const own = membersOf(document, operation, 'parameters').map(([, parameter]) => parameter)
  const redefined = new Set(own.map(identity))
  const all = [...shared.filter((parameter) => !redefined.has(identity(parameter))), ...own]
  const message: Message = { document, common: { direction: 'request', statuses: [] } }
  return all.flatMap((parameter) => valueRows(message, parameter, identity(parameter), parameter.node.in === 'path'))
}

/** Each response by its status: the roles it has as a refusal, its headers, its bodies. */
export function responseRows(document: Document, operation: Located): FoundRow[] {
  const rows = membersOf(document, operation, 'responses').flatMap(([status, response]) => {
    const roles = [response.node['x-role'] ?? []].flat().filter((role) => typeof role === 'string')
    const direction = roles.length > 0 ? 'refusal' : 'answer'
    const message: Message = { document, common: { direction, statuses: [status] } }
    const whole = rowOf(message, response, { place: `status ${status}`, mediaTypes: mediaTypesOf(response), required: false })
    return [
      ...(roles.length === 0 ? [whole] : roles.map((role) => ({ ...whole, role }))),
      ...membersOf(document, response, 'headers').flatMap(([name, header]) => valueRows(message, header, `header ${name}`)),
      ...contentRows(message, response),
    ]
  })
  return joined(rows).sort((a, b) => rank(a) - rank(b))
}

const order = ['status', 'header', 'body']

/** An operation has many refusals and they look alike: first what tells them apart, then what they share. */
function rank({ direction, place }: FoundRow): number {
  const [kind = ''] = place.split(' ')
  return direction === 'answer' ? 0 : 1 + order.indexOf(kind)
}

/** How a caller shows who it is; optional when the operation allows calls without. */
export function securityRows(document: Document, operation: Located, direction: Direction): FoundRow[] {
  const root: Located = { node: document, pointer: '' }
  const declared = operation.node.security ?? document.security
  const ways = Array.isArray(declared) ? declared.filter(isJsonObject) : []
  const components = memberOf(document, root, 'components')
  const schemes = components === undefined ? [] : membersOf(document, components, 'securitySchemes')
  return schemes
    .filter(([name]) => ways.some((way) => Object.hasOwn(way, name)))
    .map(([, scheme]) =>
      rowOf({ document, common: { direction, statuses: [] } }, scheme, {
        ...credential(scheme.node),
        mediaTypes: [],
        required: ways.every((way) => Object.keys(way).length > 0),
      }),
    )
}

/** OpenAPI 3.1, 4.8.27: where a security scheme's credential travels. */
function credential(scheme: JsonObject): Pick<FoundRow, 'place' | 'wire'> {
  if (scheme.type === 'apiKey') return { place: `${String(scheme.in)} ${String(scheme.name)}`, wire: noWire }
  const name = typeof scheme.scheme === 'string' ? scheme.scheme : String(scheme.type)
  return { place: 'header Authorization', wire: { types: [], format: `${name.charAt(0).toUpperCase()}${name.slice(1)} …` } }
}

/** A webhook's rules (`x-delivery`). */
export function deliveryRows(document: Document, operation: Located): FoundRow[] {
  return membersOf(document, operation, 'x-delivery').map(([name, rule]) => {
    const { value } = rule.node
    return rowOf({ document, common: { direction: 'delivery', statuses: [] } }, rule, {
      place: `rule ${name}`,
      wire: value === undefined ? noWire : { types: [], const: value },
      mediaTypes: [],
      required: false,
    })
  })
}

/** A parameter or header: its value as JSON, the role and basis on it or on its schema. */
function valueRows(message: Message, { node, pointer }: Located, place: string, always = false): FoundRow[] {
  const { document } = message
  const content = isJsonObject(node.content) ? node.content['application/json'] : undefined
  const schema = isJsonObject(content) ? content.schema : node.schema
  if (!isJsonObject(schema)) return []
  const marks = Object.fromEntries(['x-role', 'x-basis'].flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])))
  const at = { node: { ...schema, ...marks }, pointer }
  return partsOf(document, at, always || node.required === true).map(({ path, ...part }) => ({
    ...message.common,
    ...part,
    place: inside(place, path),
    mediaTypes: [],
    pointer: path === '' ? pointer : part.pointer,
  }))
}

function contentRows(message: Message, carrier: Located): FoundRow[] {
  return joined(
    membersOf(message.document, carrier, 'content').flatMap(([mediaType, media]) => {
      const schema = memberOf(message.document, media, 'schema')
      if (schema === undefined) return []
      return partsOf(message.document, schema, true).map(({ path, ...part }) => ({
        ...message.common,
        ...part,
        place: inside('body', path),
        mediaTypes: [mediaType],
      }))
    }),
  )
}

function mediaTypesOf(carrier: Located): string[] {
  return isJsonObject(carrier.node.content) ? Object.keys(carrier.node.content) : []
}

function rowOf(
  message: Message,
  { node, pointer }: Located,
  given: Pick<FoundRow, 'place' | 'mediaTypes' | 'required'> & { wire?: FoundRow['wire'] },
): FoundRow {
  const basis = basisOf(node)
  return { ...message.common, wire: noWire, ...given, ...(basis === undefined ? {} : { basis }), pointer }
}

function inside(place: string, path: string): string {
  return path === '' ? place : `${place} ${path}`
}

/** Rows that differ in nothing but their statuses or media types become one. */
function joined(rows: readonly FoundRow[]): FoundRow[] {
  const kinds = new Map<string, FoundRow>()
  for (const row of rows) {
    const key = JSON.stringify({ ...row, statuses: [], mediaTypes: [] })
    const same = kinds.get(key)
    const merged = same ?? row
    kinds.set(key, {
      ...merged,
      statuses: [...new Set([...merged.statuses, ...row.statuses])],
      mediaTypes: [...new Set([...merged.mediaTypes, ...row.mediaTypes])],
    })
  }
  return [...kinds.values()]
}
