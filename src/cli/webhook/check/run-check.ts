/** `ensayo webhook check`, from the command line to the exit code. */
import { receiverAreas } from '../../../../suites/receiver/index.ts'
import { unjudgeable } from '../../../../suites/receiver/unjudgeable.ts'
import { assembleReport, NotStarted, paintFor, runChecks, runSoak, soakArea, soakCases, Unjudged } from '../../../conformance/index.ts'
import type { RunReport } from '../../../conformance/index.ts'
import { openOutputs } from '../../conform/outputs.ts'
import type { Outputs } from '../../conform/outputs.ts'
import { newMark } from '../../conform/sweep.ts'
import { packageVersion } from '../../package-version.ts'
import { UsageError } from '../../usage-error.ts'
import { effectiveContract } from '../effective-contract.ts'
import { demandConsent } from '../fire/consent.ts'
import { takeInterruption } from '../interruption.ts'
import type { CheckArguments } from '../options.ts'
import { createTerminal, milliseconds } from '../terminal.ts'
import { checkList } from './list.ts'
import { openPlace } from './place.ts'
import type { Place, PlaceOptions } from './place.ts'
import { repeatLine } from './repeat-line.ts'
import { checkSettings } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** HOOK-5. */
const answerLimitMs = 10_000
const usualSoakRate = 50

/**
 * Carries it out to the end; the process's exit code says what came of it.
 * @throws UsageError when it cannot be carried out
 */
export async function runCheck(args: CheckArguments, environment: Environment): Promise<void> {
  if (args.list) {
    process.stdout.write(checkList(receiverAreas, paintFor(process.stdout)))
    return
  }
  const settings = checkSettings(args, receiverAreas, environment)
  const { contract, profile } = await effectiveContract(args)
  const guard = await demandConsent(settings.to.href, args.allowHost ?? [])
  const interruption = takeInterruption()
  const outputs = openOutputs(args, environment)
  const fixtures = args.fixtures ?? profile?.mock.fixtures
  const options: PlaceOptions = { args, settings, contract, fixtures, guard, signal: interruption.signal }
  try {
    const place = await refusedAsUsage(openPlace(options))
    // What the receiver still works on is of no interest to somebody who has interrupted.
    interruption.signal.addEventListener('abort', () => void place.close(), { once: true })
    try {
      const report = await (settings.soakMs === undefined ? checked(options, place, outputs) : soaked(options, place, settings.soakMs))
      await outputs.end(report)
      process.exitCode = report.exitCode
    } finally {
      await place.close()
    }
  } finally {
    outputs.close()
    interruption.dispose()
  }
}

async function refusedAsUsage<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof NotStarted || error instanceof Unjudged) throw new UsageError(`--start: ${error.message}`, { cause: error })
    throw error
  }
}

async function checked({ args, settings, contract, signal }: PlaceOptions, place: Place, outputs: Outputs): Promise<RunReport> {
  const { token, nextToken, recordId, only, rate, patienceMs } = settings
  const started = beginning(args, place)
  const areas = receiverAreas
  const cases = areas.flatMap(({ checks }) => checks.map(({ id }) => id))
  outputs.tell({ type: 'runStarted', run: started.run, at: started.startedAt.toISOString(), target: started.target, cases })
  const completed = await runChecks({
    contract,
    sender: place.sender,
    section: args.section,
    recordId,
    areas,
    full: args.full,
    patienceMs,
    seed: args.seed,
    timeoutMs: answerLimitMs,
    repeat: (id) => started.text(repeatLine(args, id)),
    onEvent: outputs.tell,
    ready: place.ready,
    hidden: place.api === undefined ? {} : { ENSAYO_API_KEY: place.api.key },
    signal,
    ...(token === undefined ? {} : { token }),
    ...(args.tokenEnv === undefined ? {} : { tokenVariable: args.tokenEnv }),
    ...(args.nextTokenEnv === undefined ? {} : { nextTokenVariable: args.nextTokenEnv }),
    ...(nextToken === undefined ? {} : { nextToken }),
    ...(only === undefined ? {} : { only }),
    ...(rate === undefined ? {} : { rate }),
    ...(place.api === undefined ? {} : { api: place.api }),
    ...(place.probe === undefined ? {} : { probe: place.probe }),
    ...(place.fault === undefined ? {} : { fault: place.fault }),
  })
  const beyond = only === undefined ? unjudgeable.map(({ title, instead }) => `Not to be judged from outside: ${lowerFirst(title)}. ${instead}`) : []
  return assembled({ args, contract, signal, started, completed, areas, notices: [...place.notices(), ...beyond] })
}

async function soaked({ args, settings, contract, signal }: PlaceOptions, place: Place, durationMs: number): Promise<RunReport> {
  const { token, recordId, patienceMs } = settings
  const started = beginning(args, place)
  const rate = settings.rate ?? usualSoakRate
  const terminal = createTerminal(process.stderr, () => {})
  const soak = await runSoak({
    contract,
    sender: place.sender,
    token,
    section: args.section,
    recordId,
    full: args.full,
    patienceMs,
    seed: args.seed,
    timeoutMs: answerLimitMs,
    durationMs,
    rate,
    signal,
    onProgress({ elapsedMs, sent, accepted, givenUp }) {
      terminal.live(`soak  ${milliseconds(elapsedMs)} of ${milliseconds(durationMs)}  ${sent} sent, ${accepted} accepted, ${givenUp} given up`)
    },
    ...(place.api === undefined ? {} : { api: place.api }),
    ...(place.probe === undefined ? {} : { probe: place.probe }),
  }).catch((error: unknown) => {
    if (error instanceof Unjudged) throw new UsageError(started.text(`${error.message}; ${error.cure}`), { cause: error })
    throw error
  })
  if (terminal.watched) process.stderr.write('\r\u001b[2K')
  const cases = soakCases(soak, { repeat: started.text(repeatLine(args, undefined)), isInterrupted: signal.aborted })
  const completed = { cases, requests: soak.sent }
  return assembled({ args, contract, signal, started, completed, areas: [soakArea], notices: place.notices(), soak })
}

interface Beginning {
  run: string
  startedAt: Date
  at: number
  target: RunReport['target']
  /** Without the tokens. */
  text: (source: string) => string
}

function beginning({ to }: CheckArguments, { text }: Place): Beginning {
  const target = { kind: 'receiver' as const, url: text(to ?? '') }
  return { run: newMark(), startedAt: new Date(), at: performance.now(), target, text }
}

interface Assembling extends Pick<PlaceOptions, 'args' | 'contract' | 'signal'> {
  started: Beginning
  completed: { cases: RunReport['cases']; requests: number }
  areas: RunReport['areas']
  notices: readonly string[]
  soak?: RunReport['soak'] & object
}

function assembled({ args, contract, signal, started, completed, areas, notices, soak }: Assembling): RunReport {
  const { run, startedAt, at, target, text } = started
  return assembleReport({
    completed: { ...completed, leftovers: [], snapshot: { reports: {} }, ...(signal.aborted ? { cutShort: 'it was interrupted' } : {}) },
    subject: 'receiver',
    version: packageVersion(),
    run,
    seed: args.seed,
    startedAt,
    durationMs: performance.now() - at,
    target,
    contract,
    allowed: ['webhook'],
    areas,
    notices: notices.map(text),
    ...(soak === undefined ? {} : { soak }),
  })
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
