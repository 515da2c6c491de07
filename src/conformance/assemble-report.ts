/** From a run that is over to the report that everything else is made of. */
import type { Contract, Statement } from '../contract/index.ts'
import { applyBaseline } from './baseline/index.ts'
import type { Baseline } from './baseline/index.ts'
import type { Safety } from './exchange/index.ts'
import type { CompletedRun } from './run.ts'
import type { SoakReport } from './receiver-check/soak-report.ts'
import type { CaseReport, RunReport } from './run-report.ts'
import { reportStatements } from './statement-report.ts'
import { exitCodeOf } from './verdict.ts'

export interface AssembleOptions {
  completed: CompletedRun
  subject: RunReport['subject']
  /** Of this program. */
  version: string
  run: string
  seed: number
  startedAt: Date
  durationMs: number
  /** Credentials in the URL are taken out. */
  target: RunReport['target']
  contract: Pick<Contract, 'overlays' | 'overridden'>
  allowed: Iterable<Safety>
  /** The suites, or the areas of checks, for their titles. */
  areas: readonly { area: string; title: string }[]
  /** The catalogue; none where a receiver is judged, of which the documentation states little. */
  statements?: readonly Statement[]
  /** Why nothing from outside can tell, by the statement's id. */
  untestable?: Readonly<Record<string, string>>
  baseline?: Baseline
  /** Further sentences that somebody has to know. */
  notices?: readonly string[]
  soak?: SoakReport
}

/** A plain value that JSON carries without loss. */
export function assembleReport(options: AssembleOptions): RunReport {
  const { completed, contract, startedAt, target } = options
  const today = startedAt.toISOString().slice(0, 10)
  const { cases, notices } = applyBaseline(completed.cases, options.baseline ?? [], today)
  return {
    format: 'ensayo-run',
    formatVersion: 1,
    tool: { name: 'ensayo', version: options.version },
    subject: options.subject,
    run: options.run,
    seed: options.seed,
    startedAt: startedAt.toISOString(),
    durationMs: options.durationMs,
    target: { kind: target.kind, url: withoutCredentials(target.url) },
    contract: {
      overlays: contract.overlays.map(({ file, title, version }) => ({ file, title, version })),
      overridden: contract.overridden.map(({ message, statements }) => ({ message, statements: [...statements] })),
    },
    allowed: [...options.allowed],
    areas: options.areas.map(({ area, title }) => ({ area, title })),
    cases,
    statements: reportStatements({ cases, statements: options.statements ?? [], untestable: options.untestable ?? {} }),
    requests: completed.requests,
    leftovers: completed.leftovers,
    notices: [
      ...contract.overridden.map(({ message }) => `By explicit leave, the contract contradicts the documentation: ${message}`),
      ...notices,
      ...(completed.cutShort === undefined ? [] : [`The run ended before its time: ${completed.cutShort}.`]),
      ...(isOnlyGreeted(cases) ? ['Nothing but the greeting could be judged, which anything that answers might give.'] : []),
      ...leftoverNotices(completed, options.run),
      ...(options.notices ?? []),
    ],
    exitCode: exitCodeFor(completed, cases),
    ...(options.soak === undefined ? {} : { soak: options.soak }),
  }
}

/** A run that ended before its time proves nothing by what did not fail; nor does one that saw no more than greetings. */
function exitCodeFor({ cutShort }: CompletedRun, cases: readonly CaseReport[]): 0 | 1 | 2 {
  const code = exitCodeOf(cases.filter((one) => !isExcused(one)).map(({ result }) => result.verdict))
  return code === 0 && (cutShort !== undefined || isOnlyGreeted(cases)) ? 2 : code
}

/** Anything that answers can greet (PING-1 … PING-3): it takes more to be the service, where more was tried. */
function isOnlyGreeted(cases: readonly CaseReport[]): boolean {
  const isHeld = ({ result }: CaseReport) => result.verdict === 'pass' || result.verdict === 'confirmed'
  const wasTried = ({ area, result }: CaseReport) => area !== 'ping' && result.verdict === 'inconclusive'
  const held = cases.filter(isHeld)
  return held.length > 0 && cases.some(wasTried) && held.every(({ area }) => area === 'ping')
}

/** What is excused neither fails the run nor makes it green. */
function isExcused({ known }: CaseReport): boolean {
  return known !== undefined
}

function leftoverNotices({ leftovers }: CompletedRun, run: string): string[] {
  if (leftovers.length === 0) return []
  const many = leftovers.length === 1 ? 'A record of this run is' : `${leftovers.length} records of this run are`
  return [`${many} still there; delete by hand, or with ensayo conform --sweep ${run}.`]
}

function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
}
