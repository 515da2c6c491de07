/**
 * What the simulated service needs from a database. Every method takes its sandbox and, where time
 * matters, its time: an adapter never asks the machine for either.
 */
import type { Awaitable, Instant, Row } from '../core/index.ts'
import type { DeliveryFilter, NewDelivery, Outbox } from './delivery.ts'
import type {
  Principal, SandboxId, SandboxSettings, Seed, StoredDefinition, StoredFile, StoredKey, StoredRecord,
  StoredSandbox, StoredSnapshot, StoredUser, StoredWebhook,
} from './sandbox.ts'

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

/** What one write transaction reads cannot change before it commits; what it reads after writing, it wrote. */
export interface Transaction<Webhook extends StoredWebhook = StoredWebhook> {
  record(section: string, id: number): Promise<StoredRecord | undefined>
  /** The next id of the section, starting after the highest ever used. */
  nextRecordId(section: string): Promise<number>
  /** Inserts or replaces. */
  putRecord(record: StoredRecord): Promise<void>
  /** The next value of a counter without gaps, starting at 1: a rollback gives the number back. */
  nextNumber(counter: string): Promise<number>
  /** The next value of the counter is higher than `least`, a whole number; one that is past it stays. */
  raiseNumber(counter: string, least: number): Promise<void>

  /** Frozen. */
  settings(): Promise<SandboxSettings>
  putSettings(settings: SandboxSettings): Promise<void>
  /** By id, each with their keys, the oldest first. */
  users(): Promise<{ user: StoredUser; keys: StoredKey[] }[]>
  /** Inserts or replaces. */
  putUser(user: StoredUser): Promise<void>
  /** Inserts or replaces; rejects when another sandbox has the key. */
  putKey(key: StoredKey): Promise<void>
  /** Whether there was one. */
  deleteKey(hash: string): Promise<boolean>
  /** Inserts or replaces. */
  putDefinition(definition: StoredDefinition): Promise<void>
  deleteDefinition(kind: StoredDefinition['kind'], id: string): Promise<boolean>

  /** In the order in which they were put first; the very same list while nothing but records and deliveries changes. */
  webhooks(): Promise<readonly Webhook[]>
  /** Inserts or replaces; its failures in a row are 0 again. */
  putWebhook(webhook: Webhook): Promise<void>
  /** Its deliveries that are not over are cancelled. */
  deleteWebhook(id: string): Promise<boolean>
  /** Gives their ids, in the same order. */
  appendDeliveries(deliveries: readonly NewDelivery[]): Promise<string[]>
  /**
   * Puts deliveries at the beginning of their schedules again, whatever became of them. Gives the ids of those, in the
   * order asked for; one that is claimed, or whose webhook is no more, is left as it is.
   */
  redeliver(filter: DeliveryFilter, dueAt: Instant): Promise<string[]>
}

/** `query` found SQL that is not a single SELECT over the section views, or that failed or took too long. */
export class QueryRefused extends Error {
  override name = 'QueryRefused'
}

/**
 * The database cannot be used for now: its disk is full or read-only, or it is away. What was asked may be asked again
 * later; of a transaction it says that nothing was acknowledged, and it is stored whole or not at all.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The database cannot be opened as it was asked for; the message is one line, for the person who asked. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/** A sandbox to be: what is not said of it is empty, and its clock the machine's. */
export type NewSandbox = Partial<Omit<StoredSandbox, 'id'>>

/**
 * `Webhook` and `Attempt` are whatever the sender of notifications keeps; whoever does not send them need not care.
 * Methods that take a sandbox reject when there is none, except where another answer is told; any of them rejects with
 * `StoreUnavailable` while the database cannot be used.
 */
export interface Store<Webhook extends StoredWebhook = StoredWebhook, Attempt = unknown>
  extends Outbox<Webhook, Attempt> {
  /** Rejects, and leaves nothing behind, when the sandbox or one of the keys exists already. */
  createSandbox(sandbox: SandboxId, seed: Seed, about?: NewSandbox): Promise<void>
  /**
   * Makes a sandbox with everything that another has, except keys, deliveries and snapshots. Settings are the other's
   * unless given. Rejects as `createSandbox`.
   */
  copySandbox(from: SandboxId, to: SandboxId, keys: readonly StoredKey[], about?: NewSandbox): Promise<void>
  /** With its snapshots. False when there is none. */
  deleteSandbox(sandbox: SandboxId): Promise<boolean>
  /**
   * A store may outlive the process: undefined unless the sandbox was created before, by whomever. The very same
   * frozen object while nothing but records and deliveries changes.
   */
  sandbox(sandbox: SandboxId): Awaitable<StoredSandbox | undefined>
  /** In the order of their creation. */
  sandboxes(): Promise<StoredSandbox[]>

  /**
   * Keeps everything that is in the sandbox now, its settings too; replaces a snapshot of the same name. A delivery
   * that is claimed waits in the snapshot.
   */
  takeSnapshot(sandbox: SandboxId, name: string, takenAt: Instant): Promise<void>
  /** Makes the sandbox what it was. False, and nothing done, when there is no such snapshot. */
  restoreSnapshot(sandbox: SandboxId, name: string): Promise<boolean>
  /** The oldest first. */
  snapshots(sandbox: SandboxId): Promise<StoredSnapshot[]>
  deleteSnapshot(sandbox: SandboxId, name: string): Promise<boolean>

  /** Frozen. */
  principal(keyHash: string): Promise<Principal | undefined>
  /** Runs `work` alone against the sandbox, commits when it resolves, rolls back when it rejects. */
  transaction<T>(sandbox: SandboxId, work: (tx: Transaction<Webhook>) => Promise<T>): Promise<T>
  /** In the order in which they were put first; the very same list while nothing but records and deliveries changes. */
  definitions(sandbox: SandboxId): Promise<readonly StoredDefinition[]>
  record(sandbox: SandboxId, section: string, id: number): Promise<StoredRecord | undefined>
  /** By id, those after `after` (0 for all), deleted ones too, at most `limit`. */
  records(sandbox: SandboxId, section: string, part: { after: number; limit: number }): Promise<StoredRecord[]>
  /**
   * One page of a query. While nothing in the sandbox changes, the same query gives the very same
   * (frozen) `Page` object, and no other query gives it, so a caller may keep what it derived from it.
   */
  page(sandbox: SandboxId, query: PageQuery): Promise<Page>
  /** All rows of a query, in the order that its SQL gives, at most `limit`. */
  rows(sandbox: SandboxId, query: SqlQuery & { limit: number }): Promise<readonly Row[]>
  files(sandbox: SandboxId, section: string, recordIds: readonly number[]): Promise<StoredFile[]>
  /** Resolves when the database can be written to now; rejects as `StoreUnavailable` otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}
