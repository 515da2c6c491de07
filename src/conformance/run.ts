/** Running cases against a target: choosing, ordering, and telling of it as it happens. */
import type { Suite } from './case.ts'
import type { Safety } from './exchange/index.ts'
import { isNamed } from './naming.ts'
import type { CaseReport, RunEvent } from './run-report.ts'
import { openSession } from './session.ts'
import type { Planned, SessionEnd, SessionOptions } from './session.ts'
import type { Verdict } from './verdict.ts'

export interface RunOptions extends SessionOptions {
  suites: readonly Suite[]
  /** Ids, or beginnings of ids up to a dash; all cases unless given. */
  only?: readonly string[]
  /** How many cases at once, on a target that isolates them. */
  concurrency: number
  onEvent?: (event: RunEvent) => void
}

export interface CompletedRun extends SessionEnd {
  cases: readonly CaseReport[]
}

/** Runs the cases; the reports come in the order of the suites, whatever ended first. Never rejects for the target. */
export async function runCases(options: RunOptions): Promise<CompletedRun> {
  const { target, suites, onEvent = () => {} } = options
  const planned = suites.flatMap(({ area, cases }) => cases.map((one) => ({ area, one })))
  const reports = new Map<string, CaseReport>()
  const session = openSession(options)
  const end = (report: CaseReport): void => {
    reports.set(report.id, report)
    onEvent({ type: 'caseEnded', case: report })
  }

  const chosen: Planned[] = []
  for (const plan of planned) {
    const reason = exclusion(plan, options)
    if (reason === undefined) chosen.push(plan)
    else end(session.set(plan, reason))
  }

  async function runOne(plan: Planned): Promise<void> {
    if (options.signal?.aborted !== true) onEvent({ type: 'caseStarted', id: plan.one.id })
    end(await session.judge(plan))
  }

  const first = (plan: Planned) => (plan.one.lastsMs === undefined ? 1 : 0)
  const queue = chosen.toSorted((a, b) => first(a) - first(b))
  const worker = async (): Promise<void> => {
    for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) await runOne(plan)
  }
  // The slow ones only wait, so they do not take a worker's place.
  const slow = target.isolated ? queue.splice(0, queue.filter((plan) => first(plan) === 0).length) : []
  const workers = Array.from({ length: target.isolated ? options.concurrency : 1 }, worker)
  await Promise.all([...slow.map(runOne), ...workers])
  const ended = await session.close()
  return { ...ended, cases: planned.flatMap(({ one }) => reports.get(one.id) ?? []) }
}

/** What a run is told of a case that is not to be judged; undefined when it is. */
export function exclusion(
  { one }: Planned,
  { allowed, only, target }: Pick<RunOptions, 'allowed' | 'only' | 'target'>,
): Verdict | undefined {
  if (only !== undefined && !isNamed(one.id, only)) {
    return { verdict: 'not-run', reason: 'other cases were asked for', cure: `Ask for it with --only ${one.id}.` }
  }
  if (one.onMock === 'whenAsked' && target.kind === 'mock' && only?.includes(one.id) !== true) {
    return {
      verdict: 'not-run',
      reason: `it takes ${Math.ceil((one.lastsMs ?? 0) / 1000)} s of real time, longer than all others together`,
      cure: `Ask for it with --only ${one.id}.`,
    }
  }
  if (allowed.has(one.safety)) return undefined
  return {
    verdict: 'not-run',
    reason: `it needs leave to ${leave[one.safety]}`,
    cure: `Give it with --allow ${one.safety}.`,
  }
}

const leave: Record<Safety, string> = {
  read: 'read',
  load: 'send many requests, and broken ones',
  write: 'create, edit and delete records of its own',
  webhook: 'have the service notify a receiver of its own, for records of its own',
}
