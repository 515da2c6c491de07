/** One check of a webhook receiver, and what it works with. */
import type { Contract } from '../../contract/index.ts'
import type { Fields, RecordChanged, RecordId } from '../../core/index.ts'
import type { Basis, Deviation } from '../verdict.ts'
import type { ShownCertificate } from './certificate.ts'
import type { Connection, RawDelivery, RawAnswer } from './raw-sender.ts'

/** What a verdict can rest on. */
export const evidenceKinds = ['http', 'api', 'probe', 'fault'] as const
/**
 * `http`: what the receiver answers. `api`: what it then asks of our mock. `probe`: its state, read by a URL or a
 * command of its owner's. `fault`: a command of its owner's that makes it fail, or starts it again.
 */
export type EvidenceKind = (typeof evidenceKinds)[number]

export interface Check {
  /** Stable, such as `RCV-AUTH-NONE`. */
  id: string
  /** What a sound receiver does, as a sentence in the present tense. */
  title: string
  /** MUST or SHOULD, and who says so: a statement's id, a section of an RFC, a published guide. */
  basis: Extract<Basis, { kind: 'must' | 'should' }>
  /** What breaks in production when it is not so, in one or two sentences. */
  reason: string
  /** What to change in the receiver, in two sentences at most. */
  cure: string
  /** All of these are needed. */
  needs: readonly EvidenceKind[]
  /** What has to be seen before it passes, in one sentence. */
  evidence: string
  /** Real milliseconds that it takes however fast the receiver is; such checks run side by side. */
  lastsMs?: number
  /** Whether it needs the receiver for itself: restarts, bursts, whatever disturbs others. */
  alone?: boolean
  /** Gives what was seen, in one sentence; ends early through `broken` and `unjudged`. */
  run(context: CheckContext): Promise<string>
}

export interface CheckArea {
  /** Short, lower case: `authentication`. */
  area: string
  title: string
  checks: readonly Check[]
}

/** A notification ready to be sent, which a check may spoil. */
export interface Prepared {
  event: RecordChanged
  headers: Record<string, string>
  body: string
}

export interface CheckContext {
  contract: Contract
  /** Where the receiver takes notifications. */
  url: URL
  /** The webhook's token; undefined when the receiver expects none. */
  token: string | undefined
  /** Another that the receiver shall accept as well, while the token is being changed; undefined when none was given. */
  nextToken: string | undefined
  section: string
  /** The record that notifications are about unless said otherwise; it exists in the API where there is one. */
  recordId: RecordId
  /** Whether notifications carry the record as well. */
  full: boolean
  /** How long an accepted event may take until the state shows it, in milliseconds. */
  patienceMs: number
  /** Seeded per check. */
  random: () => number

  /** A notification as the contract writes it, with the token. */
  notification(event?: Partial<RecordChanged>): Prepared
  /** Sends a notification, valid unless changed. Unjudged when the receiver cannot be reached at all. */
  deliver(prepared?: Prepared, changes?: Partial<RawDelivery>): Promise<RawAnswer>
  /** Bytes as they are, for what is no notification at all. */
  send(delivery: RawDelivery): Promise<RawAnswer>
  /** What `deliver` sends. */
  delivery(prepared?: Prepared, changes?: Partial<RawDelivery>): RawDelivery
  /** For deliveries that follow one another on one connection. It is closed when the check ends. */
  connect(): Connection
  /** What an https receiver shows of itself; undefined for any other. */
  certificate(): Promise<ShownCertificate | undefined>
  /** A valid notification; unjudged when it is not accepted, since nothing can then be told from a refusal. */
  control(): Promise<RawAnswer>
  /**
   * Between two valid controls, so that a receiver which refuses or accepts everything passes nothing: what the given
   * deliveries are answered. Unjudged when the first control is not accepted, and broken when only the second is not.
   */
  between<Seen>(deliver: () => Promise<Seen>): Promise<Seen>

  /** Only for checks that need `api`; throws otherwise. */
  api: ReceiverApi
  /** Only for checks that need `probe`: the receiver's state as text. */
  probe(): Promise<string>
  /** Whether new records come to be shown: hopeless once several were awaited in vain, in any check, and none was seen. */
  sightings: { readonly areHopeless: boolean; note(isShown: boolean): void }
  /** The state once two readings after one another are the same; unjudged when it does not come to rest. */
  settledState(): Promise<string>
  /** Only for checks that need `fault`. */
  fault: { begin(): Promise<void>; end(): Promise<void>; restart(): Promise<void> }

  broken(deviation: Deviation | string): never
  unjudged(reason: string, cure: string): never
  check(holds: boolean, deviation: Deviation | string): void
  note(sentence: string): void
}

/** The mock whose interface the receiver reads records back from (USE-1). */
export interface ReceiverApi {
  /** Fields of the section that hold any text: one by which its records are told apart, and another. */
  textFields: readonly [mark: string, other: string]
  /** What a new record has unless changed. */
  fields: Fields
  /** A new record of the section, which notifies nobody by itself. */
  create(changes?: Fields): Promise<RecordId>
  edit(recordId: RecordId, fields: Fields): Promise<void>
  remove(recordId: RecordId): Promise<void>
  /** How many requests the receiver has made so far, and those that came after the first `after` of them. */
  calls(): Promise<number>
  callsAfter(after: number): Promise<readonly ApiCall[]>
  /** Has the next requests of the receiver answered like this until `clear`. */
  fail(how: 'internal' | 'rateLimited' | 'slow'): Promise<void>
  clear(): Promise<void>
}

export interface ApiCall {
  operation: string
  status: number
  /** The ids of records that the request or its answer names, as texts. */
  mentions: readonly string[]
}
