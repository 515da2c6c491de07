/** `ensayo webhook listen`, from the command line to the summary. */
import { parseAnswers, ReceiverRefused, startReceiver } from '../../../conformance/index.ts'
import type { Answer, Receiver, ReceiverOptions } from '../../../conformance/index.ts'
import { parseDuration } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import { demandNumber, demandSingle, tokenFrom } from '../arguments.ts'
import { effectiveContract } from '../effective-contract.ts'
import { given, takeInterruption } from '../interruption.ts'
import type { ListenArguments } from '../options.ts'
import { createTerminal } from '../terminal.ts'
import { createForwarding, pointsToItself } from './forwarding.ts'
import { inJson } from './in-json.ts'
import { inWords } from './in-words.ts'
import type { Presentation } from './presentation.ts'
import { createTally } from './tally.ts'

const longestDelay = 3_600_000

/**
 * Receives until a signal ends it, or nobody reads any more what it prints.
 * @throws UsageError when it cannot start as asked
 */
export async function runListen(args: ListenArguments): Promise<void> {
  demandSingle(args)
  demandNumber('--port', args.port, { from: 0, to: 65_535, whole: true })
  const token = tokenFrom(args, process.env)
  const delayMs = delayFrom(args.delay)
  const answers = args.answer === undefined ? undefined : answersFrom(args.answer)
  const forward = args.forward === undefined ? undefined : forwardFrom(args.forward)
  const { contract } = await effectiveContract(args)

  const interruption = takeInterruption()
  const terminal = createTerminal(process.stdout, interruption.interrupt)
  const setting = { answers, delayMs, forward, expectsToken: token !== undefined, overlays: contract.overlays }
  const presentation: Presentation = (args.json ? inJson : inWords)({ terminal, setting })
  const tally = createTally(performance.now())
  const receiver = await start({
    contract,
    port: args.port,
    host: args.host,
    delayMs,
    // Each is shown as it comes; bodies may be large, and a night is long.
    keep: 1,
    ...(token === undefined ? {} : { token }),
    ...(answers === undefined ? {} : { answers }),
    ...(forward === undefined ? {} : { answers: createForwarding(forward, { onFailure: presentation.forwardFailed }) }),
    onNotification(received) {
      tally.add(received)
      presentation.notification(received)
    },
    onAnswered(received) {
      tally.addAnswer(received)
      presentation.answered(received)
    },
    onFault: presentation.fault,
  })
  try {
    if (forward !== undefined && pointsToItself(forward, receiver.url)) {
      throw new UsageError(`--forward ${forward.href}: that is this receiver itself; give the URL of another one`)
    }
    presentation.listening(receiver.url)
    await given(interruption.signal)
  } finally {
    await receiver.close()
    interruption.dispose()
  }
  presentation.summary(tally.soFar(performance.now()))
}

async function start(options: ReceiverOptions): Promise<Receiver> {
  try {
    return await startReceiver(options)
  } catch (error) {
    if (error instanceof ReceiverRefused) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function delayFrom(text: string | undefined): number {
  const delay = text === undefined ? 0 : parseDuration(text)
  if (delay === undefined || delay > longestDelay) {
    throw new UsageError('--delay takes a duration up to an hour, such as 500ms, 3s or 1m30s')
  }
  return delay
}

function answersFrom(text: string): Answer[] {
  const parsed = parseAnswers(text)
  if (parsed.ok) return parsed.value
  const { problem } = parsed
  const expected = problem.kind === 'invalid' ? problem.violations[0]?.expected : undefined
  throw new UsageError(`--answer: ${problem.message}${expected === undefined ? '' : `; expected ${expected}`}`)
}

function forwardFrom(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError('--forward takes an http or https URL, such as http://127.0.0.1:3000/hooks')
  }
  if (url.username !== '' || url.password !== '') throw new UsageError('--forward: the URL must not hold credentials')
  return url
}
