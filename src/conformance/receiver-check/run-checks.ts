/** Running the checks of a receiver: side by side where nothing depends on its state, one by one where it does. */
import { createPace, createSecrets } from '../exchange/index.ts'
import type { RecordedExchange } from '../exchange/index.ts'
import { Broken, Unjudged } from '../judgement.ts'
import { isNamed } from '../naming.ts'
import type { CaseReport } from '../run-report.ts'
import { broken, held, interrupted, reworded } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'
import { createControls, openContext } from './check-context.ts'
import type { CheckOptions } from './check-options.ts'
import type { Check, EvidenceKind } from './check.ts'

export interface CompletedChecks {
  cases: readonly CaseReport[]
  /** Deliveries sent. */
  requests: number
}

export async function runChecks(options: CheckOptions): Promise<CompletedChecks> {
  const { areas, onEvent = () => {}, token } = options
  const planned = areas.flatMap(({ area, checks }) => checks.map((check) => ({ area, check })))
  const secrets = createSecrets()
  const { tokenVariable = 'ENSAYO_WEBHOOK_TOKEN', nextTokenVariable = 'ENSAYO_WEBHOOK_NEXT_TOKEN' } = options
  if (token !== undefined) secrets.add(tokenVariable, token)
  if (options.nextToken !== undefined) secrets.add(nextTokenVariable, options.nextToken)
  for (const [name, value] of Object.entries(options.hidden ?? {})) secrets.add(name, value)
  const pace = createPace(options.rate === undefined ? {} : { rate: options.rate })
  const controls = createControls()
  const reports = new Map<string, CaseReport>()

  async function judge({ area, check }: Planned): Promise<CaseReport> {
    onEvent({ type: 'caseStarted', id: check.id })
    const started = performance.now()
    const exchanges: RecordedExchange[] = []
    const notes: string[] = []
    const skipped = exclusion(check, options)
    const seen = skipped ?? (await verdictOf(check, async () => {
      const turn = async () => void (await pace.turn(false))
      const onExchange = (one: RecordedExchange) => void exchanges.push(one)
      await options.ready?.()
      const { context, close } = await openContext(check, options, { secrets, turn, onExchange, notes, controls })
      try {
        return await check.run(context)
      } finally {
        close()
      }
    }))
    // Whoever has interrupted it has ended the API and the receiver as well: nothing is shown by what fails then.
    const isCut = options.signal?.aborted === true && seen.verdict !== 'pass' && seen.verdict !== 'confirmed'
    const result = isCut ? interrupted : seen
    return {
      id: check.id,
      area,
      title: check.title,
      basis: check.basis,
      safety: 'webhook',
      evidence: check.evidence,
      result: reworded(result, secrets.text),
      durationMs: performance.now() - started,
      notes: notes.map(secrets.text),
      exchanges,
      notifications: [],
      reason: check.reason,
      repeat: options.repeat(check.id),
    }
  }

  function end(report: CaseReport): void {
    reports.set(report.id, report)
    onEvent({ type: 'caseEnded', case: report })
  }
  const runOne = async (plan: Planned): Promise<void> => end(await judge(plan))

  const inTurn = async (plans: readonly Planned[]): Promise<void> => {
    for (const plan of plans) await runOne(plan)
  }
  const free = planned.filter(({ check }) => check.alone !== true && !readsState(check))
  const stateful = planned.filter(({ check }) => check.alone !== true && readsState(check))
  const isSlow = ({ check }: Planned) => check.lastsMs !== undefined
  // Slow ones only wait, but whoever reads the receiver's state must not be disturbed by others.
  const waiting = Promise.all(free.filter(isSlow).map(async (plan) => ({ plan, report: await judge(plan) })))
  await inTurn(free.filter((plan) => !isSlow(plan)))
  for (const { plan, report } of await waiting) {
    // Another check may have brought the receiver down meanwhile, which this one must not be blamed for.
    const isSure = ['pass', 'confirmed', 'not-run'].includes(report.result.verdict)
    if (isSure) end(report)
    else end(options.signal?.aborted === true ? { ...report, result: interrupted } : await judge(plan))
  }
  await Promise.all(stateful.filter(isSlow).map(runOne))
  await inTurn(stateful.filter((plan) => !isSlow(plan)))
  await inTurn(planned.filter(({ check }) => check.alone === true))

  return { cases: planned.flatMap(({ check }) => reports.get(check.id) ?? []), requests: pace.spent() }
}

interface Planned {
  area: string
  check: Check
}

function readsState({ needs }: Check): boolean {
  return needs.includes('probe') || needs.includes('fault')
}

function exclusion({ id, needs }: Check, { only, signal, api, probe, fault }: CheckOptions): Verdict | undefined {
  if (only !== undefined && !isNamed(id, only)) {
    return { verdict: 'not-run', reason: 'other checks were asked for', cure: `Ask for it with --only ${id}.` }
  }
  if (signal?.aborted === true) return interrupted
  const has: Record<EvidenceKind, boolean> = { http: true, api: api !== undefined, probe: probe !== undefined, fault: fault !== undefined }
  const lacking = needs.find((kind) => !has[kind])
  return lacking === undefined ? undefined : { verdict: 'inconclusive', ...supplies[lacking] }
}

const supplies: Record<EvidenceKind, { reason: string; cure: string }> = {
  http: { reason: 'there is no receiver', cure: 'Give its URL with --to.' },
  api: { reason: 'what the receiver reads back cannot be seen', cure: 'Have it read from our mock: --api, with --start for its command.' },
  probe: { reason: "the receiver's state cannot be seen", cure: 'Give --probe, a URL or a command that prints its state.' },
  fault: { reason: 'the receiver cannot be made to fail', cure: 'Give --fault and --restart, commands that break it and start it again.' },
}

async function verdictOf(check: Check, run: () => Promise<string>): Promise<Verdict> {
  try {
    return held(check.basis, await run())
  } catch (error) {
    if (error instanceof Broken) return broken(check.basis, { cure: check.cure, ...error.deviation })
    if (error instanceof Unjudged) return { verdict: 'inconclusive', reason: error.message, cure: error.cure }
    return { verdict: 'suite-error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
