/** A whole run: from the target to the exit code. */
import { assembleReport, runCases } from '../../conformance/index.ts'
import type { Baseline, ColumnSnapshot, PaceOptions, RunReport } from '../../conformance/index.ts'
import { readStatements } from '../../contract/index.ts'
import { suites } from '../../../suites/index.ts'
import { untestable } from '../../../suites/untestable.ts'
import { packageVersion } from '../package-version.ts'
import { takeInterruption } from '../webhook/interruption.ts'
import type { Interruption } from '../webhook/interruption.ts'
import { demandConsent } from './consent.ts'
import { deploymentConsole } from './deployment-console.ts'
import { baseOf, judgedTarget } from './judged-target.ts'
import type { JudgedTarget } from './judged-target.ts'
import { openOutputs } from './outputs.ts'
import type { Outputs } from './outputs.ts'
import { demandAnswer } from './preflight.ts'
import { repeatLine } from './repeat-line.ts'
import type { Task } from './task.ts'
import { baselineIn, keepSnapshot, snapshotIn } from './run-files.ts'
import { newMark } from './sweep.ts'
import type { PrismBeside } from './with-prism.ts'

/** On a deployment unless told otherwise: as many requests a second, and in all, as nobody will notice. */
const usualRate = 10
const usualBudget = 2000

/** On a deployment: fewer wrong keys than would lock many out. */
const mostWrongKeys = 40

/** Cases at once, each in a sandbox of its own. */
const concurrency = 4

/** @throws UsageError when there is nothing to judge, or no leave to */
export async function judge(task: Task): Promise<void> {
  const { args, environment, settings } = task
  const [baseline, earlier] = await Promise.all([baselineIn(settings.baseline), snapshotIn(args.snapshot)])
  const interruption = takeInterruption()
  const outputs = openOutputs(args, environment)
  try {
    const report = await judged({ task, baseline, earlier, interruption, outputs })
    await outputs.end(report)
    process.exitCode = report.exitCode
  } finally {
    outputs.close()
    interruption.dispose()
  }
}

interface Judging {
  task: Task
  baseline: Baseline
  earlier: ColumnSnapshot | undefined
  interruption: Interruption
  outputs: Outputs
}

async function judged(judging: Judging): Promise<RunReport> {
  const { task, baseline, earlier, interruption, outputs } = judging
  const { args, contract, settings } = task
  const { seed, only, timeoutMs } = settings
  const run = newMark()
  const instructions = new Set<string>()
  const onInstruction = (message: string): void => {
    if (!instructions.has(message)) outputs.tell({ type: 'notice', message })
    instructions.add(message)
  }
  const found = await reached(task, run, deploymentConsole({ task, onInstruction, interruption, input: process.stdin, output: process.stderr }))
  const { target, allowed } = found
  let prism: PrismBeside | undefined
  try {
    if (args.withPrism) {
      const { prismBeside } = await import('./with-prism.ts')
      prism = await prismBeside({ contract, baseUrl: target.baseUrl })
    }
    const statements = await readStatements()
    const startedAt = new Date()
    const started = performance.now()
    const shown = { kind: target.kind, url: target.baseUrl }
    const cases = suites.flatMap((suite) => suite.cases.map(({ id }) => id))
    outputs.tell({ type: 'runStarted', run, at: startedAt.toISOString(), target: shown, cases })
    const completed = await runCases({
      target,
      suites,
      allowed,
      seed,
      run,
      timeoutMs,
      concurrency,
      pace: paceOn(found, task),
      post: { ...settings.receiver, patienceMs: settings.patienceMs },
      repeat: (id) => repeatLine(args, id),
      signal: interruption.signal,
      onEvent: outputs.tell,
      ...(prism === undefined ? {} : { carrierFor: prism.carrierFor }),
      ...(only === undefined ? {} : { only }),
      ...(earlier === undefined ? {} : { snapshot: earlier }),
    })
    const report = assembleReport({
      completed,
      subject: 'service',
      version: packageVersion(),
      run,
      seed,
      startedAt,
      durationMs: performance.now() - started,
      target: shown,
      contract,
      allowed,
      areas: suites,
      statements,
      untestable,
      baseline,
      notices: [...instructions, ...(prism?.notices() ?? [])],
    })
    await keepSnapshot(args.snapshot, { earlier, seen: completed.snapshot, report })
    return report
  } finally {
    await Promise.all([found.close(), prism?.close()])
  }
}

/** The target, once somebody has agreed to it and it has answered. */
async function reached(task: Task, run: string, console: ReturnType<typeof deploymentConsole>): Promise<JudgedTarget> {
  const { args, contract, profile, settings, environment } = task
  const { url, allowed, fixtures, timeoutMs } = settings
  if (url !== undefined) {
    const baseUrl = baseOf(url)
    await demandConsent({ url: baseUrl, allowed, given: args.yes, input: process.stdin, output: process.stderr })
    await demandAnswer({ baseUrl, contract, timeoutMs })
  }
  const { controlToken } = args
  const wish = { contract, profile, url, fixtures, controlToken, allowed, run, environment }
  return judgedTarget({ ...wish, ...(console === undefined ? {} : { console }) })
}

function paceOn({ target }: JudgedTarget, { settings }: Task): PaceOptions {
  const { rate, budget } = settings
  if (target.kind === 'deployment') return { rate: rate ?? usualRate, budget: budget ?? usualBudget, wrongKeys: mostWrongKeys }
  return { ...(rate === undefined ? {} : { rate }), ...(budget === undefined ? {} : { budget }) }
}
