/** `ensayo webhook fire`, from the command line to the verdict. */
import { createRedaction } from '../../../conformance/index.ts'
import { systemClock } from '../../../core/index.ts'
import { createSender } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import { demandNumber, demandSingle, tokenFrom } from '../arguments.ts'
import { effectiveContract } from '../effective-contract.ts'
import { given, takeInterruption } from '../interruption.ts'
import type { FireArguments } from '../options.ts'
import { createTerminal } from '../terminal.ts'
import type { Terminal } from '../terminal.ts'
import { excerptOf, verdictOf } from './attempt-text.ts'
import { demandConsent } from './consent.ts'
import { deliver, outgoing } from './delivery.ts'
import type { DeliveryDeps } from './delivery.ts'
import { inJson } from './in-json.ts'
import { inWords, scheduleLines } from './in-words.ts'
import { runLoad } from './load.ts'
import type { Load } from './load.ts'
import { progressText, reportLines, reportValue } from './load-text.ts'
import { readPlan } from './plan.ts'
import type { Plan } from './plan.ts'

const mostNotifications = 1_000_000
const highestRate = 10_000
const mostAtOnce = 1000

/**
 * Sends one notification, or `--count` of them, and ends when each is accepted or given up. Exit code 1 when one was
 * not accepted.
 * @throws UsageError when it cannot be done as asked; nothing was sent then
 */
export async function runFire(args: FireArguments): Promise<void> {
  demandSingle(args)
  const load = loadFrom(args)
  demandNumber('--seed', args.seed, { from: 0, to: 2 ** 31 - 1, whole: true })
  const token = tokenFrom(args, process.env)
  const { contract, profile } = await effectiveContract(args)
  const plan = await readPlan({ args, token, fixtures: args.fixtures ?? profile?.mock.fixtures })
  const allowTarget = await demandConsent(plan.webhook.url, args.allowHost ?? [])

  const sender = createSender({ clock: systemClock, perTarget: load?.concurrency ?? 1, allowTarget })
  const interruption = takeInterruption()
  void given(interruption.signal).then(() => sender.close())
  const terminal = createTerminal(process.stdout, interruption.interrupt)
  const deps = {
    webhook: plan.webhook,
    format: contract.notification,
    sender,
    clock: systemClock,
    stop: interruption.signal,
  }
  try {
    await sender.prepare()
    const accepted = load === undefined
      ? await fireOne(plan, { ...deps, enter: async () => () => {} }, terminal, args.json)
      : await fireMany(load, plan, deps, terminal, args.json)
    if (!accepted) process.exitCode = 1
  } finally {
    interruption.dispose()
    await sender.close()
  }
}

async function fireOne({ webhook, nextEvent }: Plan, deps: DeliveryDeps, terminal: Terminal, json: boolean): Promise<boolean> {
  const redaction = createRedaction(webhook.token)
  const presentation = (json ? inJson : inWords)({ terminal, redaction, webhook })
  const at = deps.clock.now()
  const event = nextEvent(at)
  const id = 'fire-1'
  presentation.sending(event, outgoing(deps.format, { webhook, event, messageId: id, at }))
  let attempts = 0
  const end = await deliver(event, id, (tried) => {
    attempts += 1
    presentation.tried(tried)
  }, deps)
  presentation.ended(end, attempts)
  return end === 'accepted'
}

async function fireMany(
  load: Load,
  { webhook, nextEvent }: Plan,
  deps: Omit<DeliveryDeps, 'enter'>,
  terminal: Terminal,
  json: boolean,
): Promise<boolean> {
  const redaction = createRedaction(webhook.token)
  const { paint, line, live } = terminal
  if (!json && terminal.watched) for (const text of scheduleLines(webhook.retries)) line(paint('dim', text))
  const state = await runLoad(load, {
    ...deps,
    nextEvent,
    describe(attempt) {
      const excerpt = excerptOf(attempt, redaction)
      return `${verdictOf(attempt)}${excerpt === '' ? '' : `  ${excerpt}`}`
    },
    onProgress: (soFar) => (json ? undefined : live(progressText(load, soFar))),
  })
  if (json) line(JSON.stringify({ type: 'summary', ...reportValue(load, state) }))
  else for (const text of reportLines(load, state, paint)) line(text)
  return state.ends.accepted === load.count
}

function loadFrom({ count, rate, concurrency }: FireArguments): Load | undefined {
  demandNumber('--count', count, { from: 1, to: mostNotifications, whole: true })
  demandNumber('--rate', rate, { from: 0.01, to: highestRate, whole: false })
  demandNumber('--concurrency', concurrency, { from: 1, to: mostAtOnce, whole: true })
  if (count !== undefined) return { count, rate, concurrency: concurrency ?? 16 }
  const alone = rate !== undefined ? '--rate' : concurrency !== undefined ? '--concurrency' : undefined
  if (alone !== undefined) throw new UsageError(`${alone} belongs to --count N, which says how many to send`)
  return undefined
}
