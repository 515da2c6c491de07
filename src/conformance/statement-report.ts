/** What a run has shown of each statement of the catalogue. */
import type { Statement } from '../contract/index.ts'
import type { CaseReport, StatementReport } from './run-report.ts'
import type { Basis } from './verdict.ts'

export interface StatementReportsInput {
  cases: readonly CaseReport[]
  /** The whole catalogue; named uses are not judged and do not occur in the outcome. */
  statements: readonly Statement[]
  /** Why nothing from outside can tell, by the statement's id. */
  untestable: Readonly<Record<string, string>>
}

/** One report for each fact and each gap, in the catalogue's order. */
export function reportStatements({ cases, statements, untestable }: StatementReportsInput): StatementReport[] {
  return statements.flatMap(({ id, kind, text }) => {
    if (kind === 'use') return []
    const about = cases.filter(({ basis }) => restsOn(basis, id))
    return [{ id, kind, text, ...judged(kind, about, untestable[id]), cases: about.map((one) => one.id) }]
  })
}

function restsOn(basis: Basis, id: string): boolean {
  switch (basis.kind) {
    case 'stated':
      return basis.statements.includes(id)
    case 'assumed':
      return basis.gap === id
    case 'must':
    case 'should':
      return false
  }
}

/** One broken law breaks the statement; it takes all of them to prove it. */
function judged(
  kind: 'fact' | 'gap',
  cases: readonly CaseReport[],
  untestable: string | undefined,
): Pick<StatementReport, 'state' | 'why'> {
  const broken = cases.flatMap(({ id, result }) =>
    result.verdict === 'fail' || result.verdict === 'refuted' ? [`${id}: ${result.deviation.message}`] : [],
  )
  if (broken.length > 0) return { state: kind === 'fact' ? 'broken' : 'refuted', why: andOthers(broken) }
  if (cases.length === 0) {
    return untestable === undefined ? { state: 'open', why: 'no case is about it' } : { state: 'untestable', why: untestable }
  }
  const open = cases.flatMap((one) => {
    const why = openness(one)
    return why === undefined ? [] : [`${one.id}: ${why}`]
  })
  if (open.length === 0) return { state: kind === 'fact' ? 'proven' : 'confirmed', why: '' }
  const held = cases.length - open.length
  return { state: 'open', why: `${held === 0 ? '' : `${held} of ${cases.length} cases held; `}${andOthers(open)}` }
}

function openness({ result }: CaseReport): string | undefined {
  switch (result.verdict) {
    case 'inconclusive':
    case 'not-run':
      return result.reason
    case 'suite-error':
      return 'the suite itself failed'
    case 'pass':
    case 'confirmed':
    case 'fail':
    case 'refuted':
      return undefined
  }
}

function andOthers([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} (and ${others.length} more)`
}
