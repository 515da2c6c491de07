/** What a contract says, as data: for programs as JSON, for people as tables. */
import type { JsonObject, JsonValue, OperationId } from '../../core/index.ts'
import type { Basis } from '../basis.ts'
import type { Contract, HttpMethod } from '../types.ts'

/** How a value travels. */
export interface Wire {
  /** JSON types; any when empty. */
  types: readonly string[]
  /** JSON types of a list's items. */
  items?: readonly string[]
  /** The toolkit's value → the deployment's (`x-values`). */
  values?: JsonObject
  enum?: readonly JsonValue[]
  const?: JsonValue
  default?: JsonValue
  format?: string
  /** The keywords that bound it: `minimum`, `maxLength`, `pattern`, … */
  limits?: JsonObject
  /** `base64`, for bytes inside of JSON. */
  encoding?: string
  /** How instants are written (`x-date-format`). */
  dateFormat?: string
}

/** `delivery` rows are the rules of a webhook's delivery; the others are parts of a message. */
export type Direction = 'request' | 'answer' | 'refusal' | 'notification' | 'delivery'

/** One place of one operation. */
export interface Row {
  direction: Direction
  /** What it means; absent where the contract only says what the place rests on. */
  role?: string
  /** `body /error/details/*`, `query nif`, `header Retry-After`, `status 404`, `rule deadline`. */
  place: string
  /** Of a body or of what lies in it. */
  mediaTypes: readonly string[]
  /** Of an answer or refusal: the status keys it belongs to. */
  statuses: readonly string[]
  wire: Wire
  required: boolean
  /** Its own; what an overlay put in another's place without one rests on what that one did. */
  basis?: Basis
  /** Where it stands in the effective document (RFC 6901): what an overlay would target. */
  pointer: string
  /** Whether an overlay made it differ from the contract without overlays. */
  replaced: boolean
}

export interface ExplainedOperation {
  id: OperationId | 'recordChanged'
  kind: 'operation' | 'notification'
  method: HttpMethod
  /** Empty for the notification, whose URL is its receiver's. */
  path: string
  summary: string
  basis?: Basis
  /** Whether an overlay changed the method or the path. */
  replaced: boolean
  rows: readonly Row[]
  /** Roles that this deployment lacks (`x-role-absent`). */
  absent: readonly string[]
}

/** A section's names: the toolkit's → the deployment's (`x-sections`). */
export interface ExplainedSection {
  id: string
  name: string
  fields: Readonly<Record<string, string>>
  basis?: Basis
  replaced: boolean
}

/** A gap, and everything that still is as this project assumed it. */
export interface Assumption {
  id: string
  text: string
  places: readonly AssumedPlace[]
}

export interface AssumedPlace {
  /** Operations, or `sections`. */
  of: readonly string[]
  direction?: Direction
  place: string
  role?: string
}

/** Something that overlays made differ from the contract without overlays. */
export interface Replacement {
  /** Operations, or `sections`. */
  of: readonly string[]
  direction?: Direction
  role?: string
  /** What the original rests on. */
  basis: readonly Basis[]
  /** Empty when the overlays brought it in. */
  was: readonly Look[]
  /** Empty when it is gone. */
  is: readonly Look[]
}

/** What can differ about a place. */
export interface Look {
  place: string
  statuses: readonly string[]
  mediaTypes: readonly string[]
  wire: Wire
  required: boolean
}

export interface Explanation {
  title: string
  version: string
  /** In the order of the document; the notification comes last. */
  operations: readonly ExplainedOperation[]
  sections: readonly ExplainedSection[]
  /** The assumptions that remain, in the order of the catalogue. */
  assumptions: readonly Assumption[]
  replaced: readonly Replacement[]
  overlays: Contract['overlays']
  /** Stated facts that the overlays contradict, by explicit leave. */
  overridden: Contract['overridden']
}
