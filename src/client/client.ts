/** The client's public face. */
import type { Contract } from '../contract/index.ts'
import type {
  DocumentAnswer,
  DocumentFormat,
  DocumentRequest,
  Fields,
  Meanings,
  OperationId,
  RecordId,
  ReportPage,
  ReportRequest,
  Row,
  TaxIdRequest,
  TaxIdVerdict,
  UserMeaning,
  VatRequest,
  VatVerdict,
  WriteOperation,
  WriteResult,
} from '../core/index.ts'
import type { ContractSource } from './contract-source.ts'
import type { Failure, RawResult, Result } from './result.ts'
import type { RawRequest, TransportOptions } from './transport.ts'

/** A deployment's own names come with `overlays`, or with a `contract` that has them. */
export interface ClientOptions extends TransportOptions, ContractSource {}

/**
 * Calls one deployment, in meaning, whatever its names are. Calls never reject for what a deployment or the
 * network does; see `CallError`. They reject with a TypeError when a value cannot be sent at all, and with a
 * ContractError or OverlayError when the contract cannot be loaded with its overlays.
 */
export interface Client {
  /** The effective contract, loaded by now: to learn of an overlay that does not hold before the first call. */
  contract(): Promise<Contract>

  /** PING-1: is the service running? The key is not sent (PING-3). */
  ping(): Promise<Result<{ greeting: string }>>

  /** WHO-1: the user who owns the key. */
  whoami(): Promise<Result<UserMeaning>>

  /** REP-1, REP-2: one page of a report. */
  runReport(request: ReportRequest): Promise<Result<ReportPage>>

  /** REP-2: the pages of a report from `request.page` (default 1) on; a failure ends them and is yielded last. */
  reportPages(request: ReportRequest): AsyncGenerator<Result<ReportPage>, void, void>

  /** The rows of those pages; a failure ends them and is yielded last. */
  reportRows(request: ReportRequest): AsyncGenerator<{ ok: true; value: Row } | Failure, void, void>

  /** DOC-1: a document. One that comes in another format than the one asked for is `unexpected`. */
  generateDocument<Format extends DocumentFormat = DocumentFormat>(
    request: DocumentRequest & { format?: Format },
  ): Promise<Result<DocumentIn<Format>>>

  /** WRI-1: several writes at once. One that failed says so in its own result (GAP-WRITE-RESULT). */
  writeRecords(request: { operations: WriteOperation[] }): Promise<Result<{ results: WriteResult[] }>>

  /** WRI-1: one new record. The result's `outcome` may be `failed`. */
  createRecord(section: string, fields: Fields): Promise<Result<WriteResult>>

  /** WRI-1: sets some fields of a record. The result's `outcome` may be `failed`. */
  editRecord(section: string, recordId: RecordId, fields: Fields): Promise<Result<WriteResult>>

  /** WRI-2: deletes a record by editing `eliminado` to 1. The result's `outcome` may be `failed`. */
  deleteRecord(section: string, recordId: RecordId): Promise<Result<WriteResult>>

  /** TOOL-1: an identifier that is not valid is an answer, not a failure. */
  validateTaxId(request: TaxIdRequest): Promise<Result<TaxIdVerdict>>

  /** TOOL-2: an identifier that is not valid is an answer, not a failure. */
  validateVatId(request: VatRequest): Promise<Result<VatVerdict>>

  /** The same operations with the answers as they came: any status, unchecked, in the deployment's names. */
  raw: RawClient
}

/** A document in one format; in any of them when the request leaves the format open. */
export type DocumentIn<Format extends DocumentFormat> = Extract<DocumentAnswer, { format: Format }>

type RawCall<Request> = keyof Request extends never
  ? () => Promise<RawResult>
  : (request: Request) => Promise<RawResult>

export type RawClient = { readonly [Id in OperationId]: RawCall<Meanings[Id]['request']> } & {
  /** Any request below the base URL. */
  send(request: RawRequest): Promise<RawResult>
}
