/** One numbered test of the suite, and what it works with. */
import type { Client, Result } from '../client/index.ts'
import type { Contract } from '../contract/index.ts'
import type { Fields, Meanings, OperationId, RecordId, Refusal, Row } from '../core/index.ts'
import type { HttpAnswer, HttpRequest, Safety } from './exchange/index.ts'
import type { Listening, ListeningWish } from './listening.ts'
import type { Snapshot } from './snapshot.ts'
import type { KeyName, ReportSample, Samples, Versions } from './target.ts'
import type { Basis, Deviation } from './verdict.ts'

/** What a target must offer for a case to be judged; each is looked for before the case runs. */
export const needs = [
  'fullKey',
  'limitedKey',
  'secondKey',
  'report',
  'document',
  'section',
  'forbiddenReport',
  'forbiddenSection',
  'taxIds',
  'vatIds',
  'console',
  'clock',
  'versions',
] as const
export type Need = (typeof needs)[number]

export interface Case {
  /** Stable, such as `REP-PAGES-JOIN`: reports, baselines and the command line refer to it. */
  id: string
  /** The law, as a sentence in the present tense. */
  title: string
  basis: Extract<Basis, { kind: 'stated' | 'assumed' }>
  safety: Safety
  needs: readonly Need[]
  /** What has to be seen before it passes, in one sentence. */
  evidence: string
  /** Real milliseconds that it takes however fast the target is; such cases are begun first. */
  lastsMs?: number
  /** It takes longer than a whole run may on a mock, where it is therefore run only when asked for by its id. */
  onMock?: 'whenAsked'
  /**
   * Gives the evidence when the law holds, in one sentence with the figures seen. Ends early through the context's
   * `broken` and `unjudged`. Whatever else it throws is a fault of the suite.
   */
  run(context: CaseContext): Promise<string>
}

export interface Suite {
  /** Short, lower case: `reports`. */
  area: string
  title: string
  cases: readonly Case[]
}

/** How a target treated a request that it should have refused. */
export type Treatment =
  /** A status of 3xx or 4xx, or a body that the contract describes as a refusal. */
  | { kind: 'refused'; status: number }
  /** With what the operation gives. */
  | { kind: 'answered'; status: number }
  /** Neither: a server error, or a success that is none of the contract's answers. */
  | { kind: 'unclear'; status: number; reason: string }

export interface CaseContext {
  contract: Contract
  /** Without a trailing slash. */
  baseUrl: string
  /** Whether the target is a mock, with a place of its own for the case. */
  isMock: boolean
  samples: Samples
  /** Seeded per case, from 0 to below 1: a run with the same seed sends the same. */
  random: () => number

  /** With the full key unless another is named. Its requests are recorded and held to the case's safety. */
  client(key?: KeyName): Client
  /** The key itself, for cases that alter it. Only where the case needs it; throws otherwise. */
  key(name?: KeyName): string
  /** Any request; unjudged when there is no answer, or, unless wanted `evenBusy`, none but "not now" (408, 429, 502 to 504). */
  send(request: HttpRequest, wish?: { evenBusy?: boolean }): Promise<HttpAnswer>
  /** An operation's request as the contract writes it, with the full key unless `authorization` is given (null: none). */
  request<Id extends OperationId>(
    id: Id,
    meaning: Meanings[Id]['request'],
    authorization?: string | null,
  ): HttpRequest
  /** What an answer to that operation amounts to. */
  treatment(id: OperationId, answer: HttpAnswer): Treatment
  /** What a refusal says; undefined when it is none that the contract describes for that operation, in every detail. */
  refusal(id: OperationId, answer: HttpAnswer): Refusal | undefined
  /** What an answer of that operation means; undefined when it is not one of the contract's. */
  meaning<Id extends OperationId>(
    id: Id,
    answer: HttpAnswer,
    asked: Meanings[Id]['request'],
  ): Meanings[Id]['answer'] | undefined

  /** The value; unjudged when the call failed: this is not what the case is about. `what` names it: "the first page". */
  given<T>(result: Result<T>, what: string): T
  /** The result as it is; unjudged when no answer came, or one that is a fault of the server. */
  answered<T>(result: Result<T>, what: string): Result<T>
  /** The value; broken when the call failed although what came before has shown that it can work. */
  must<T>(result: Result<T>, what: string): T
  /** A sample; unjudged, saying what to add, when there is none. */
  sample<Name extends keyof Samples>(name: Name): NonNullable<Samples[Name]>
  broken(deviation: Deviation | string): never
  unjudged(reason: string, cure: string): never
  /** Broken unless it holds. */
  check(holds: boolean, deviation: Deviation | string): void
  /** Adds a sentence to the evidence in the report. */
  note(sentence: string): void

  records: CaseRecords
  /** Starts a receiver and has the service notify it. */
  listen(wish: ListeningWish): Promise<Listening>
  /** Has the service's console, or a person, change a record; false where nobody can be asked to. */
  editInConsole(section: string, id: RecordId, fields: Fields): Promise<boolean>
  /** Moves the service's clock; only for cases that need `clock`. */
  advance(milliseconds: number): Promise<void>
  /** Only for cases that need `versions`. */
  versions(): Versions
  /** What an earlier run saw, and what a later one shall know of this. */
  snapshot: Snapshot
}

/** Records that the case makes; each carries the run's mark, and is deleted (WRI-2) when the case is over. */
export interface CaseRecords {
  /** What every text of the run's own carries. */
  mark: string
  /** The sample's fields with the mark in the first text among them, and `changes` over them. */
  fields(changes?: Fields): Fields
  /** Creates one in the sample's section; unjudged when that fails. */
  create(changes?: Fields): Promise<{ id: RecordId; fields: Fields }>
  /** Has a record that the case made by other means cleaned up as well. */
  adopt(section: string, id: RecordId): void
  /** The row of the sample section's report that shows this record; undefined when it is on no page. */
  find(id: RecordId): Promise<Row | undefined>
  /** The report in which `find` looks, and its columns' fields. */
  report(): ReportSample
}
