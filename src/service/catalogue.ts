/**
 * What a fixture folder describes, loaded and checked: the sections and the definitions that the
 * service's console would hold. The loader in `fixtures/` makes it; everything else reads it.
 */
import type { ColumnType, JsonObject } from '../core/index.ts'
import type { Seed } from '../store/index.ts'

/** A named rule that a business system applies when a record of the section is written. */
export type Behaviour =
  /** Numbers a record without gaps when it is created: `<series>-<year>-<number>`; see the section schema's description. */
  | { kind: 'numbering'; field: string; series: string; date: string }
  /** Computes each line's `amount` and the record's `base`, `tax`, `total`, all rounded to cents. */
  | { kind: 'totals'; lines: string }
  /** Takes each line's `quantity` of its `item` out of another section's field, and gives it back on deletion. */
  | { kind: 'movesStock'; lines: string; item: string; quantity: string; section: string; field: string }

export interface Section {
  id: string
  title: string
  /** JSON Schema 2020-12 of a record's fields, without `id` and `eliminado`. */
  schema: JsonObject
  /** By top-level or `list/field` name: the section whose record the field refers to (`x-reference`). */
  references: { path: string[]; section: string }[]
  behaviours: Behaviour[]
}

export interface ColumnDefinition {
  /** The stable name (REP-4), also the SQL column's name. */
  name: string
  type: ColumnType
  /** The name that each service version shows (REP-5), by version. */
  labels: Record<string, string>
}

export interface ReportParameter {
  name: string
  type: ColumnType
  required: boolean
  description: string
}

export interface ReportDefinition {
  id: string
  title: string
  description: string
  sql: string
  columns: ColumnDefinition[]
  parameters: ReportParameter[]
  /** A total order over the columns; the loader refuses one that does not end in `key`. */
  order: { column: string; descending: boolean }[]
  /** The section whose files `withFiles` adds (REP-3), and the column that holds the record's id. */
  files?: { section: string; column: string }
}

export interface DocumentDefinition {
  id: string
  title: string
  description: string
  parameters: ReportParameter[]
  /** Each becomes a variable of the template: its one row (`single`) or all its rows. */
  data: { name: string; sql: string; single: boolean }[]
  /** LiquidJS source (DOC-3). */
  template: string
}

export type RegistryStatus = 'known' | 'down'

/** Who the simulated agencies know (TOOL-1, TOOL-2). A well-formed id that is not listed is unknown. */
export interface AgencyRegistry {
  taxIds: { value: string; name: string; status: RegistryStatus }[]
  vatIds: { value: string; name: string; address: string; status: RegistryStatus }[]
}

/** A key that the fixtures publish on purpose, for the start-up banner and the playground. */
export interface DemoKey {
  key: string
  login: string
  description: string
}

export interface Catalogue {
  /** Oldest first. */
  serviceVersions: string[]
  defaultServiceVersion: string
  sections: Map<string, Section>
  reports: Map<string, ReportDefinition>
  documents: Map<string, DocumentDefinition>
  registry: AgencyRegistry
  demoKeys: DemoKey[]
  /** As `webhooks.json` has them, unread: what a webhook is, is known elsewhere. None when absent. */
  webhooks?: {
    given: JsonObject[]
    /** `file:line:column` of what stands at a JSON Pointer into the file, or of what should have it. */
    placeOf(pointer: string): string
  }
  seed: Seed
  /** The fixture folder, unless its stamp says that its queries run; see `Definitions.tryFixtures`. */
  untried?: string
}
