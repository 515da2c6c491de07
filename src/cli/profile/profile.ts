/** A deployment as its user wrote it down, paths resolved and shorthands unfolded. */
import type { Fields, JsonObject } from '../../core/index.ts'

export const keyNames = ['full', 'limited', 'second'] as const
export type KeyName = (typeof keyNames)[number]

export interface Profile {
  /** Absolute. */
  file: string
  /** Without a trailing slash. */
  baseUrl?: string
  /** Absolute paths of files that exist, in the order in which they apply. */
  overlays: readonly string[]
  overrideStated: boolean
  /** Where keys come from; `readKey` gets them, late. */
  keys: { readonly [Name in KeyName]?: KeySource }
  samples: Samples
  mock: MockSettings
}

export interface KeySource {
  /** The environment variable that holds the key. */
  env: string
  /** `file:line:column` where it is named, for messages. */
  place: string
}

export interface Samples {
  report?: ReportSample
  document?: DocumentSample
  section?: SectionSample
  taxIds: Identifiers
  vatIds: Identifiers
}

export interface ReportSample {
  id: string
  /** What a column shows, by the column's name; the field `id` is the record's id. */
  columns: Readonly<Record<string, { section: string; field: string }>>
  parameters: JsonObject
}

export interface DocumentSample {
  id: string
  parameters: JsonObject
  /** Texts that the finished document shows. */
  contains: readonly string[]
}

export interface SectionSample {
  id: string
  /** Fields of a record that can be created any number of times. */
  create: Fields
  /** Fields to change in it; empty when none were given. */
  edit: Fields
}

export interface Identifiers {
  valid: readonly string[]
  invalid: readonly string[]
}

export interface MockSettings {
  port?: number
  host?: string
  /** Absolute path of a folder that exists. */
  fixtures?: string
  serviceVersion?: string
}
