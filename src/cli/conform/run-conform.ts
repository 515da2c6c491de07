/** `ensayo conform`: which of its tasks is meant, and that task. */
import { isNamed, paintFor } from '../../conformance/index.ts'
import type { Suite } from '../../conformance/index.ts'
import { suites } from '../../../suites/index.ts'
import { UsageError } from '../usage-error.ts'
import { effectiveContract } from '../webhook/effective-contract.ts'
import { demandConsent } from './consent.ts'
import { baseOf, judgedTarget } from './judged-target.ts'
import { caseList } from './list.ts'
import type { ConformArguments } from './options.ts'
import { demandAnswer } from './preflight.ts'
import { settingsOf } from './settings.ts'
import type { Surroundings, Task } from './task.ts'

/**
 * Carries it out to the end; the process's exit code says what came of it.
 * @throws UsageError when it cannot be carried out
 */
export async function runConform(args: ConformArguments, surroundings: Surroundings): Promise<void> {
  if (args.list) {
    const { only } = settingsOf(args, undefined, suites)
    process.stdout.write(caseList(chosen(suites, only), paintFor(process.stdout)))
    return
  }
  if (args.init) {
    const { initProfile } = await import('./init.ts')
    const wish = { cwd: surroundings.cwd, baseUrl: args.target, overlays: args.overlay ?? [], input: process.stdin, output: process.stdout }
    process.stdout.write(`${await initProfile(wish)} is written; fill in its samples, then: ensayo conform --dry-run\n`)
    return
  }
  const { contract, profile } = await effectiveContract(args)
  const task: Task = { ...surroundings, args, contract, profile, settings: settingsOf(args, profile, suites) }
  if (args.sweep !== undefined) return sweepUp(task, args.sweep)
  if (args.dryRun) {
    const { dryRun } = await import('./dry-run/dry-run.ts')
    return dryRun(task)
  }
  const { judge } = await import('./judge.ts')
  await judge(task)
}

/** Its exit code is 0 when nothing of the run is left. */
async function sweepUp({ args, contract, profile, settings, environment }: Task, mark: string): Promise<void> {
  const { url, fixtures, timeoutMs } = settings
  if (url === undefined) throw new UsageError('--sweep needs the deployment of that run: --target, or baseUrl in the profile')
  const { demandMark, sweep } = await import('./sweep.ts')
  demandMark(mark)
  const allowed = new Set(['read', 'write'] as const)
  await demandConsent({ url: baseOf(url), allowed, given: args.yes, input: process.stdin, output: process.stderr })
  await demandAnswer({ baseUrl: baseOf(url), contract, timeoutMs })
  const { controlToken } = args
  const { target, close } = await judgedTarget({ contract, profile, url, fixtures, controlToken, allowed, run: mark, environment })
  try {
    if (target.kind === 'mock') throw new UsageError('a mock holds nothing of a run: each case had a sandbox of its own, which ended with it')
    const { deleted, leftovers } = await sweep(target, mark)
    for (const { section, recordId } of deleted) process.stdout.write(`${section} ${recordId} is deleted\n`)
    for (const { section, recordId, why } of leftovers) process.stdout.write(`${section} ${recordId} is still there: ${why}\n`)
    process.stdout.write(`${deleted.length} deleted, ${leftovers.length} left\n`)
    process.exitCode = leftovers.length === 0 ? 0 : 2
  } finally {
    await close()
  }
}

/** Those that `--only` names, all unless it was given. */
function chosen(all: readonly Suite[], only: readonly string[] | undefined): Suite[] {
  if (only === undefined) return [...all]
  return all
    .map((suite) => ({ ...suite, cases: suite.cases.filter(({ id }) => isNamed(id, only)) }))
    .filter(({ cases }) => cases.length > 0)
}
