/** Two runs side by side: where a mock differs from reality, or a deployment from what it was last week. */
import type { CaseReport, RunReport, StatementReport, StatementState } from '../run-report.ts'
import type { Basis, VerdictName } from '../verdict.ts'

export interface RunDiff {
  format: 'ensayo-diff'
  formatVersion: 1
  a: DiffedRun
  b: DiffedRun
  cases: readonly CaseDiff[]
  statements: readonly StatementDiff[]
  /** What makes the two hard to compare, one sentence each. */
  notices: readonly string[]
  /** 0 no case differs, 1 at least one does, 2 no case was judged in both. */
  exitCode: 0 | 1 | 2
}

export interface DiffedRun extends Pick<RunReport, 'run' | 'startedAt' | 'target' | 'exitCode'> {
  version: string
}

/**
 * `same`: both held, or both did not. `differs`: one held and the other did not. `undecided`: at least one could not
 * be judged. `missing`: one of the runs does not know it.
 */
export type Comparison = 'same' | 'differs' | 'undecided' | 'missing'

export interface CaseDiff {
  id: string
  area: string
  title: string
  basis: Basis
  comparison: Comparison
  /** Absent when that run does not know the case. */
  a?: CaseSide
  b?: CaseSide
}

export interface CaseSide {
  verdict: VerdictName
  /** What was seen, or why nothing could be: one sentence. */
  said: string
}

export interface StatementDiff {
  id: string
  kind: StatementReport['kind']
  text: string
  comparison: Comparison
  a?: StatementState
  b?: StatementState
}

/** Cases in the order of the first run, those that only the second knows at the end; statements likewise. */
export function diffRuns(a: RunReport, b: RunReport): RunDiff {
  const cases = joined(a.cases, b.cases).map(([left, right, { id, area, title, basis }]): CaseDiff => {
    const comparison = compared(left && standing(left.result.verdict), right && standing(right.result.verdict))
    return { id, area, title, basis, comparison, ...sides(left && sideOf(left), right && sideOf(right)) }
  })
  const statements = joined(a.statements, b.statements).map(([left, right, { id, kind, text }]): StatementDiff => {
    const comparison = compared(left && stateStanding[left.state], right && stateStanding[right.state])
    return { id, kind, text, comparison, ...sides(left?.state, right?.state) }
  })
  const differs = cases.some(({ comparison }) => comparison === 'differs')
  const judged = cases.some(({ comparison }) => comparison === 'same' || comparison === 'differs')
  return {
    format: 'ensayo-diff',
    formatVersion: 1,
    a: diffed(a),
    b: diffed(b),
    cases,
    statements,
    notices: incomparabilities(a, b),
    exitCode: differs ? 1 : judged ? 0 : 2,
  }
}

function joined<T extends { id: string }>(a: readonly T[], b: readonly T[]): [T | undefined, T | undefined, T][] {
  const left = new Set(a.map(({ id }) => id))
  const right = new Map(b.map((one) => [one.id, one]))
  return [
    ...a.map((one): [T, T | undefined, T] => [one, right.get(one.id), one]),
    ...b.filter(({ id }) => !left.has(id)).map((one): [undefined, T, T] => [undefined, one, one]),
  ]
}

type Standing = 'held' | 'broken' | 'unjudged'

function compared(a: Standing | undefined, b: Standing | undefined): Comparison {
  if (a === undefined || b === undefined) return 'missing'
  if (a === 'unjudged' || b === 'unjudged') return 'undecided'
  return a === b ? 'same' : 'differs'
}

function standing(verdict: VerdictName): Standing {
  switch (verdict) {
    case 'pass':
    case 'confirmed':
      return 'held'
    case 'fail':
    case 'refuted':
      return 'broken'
    case 'inconclusive':
    case 'not-run':
    case 'suite-error':
      return 'unjudged'
  }
}

const stateStanding: Record<StatementState, Standing> = {
  proven: 'held',
  confirmed: 'held',
  broken: 'broken',
  refuted: 'broken',
  open: 'unjudged',
  untestable: 'unjudged',
}

function sides<T>(a: T | undefined, b: T | undefined): { a?: T; b?: T } {
  return { ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) }
}

function sideOf({ result }: CaseReport): CaseSide {
  const { verdict } = result
  switch (verdict) {
    case 'pass':
    case 'confirmed':
      return { verdict, said: result.evidence }
    case 'fail':
    case 'refuted':
      return { verdict, said: result.deviation.message }
    case 'inconclusive':
    case 'not-run':
      return { verdict, said: result.reason }
    case 'suite-error':
      return { verdict, said: result.error.split('\n')[0] ?? '' }
  }
}

function diffed({ run, startedAt, target, exitCode, tool }: RunReport): DiffedRun {
  return { run, startedAt, target, exitCode, version: tool.version }
}

function incomparabilities(a: RunReport, b: RunReport): string[] {
  const overlays = ({ contract }: RunReport) => contract.overlays.map(({ title, version }) => `${title} ${version}`).join(', ') || 'none'
  return [
    ...(a.subject === b.subject ? [] : [`One run judged a ${a.subject}, the other a ${b.subject}.`]),
    ...(a.tool.version === b.tool.version ? [] : [`The runs are of different versions: ${a.tool.version} and ${b.tool.version}.`]),
    ...(a.seed === b.seed ? [] : [`The seeds differ (${a.seed} and ${b.seed}), so generated requests do as well.`]),
    ...(overlays(a) === overlays(b) ? [] : [`The contracts have different overlays: ${overlays(a)}; ${overlays(b)}.`]),
  ]
}
