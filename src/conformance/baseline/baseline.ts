/** Deviations that somebody has taken upon themselves: they are told of, and do not fail the run. */
import type { CaseReport } from '../run-report.ts'

export interface KnownDeviation {
  /** The id of a case. */
  case: string
  owner: string
  reason: string
  /** The last day on which it is excused, `YYYY-MM-DD`. */
  expires: string
  /** `file:line:column`, for notices. */
  place: string
}

export type Baseline = readonly KnownDeviation[]

export interface BaselineOutcome {
  /** Those that fail and are excused carry `known`. */
  cases: CaseReport[]
  /** What has to be changed in the baseline, one sentence each. */
  notices: string[]
}

/** @param today `YYYY-MM-DD` */
export function applyBaseline(cases: readonly CaseReport[], baseline: Baseline, today: string): BaselineOutcome {
  const entries = new Map(baseline.map((entry) => [entry.case, entry]))
  const notices = baseline.flatMap((entry) => {
    const notice = remark(entry, cases.find(({ id }) => id === entry.case), today)
    return notice === undefined ? [] : [`${entry.place}: ${notice}`]
  })
  return {
    notices,
    cases: cases.map((one) => {
      const entry = entries.get(one.id)
      if (entry === undefined || one.result.verdict !== 'fail' || isOver(entry, today)) return one
      const { owner, reason, expires } = entry
      return { ...one, known: { owner, reason, expires } }
    }),
  }
}

function remark(entry: KnownDeviation, found: CaseReport | undefined, today: string): string | undefined {
  const { case: id, owner, expires } = entry
  if (found === undefined) return `there is no case ${id} in this run; remove the entry or correct its id`
  switch (found.result.verdict) {
    case 'fail':
      return isOver(entry, today)
        ? `the excuse for ${id} expired on ${expires}, so it fails the run again; ${owner} should mend it or renew the entry`
        : undefined
    case 'pass':
      return `${id} passes now, unexpectedly; remove the entry`
    case 'confirmed':
    case 'refuted':
      return `${id} is about an assumption, which never fails a run; remove the entry`
    case 'inconclusive':
    case 'not-run':
    case 'suite-error':
      return undefined
  }
}

function isOver({ expires }: KnownDeviation, today: string): boolean {
  return today > expires
}
