/** What the rest of the toolkit sees of the contract. */
import type { Meanings, OperationId, Outcome, Problem, RecordChanged, Refusal, Violation } from '../core/index.ts'

export type HttpMethod = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH'

/** A request in the deployment's own names, after HTTP and JSON parsing. */
export interface WireRequest {
  /** Path parameters, percent-decoded. */
  path: Record<string, string>
  query: Record<string, string | string[]>
  /** Lower-case names. */
  headers: Record<string, string | string[] | undefined>
  /** The parsed JSON body; undefined when there was none. */
  body: unknown
}

/** A request ready to be sent: the path filled in, the query appended. */
export interface OutgoingRequest {
  method: HttpMethod
  /** Relative to the base URL, e.g. `/api/reports?x=1`. */
  target: string
  /** Lower-case names; `content-type` included when there is a body. */
  headers: Record<string, string>
  /** The JSON value of the body; undefined for none. */
  body: unknown
}

/** An answer in the deployment's own names. */
export interface WireAnswer {
  status: number
  /** Lower-case names, without `content-type`. */
  headers: Record<string, string>
  /** The media type without parameters; undefined for an empty answer. */
  mediaType: string | undefined
  /** A JSON value for JSON media types, text for `text/*`, bytes otherwise; undefined for none. */
  body: unknown
}

/** What an answer says: the operation's meaning, a refusal, or something the contract does not know. */
export type DecodedAnswer<Answer> =
  | { kind: 'answer'; value: Answer }
  | { kind: 'refusal'; refusal: Refusal }
  | { kind: 'unknown'; status: number; reason: string }

/** One inbound operation of the effective contract. */
export interface Operation<Id extends OperationId> {
  id: Id
  method: HttpMethod
  /** As OpenAPI writes it: `/api/reports`, `/api/tools/{tool}`. */
  path: string
  summary: string
  /** AUTH-2: everything except ping. */
  authenticated: boolean
  /** Media types of the request body; empty when the operation takes none. */
  requestMediaTypes: readonly string[]
  /**
   * Validates a request and reads its meaning, defaults filled in. Violations point into the request:
   * `/body/…`, `/query/…`, `/path/…`, `/headers/…`.
   */
  decodeRequest(request: WireRequest): Outcome<Meanings[Id]['request']>
  /** Writes a request; used by clients. */
  encodeRequest(meaning: Meanings[Id]['request']): OutgoingRequest
  /** Writes the successful answer. */
  encodeAnswer(meaning: Meanings[Id]['answer']): WireAnswer
  /** Writes a refusal, in the operation's own response for that kind (`error.<kind>`). */
  encodeProblem(problem: Problem): WireAnswer
  /** Violations of the contract by an answer of this operation; none when it keeps it. */
  checkAnswer(answer: WireAnswer): Violation[]
  /** `asked` is the request, for deployments whose answer does not tell again which format or section it is about. */
  decodeAnswer(answer: WireAnswer, asked?: Meanings[Id]['request']): DecodedAnswer<Meanings[Id]['answer']>
}

/** The outbound notification (`webhooks.recordChanged`). */
export interface Notification {
  /** Header names are lower case, without `content-type`; none unless a deployment tells something in headers. */
  encode(meaning: RecordChanged): { headers: Record<string, string>; mediaType: string; body: unknown }
  /** Violations by the body, and by the headers where they are given. */
  check(body: unknown, headers?: WireRequest['headers']): Violation[]
  decode(body: unknown, headers?: WireRequest['headers']): RecordChanged
}

/** What overlays did to a contract on its way to the effective one. */
export interface OverlayHistory {
  /** In the order in which they were applied. */
  overlays: readonly { file: string; title: string; version: string }[]
  /** Stated facts that they contradict, by explicit leave; every report tells of them. */
  overridden: readonly { message: string; statements: readonly string[] }[]
  /** Legal, but likely to surprise their author; one line each. */
  remarks: readonly string[]
}

export interface Contract extends OverlayHistory {
  /** The effective document: bundled, overlays applied, frozen. */
  document: Readonly<Record<string, unknown>>
  operations: { readonly [Id in OperationId]: Operation<Id> }
  notification: Notification
  /** Writes a refusal that belongs to no operation: unknown path, wrong method. */
  encodeProblem(problem: Problem): WireAnswer
}
