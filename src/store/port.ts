/**
 * What the simulated service needs from a database. Every method takes its sandbox and, where time
 * matters, its time: an adapter never asks the machine for either.
 */
import type { Fields, Instant, Row } from '../core/index.ts'

export type SandboxId = string

/** A scalar field as a typed column of a section's view. */
export interface ColumnShape {
  name: string
  type: 'text' | 'integer' | 'number' | 'boolean'
}

/**
 * How one section looks to SQL. Its view is named `id` and has the columns `id` (integer), `created_at`,
 * `updated_at` (ISO text) and `columns`; records with `eliminado` = 1 are not in it (WRI-2).
 * Each list (an array of objects in the record) is a view `<id>_<list>` with `record_id`, `position` (from 1)
 * and its own columns.
 */
export interface SectionShape {
  id: string
  columns: ColumnShape[]
  lists: { name: string; columns: ColumnShape[] }[]
}

export interface StoredRecord {
  section: string
  id: number
  fields: Fields
  /** WRI-2: 1 once deleted. */
  eliminado: 0 | 1
  createdAt: Instant
  updatedAt: Instant
}

export interface StoredFile {
  section: string
  recordId: number
  name: string
  mediaType: string
  content: Uint8Array
}

/** A user with the permissions that all of their keys share (AUTH-3). */
export interface StoredUser {
  id: number
  login: string
  name: string
  email: string
  disabled: boolean
  permissions: string[]
}

/** Whom a key belongs to. */
export interface Principal {
  sandbox: SandboxId
  user: StoredUser
}

/** Everything a sandbox is born with. */
export interface Seed {
  users: { user: StoredUser; keyHashes: string[] }[]
  records: StoredRecord[]
  files: StoredFile[]
  /** Last number given out, by counter name. */
  counters: Record<string, number>
}

export interface SqlQuery {
  /** One SELECT over section views, with `:name` parameters. */
  sql: string
  /** Bound by name; a name the SQL does not use is ignored, one it uses and is not given binds null. */
  parameters: Record<string, string | number | null>
}

export interface PageQuery extends SqlQuery {
  /** A total order: the last columns identify a row. Null counts as lower than any value. */
  order: { column: string; descending: boolean }[]
  limit: number
  offset: number
}

export interface Page {
  rows: readonly Row[]
  totalRows: number
}

/** Reads and writes inside one write transaction; what it read cannot change before it commits. */
export interface Transaction {
  record(section: string, id: number): Promise<StoredRecord | undefined>
  /** The next id of the section, starting after the highest ever used. */
  nextRecordId(section: string): Promise<number>
  /** Inserts or replaces. */
  putRecord(record: StoredRecord): Promise<void>
  /** The next value of a counter without gaps, starting at 1: a rollback gives the number back. */
  nextNumber(counter: string): Promise<number>
}

/** `query` found SQL that is not a single SELECT over the section views, or that failed or took too long. */
export class QueryRefused extends Error {
  override name = 'QueryRefused'
}

export interface Store {
  /** Rejects, and leaves nothing behind, when the sandbox or one of the keys exists already. */
  createSandbox(sandbox: SandboxId, seed: Seed): Promise<void>
  /** A store may outlive the process: whether the sandbox was created before, by whomever. */
  hasSandbox(sandbox: SandboxId): Promise<boolean>
  principal(keyHash: string): Promise<Principal | undefined>
  /** Runs `work` alone against the sandbox, commits when it resolves, rolls back when it rejects. */
  transaction<T>(sandbox: SandboxId, work: (tx: Transaction) => Promise<T>): Promise<T>
  record(sandbox: SandboxId, section: string, id: number): Promise<StoredRecord | undefined>
  /**
   * One page of a query. While nothing in the sandbox changes, the same query gives the very same
   * (frozen) `Page` object, and no other query gives it, so a caller may keep what it derived from it.
   */
  page(sandbox: SandboxId, query: PageQuery): Promise<Page>
  /** All rows of a query, in the order that its SQL gives, at most `limit`. */
  rows(sandbox: SandboxId, query: SqlQuery & { limit: number }): Promise<readonly Row[]>
  files(sandbox: SandboxId, section: string, recordIds: readonly number[]): Promise<StoredFile[]>
  close(): Promise<void>
}

