/** An OpenAPI Overlay 1.0 or 1.1 document, read and checked. */
import type { JsonValue } from '../../core/index.ts'
import type { JsonPath } from './query.ts'

/** A place in a text, both counted from 1. */
export interface Position {
  line: number
  column: number
}

/** Places by JSON pointer. */
export interface Positions extends Iterable<[pointer: string, position: Position]> {
  get(pointer: string): Position | undefined
}

export type Action = {
  /** Counted from 1, as every message names it. */
  number: number
  /** An RFC 9535 query for the nodes the action is about. */
  target: JsonPath
  description?: string
} & Effect

/**
 * What an action does to its targets. `copy` names its one source by an RFC 9535 query (Overlay 1.1);
 * `none` is an action without a modifier, or with `remove: false` alone, which the specification allows.
 */
export type Effect =
  | { effect: 'update'; value: JsonValue }
  | { effect: 'copy'; from: JsonPath }
  | { effect: 'remove' }
  | { effect: 'none' }

/** Something legal that will surprise its author, e.g. an `update` beside `remove: true`. */
export interface Remark {
  /** `file:line:column: action N (target): …`, ready to print. */
  message: string
  action: number
}

export interface Overlay {
  /** As messages name it. */
  file: string
  /** The series of the specification the document declares. */
  series: '1.0' | '1.1'
  title: string
  /** The overlay's own version (`info.version`). */
  version: string
  /** The document it was written for, as given; recorded, not fetched. */
  extends?: string
  actions: readonly Action[]
  remarks: readonly Remark[]
  /**
   * Where each node of the overlay stands in its text, by JSON pointer into the overlay
   * (`/actions/0/update/type`): the key for a member of an object, the value for an element of a list.
   */
  positions: Positions
}
