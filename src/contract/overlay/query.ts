/** Queries that have been parsed, whoever parsed them. */
import type { JsonObject } from '../../core/index.ts'
import type { Location } from './location.ts'

export type Selector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'filter'; text: string }
  /** Wildcards and slices. */
  | { kind: 'range'; text: string }

export interface Segment {
  /** True for `..`, which looks at a node and everything below it. */
  descendant: boolean
  selectors: readonly Selector[]
}

export interface JsonPath {
  /** The query as written. */
  text: string
  segments: readonly Segment[]
  /** The nodes that the query, or only its first `segments` steps, selects: in order, each once. */
  select(document: JsonObject, segments?: number): Location[]
}

export type Compiled =
  | { ok: true; path: JsonPath }
  /** `offset` counts the query's characters from 0. */
  | { ok: false; problem: string; offset: number | undefined }
