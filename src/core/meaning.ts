/**
 * The canonical form of every request and answer. Code works with these; only the contract's wire knows
 * which names, places and values carry them on a given deployment. Each key is the last part of the role
 * that binds it (`report.pageSize` → `pageSize`). Types rather than interfaces: only these are also
 * `Record<string, unknown>`, as which the wire reads them.
 */
import type { JsonObject, JsonValue } from './json.ts'
import type { ProblemKind } from './problem.ts'

/** A record's identifier. The mock numbers records; a deployment may use any text (GAP-RECORD-FIELDS). */
export type RecordId = number | string

export type Fields = JsonObject

/** The user who owns the key (WHO-1). Which fields there are is GAP-USER-FIELDS: a deployment may lack any. */
export type UserMeaning = {
  id?: RecordId
  login?: string
  name?: string
  email?: string
  /** `section:<id|*>:<read|write>`, `report:<id|*>`, `document:<id|*>`, `tool:<taxId|vatId|*>`. */
  permissions?: string[]
}

/** REP-1 … REP-4. Pages count from 1 here, whatever the wire does. */
export type ReportRequest = {
  id: string
  page?: number
  pageSize?: number
  withFiles?: boolean
  safeColumnNames?: boolean
  parameters?: JsonObject
}

export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'instant'

export type ReportColumn = {
  /** The key that the rows use for this column. */
  name: string
  /** The heading for people, in the simulated service version. */
  label: string
  type: ColumnType
}

export type Row = Record<string, string | number | boolean | null>

export type ReportFile = {
  /** The record the file belongs to. */
  recordId: RecordId
  name: string
  mediaType: string
  content: Uint8Array
}

export type ReportPage = {
  rows: readonly Row[]
  columns: readonly ReportColumn[]
  page: number
  pageSize: number
  totalRows?: number
  totalPages?: number
  hasMore?: boolean
  /** Only when asked for by `withFiles` (REP-3). */
  files?: readonly ReportFile[]
}

export const documentFormats = ['html', 'json', 'pdf'] as const
export type DocumentFormat = (typeof documentFormats)[number]

/** DOC-1, DOC-2. */
export type DocumentRequest = {
  id: string
  format?: DocumentFormat
  parameters?: JsonObject
}

export type DocumentAnswer =
  | { format: 'html'; content: string }
  | { format: 'json'; content: JsonValue }
  | { format: 'pdf'; content: Uint8Array }

/** WRI-1: without a `recordId` the record is created, with one it is edited; WRI-2: `eliminado: 1` deletes. */
export type WriteOperation = {
  section: string
  recordId?: RecordId
  fields: Fields
}

export const writeOutcomes = ['created', 'edited', 'deleted', 'restored', 'failed'] as const
export type WriteOutcome = (typeof writeOutcomes)[number]

export const writeErrorCodes = [
  'unknownSection',
  'unknownRecord',
  'unknownField',
  'readOnlyField',
  'missingField',
  'invalidField',
  'invalidCheckDigit',
  'unknownReference',
  'insufficientStock',
  'recordDeleted',
  'forbidden',
] as const
export type WriteErrorCode = (typeof writeErrorCodes)[number]

export type WriteError = {
  code: WriteErrorCode
  message: string
  /** The violations inside `fields`, pointers relative to the operation (`/fields/lines/0/quantity`). */
  details?: WriteErrorDetail[]
}

export type WriteErrorDetail = {
  pointer: string
  message: string
  expected?: string
}

export type WriteResult = {
  section: string
  /** Absent when a creation failed. */
  recordId?: RecordId
  outcome: WriteOutcome
  error?: WriteError
}

export type TaxIdKind = 'individual' | 'foreigner' | 'company'

export type TaxIdReason = 'malformed' | 'checkDigit' | 'unknown' | 'nameMismatch'

/** TOOL-1. */
export type TaxIdRequest = {
  value: string
  name?: string
}

export type TaxIdVerdict = {
  value: string
  valid: boolean
  kind?: TaxIdKind
  name?: string
  /** Present exactly when `valid` is false. */
  reason?: TaxIdReason
}

export type VatReason = 'malformed' | 'checkDigit' | 'notEu' | 'unknown'

/** TOOL-2: a VAT number with its country prefix, or the prefix apart in `country`. */
export type VatRequest = {
  value: string
  country?: string
}

export type VatVerdict = {
  value: string
  country?: string
  valid: boolean
  name?: string
  address?: string
  /** Present exactly when `valid` is false. */
  reason?: VatReason
}

export type EventKind = 'created' | 'modified'

/** One notification (HOOK-1, HOOK-2; its body is GAP-HOOK-BODY). */
export type RecordChanged = {
  kind: EventKind
  section: string
  recordId: RecordId
  changedFields?: string[]
  /** ISO 8601 with `Z`. */
  occurredAt?: string
  /** Only for webhooks that send the whole record. */
  record?: Fields
}

/** A refusal as a client reads it. */
export type Refusal = {
  code: ProblemKind
  title?: string
  message?: string
  status?: number
  /** When to try again (`Retry-After` of a 429 or 503). */
  retryAfterSeconds?: number
  details?: { pointer?: string; message?: string; expected?: string }[]
}

/** Request and answer of every inbound operation, in meaning, by operationId. */
export interface Meanings {
  ping: { request: Record<never, never>; answer: { greeting: string } }
  whoami: { request: Record<never, never>; answer: UserMeaning }
  runReport: { request: ReportRequest; answer: ReportPage }
  generateDocument: { request: DocumentRequest; answer: DocumentAnswer }
  writeRecords: { request: { operations: WriteOperation[] }; answer: { results: WriteResult[] } }
  validateTaxId: { request: TaxIdRequest; answer: TaxIdVerdict }
  validateVatId: { request: VatRequest; answer: VatVerdict }
}

export type OperationId = keyof Meanings
