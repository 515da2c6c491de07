/** What a suite runs against. */
import type { Contract } from '../contract/index.ts'
import type { DocumentFormat, EventKind, Fields, JsonObject } from '../core/index.ts'

/** The user who may do what is tried, one who may do less, and another one. */
export const keyNames = ['full', 'limited', 'second'] as const
export type KeyName = (typeof keyNames)[number]

export type Keys = { readonly [Name in KeyName]?: string }

/** What there is on the target that cases may use, in the toolkit's own names. */
export interface Samples {
  report?: ReportSample
  /** A report of which some rows on its first pages have files. */
  filesReport?: Pick<ReportSample, 'id' | 'parameters'>
  document?: DocumentSample
  section?: SectionSample
  /** What the limited key must be refused. */
  forbidden?: {
    report?: string
    /** `report` shows the section's records to the full key; without it nobody can see what became of a write. */
    section?: { id: string; create: Fields; report?: ReportSample }
  }
  taxIds: Identifiers
  vatIds: Identifiers
}

export interface ReportSample {
  /** A report with more than a handful of rows. */
  id: string
  parameters: JsonObject
  /** What a column shows, by its name; the field `id` is the record's id. */
  columns: Readonly<Record<string, { section: string; field: string }>>
  /** An id that no report has. */
  unknownId?: string
}

export interface DocumentSample {
  id: string
  parameters: JsonObject
  /** Texts that the finished document shows. */
  contains: readonly string[]
  /** In which it can be had; all of them unless given. */
  formats?: readonly DocumentFormat[]
  /** Texts that it takes from a section, by the section (DOC-3). */
  sections?: Readonly<Record<string, readonly string[]>>
}

export interface SectionSample {
  id: string
  /** Fields of a record that can be created any number of times. */
  create: Fields
  /** Fields to change in it; empty when none were given. */
  edit: Fields
  /** A report, with its parameters, that shows the section's records; the sample report unless given. */
  report?: ReportSample
}

export interface Identifiers {
  valid: readonly string[]
  invalid: readonly string[]
}

export interface Target {
  kind: 'mock' | 'deployment'
  /** Without a trailing slash. */
  baseUrl: string
  contract: Contract
  samples: Samples
  /**
   * A place where a case is alone: a sandbox of a mock. A deployment has one for all, whose cases therefore run one
   * after the other.
   */
  open(): Promise<Place>
  /** Whether each `open()` gives a place of its own. */
  isolated: boolean
}

export interface Place {
  keys: Keys
  /** Configures webhooks; undefined where nobody can be asked to. */
  console?: Console
  /** The service's clock, where it can be moved. */
  clock?: { advance(milliseconds: number): Promise<void> }
  /** The service's versions, where they can be changed. */
  versions?: Versions
  close(): Promise<void>
}

/** The versions of the service (GAP-VERSIONS). */
export interface Versions {
  /** Two at least. */
  known: readonly string[]
  /** Rejects with `Unjudged` when that cannot be had. */
  change(version: string): Promise<void>
}

/** HOOK-1, as the service's console takes it; `url` is where the notifications shall go. */
export interface WebhookWish {
  section: string
  /** Any of these, or changes of the fields named. */
  on: readonly EventKind[] | { fields: readonly string[] }
  url: string
  token?: string
}

/** The service's console. */
export interface Console {
  /** Resolves when the service is going to notify the URL; rejects with `Unjudged` when that cannot be had. */
  configure(webhook: WebhookWish): Promise<void>
  /** The token that a webhook gets here in the place of the one wished for; absent where any can be had. */
  tokenFor?(wished: string): string
  /** Resolves when nothing is on its way any more; absent where only waiting tells. */
  settle?(): Promise<void>
  /** Has a person or the console itself change a record; absent where only the API can. */
  edit?(section: string, recordId: number | string, fields: Fields): Promise<void>
}
