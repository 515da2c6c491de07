/** A run as plain data: what every report is made of, and what `conform diff` compares. */
import type { RecordedExchange, Safety } from './exchange/index.ts'
import type { SoakReport } from './receiver-check/soak-report.ts'
import type { Basis, Verdict } from './verdict.ts'

export interface RunReport {
  format: 'ensayo-run'
  /** Of this shape; a reader refuses a newer one. */
  formatVersion: 1
  tool: { name: 'ensayo'; version: string }
  /** What was judged: a service, or a receiver of its webhooks. */
  subject: 'service' | 'receiver'
  /** The mark that records of this run carry. */
  run: string
  /** A run with the same seed sends the same. */
  seed: number
  /** ISO 8601. */
  startedAt: string
  durationMs: number
  target: { kind: 'mock' | 'deployment' | 'receiver'; url: string }
  contract: {
    overlays: readonly { file: string; title: string; version: string }[]
    /** Stated facts that the overlays contradict, by explicit leave. */
    overridden: readonly { message: string; statements: readonly string[] }[]
  }
  allowed: readonly Safety[]
  /** In the order of the cases. */
  areas: readonly { area: string; title: string }[]
  cases: readonly CaseReport[]
  statements: readonly StatementReport[]
  requests: number
  /** Records that the run made and could not delete. */
  leftovers: readonly Leftover[]
  /** What somebody has to know or to do, one sentence each. */
  notices: readonly string[]
  exitCode: 0 | 1 | 2
  /** Only of a run that kept delivering to a receiver. */
  soak?: SoakReport
}

export interface CaseReport {
  id: string
  area: string
  title: string
  basis: Basis
  safety: Safety
  /** What has to be seen before it passes. */
  evidence: string
  result: Verdict
  /** Real time. */
  durationMs: number
  /** Sentences about what was seen on the way. */
  notes: readonly string[]
  exchanges: readonly RecordedExchange[]
  /** What arrived at the suite's own receivers. */
  notifications: readonly RecordedExchange[]
  /** Why it matters; only of receivers' checks. */
  reason?: string
  /** A command line that repeats this one alone. */
  repeat: string
  /** Somebody has taken this deviation upon themselves. */
  known?: { owner: string; reason: string; expires: string }
}

/** What the run has shown of one statement of the catalogue. */
export interface StatementReport {
  id: string
  kind: 'fact' | 'gap'
  text: string
  /**
   * Of a fact: `proven` when every case about it held and there is one, `broken` when one did not. Of a gap: `confirmed`
   * and `refuted`, likewise. `open`: some could not be judged, or were not run. `untestable`: nothing from outside can
   * tell.
   */
  state: StatementState
  /** Ids. */
  cases: readonly string[]
  /** Why it is neither proven nor confirmed, in one sentence; empty otherwise. */
  why: string
}

export const statementStates = ['proven', 'broken', 'confirmed', 'refuted', 'open', 'untestable'] as const
export type StatementState = (typeof statementStates)[number]

export interface Leftover {
  section: string
  recordId: number | string
  /** Why it is still there. */
  why: string
}

/** What happens during a run, in order; the NDJSON report is these, a line each. */
export type RunEvent =
  | { type: 'runStarted'; run: string; at: string; target: RunReport['target']; cases: readonly string[] }
  | { type: 'caseStarted'; id: string }
  | { type: 'caseEnded'; case: CaseReport }
  | { type: 'notice'; message: string }
  | { type: 'runEnded'; report: RunReport }
