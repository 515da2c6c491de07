/** `--dry-run`: every request that would be sent, without sending any. */
import { createManualConsole, curlOf, exclusion, isMet, missing, paintFor, runCases } from '../../../conformance/index.ts'
import type { CaseReport, Place, RecordedExchange, Suite, Target } from '../../../conformance/index.ts'
import { suites } from '../../../../suites/index.ts'
import { baseOf, deploymentTarget, everything, judgedTarget } from '../judged-target.ts'
import { takeInterruption } from '../../webhook/interruption.ts'
import { readMockSamples } from '../mock-samples.ts'
import type { Task } from '../task.ts'
import { newMark } from '../sweep.ts'
import { createSubstitution } from './substitution.ts'
import type { Substitution } from './substitution.ts'

/**
 * Runs the cases that would be judged against a mock inside this process, and shows what they asked of it in the
 * deployment's names and samples. What a request takes from an earlier answer is shown as the mock answered.
 */
export async function dryRun(task: Task): Promise<void> {
  const { settings, contract, profile } = task
  const { url, only, seed, timeoutMs, fixtures } = settings
  const run = newMark()
  const interruption = takeInterruption()
  const wish = { contract, profile, fixtures, controlToken: undefined, allowed: settings.allowed, run, environment: task.environment }
  const own = await judgedTarget({ ...wish, url: undefined })
  try {
    const instructions = new Set<string>()
    const deployment = url === undefined ? undefined : deploymentTarget({ ...wish, url, environment: withStandIns(task) }, baseOf(url))
    const planned = deployment === undefined
      ? { target: own.target, suites, allowed: everything, left: [] }
      : { ...(await plannedFor(task, deployment)), target: likeDeployment(own.target, task, instructions), allowed: settings.allowed }
    const completed = await runCases({
      target: planned.target,
      suites: planned.suites,
      allowed: planned.allowed,
      seed,
      run,
      timeoutMs,
      concurrency: 1,
      post: { patienceMs: 1000 },
      repeat: () => '',
      signal: interruption.signal,
      ...(only === undefined ? {} : { only }),
    })
    const { samples } = await readMockSamples(fixtures)
    const speech: Speech = {
      from: own.target.baseUrl,
      to: url === undefined ? 'http://mock' : baseOf(url),
      substitution: deployment === undefined ? (body) => body : createSubstitution({ contract, from: samples, to: deployment.samples, mark: run }),
    }
    const shown = completed.cases.filter(({ exchanges }) => exchanges.length > 0)
    const text = [
      ...[...instructions].map((instruction) => `! ${instruction}`),
      ...shown.map((one) => caseText(one, speech)),
      [...planned.left, ''].join('\n'),
      ending(shown, speech.to, completed.cutShort),
    ]
    process.stdout.write(`${text.filter((block) => block !== '').join('\n\n')}\n`)
    process.exitCode = completed.cutShort === undefined ? 0 : 2
  } finally {
    interruption.dispose()
    await own.close()
  }
}

/** Keys need not be there yet for showing what would be done with them. */
function withStandIns({ environment, profile }: Task): Task['environment'] {
  const named = Object.values(profile?.keys ?? {}).map(({ env }) => env)
  return { ...Object.fromEntries(['ENSAYO_KEY', ...named].map((name) => [name, 'a-key-that-is-not-sent'])), ...environment }
}

/** The cases for which the deployment has what they need, and a line about each of the others. */
async function plannedFor(task: Task, deployment: Target): Promise<{ suites: Suite[]; left: string[] }> {
  const { settings } = task
  const place: Place = {
    ...(await deployment.open()),
    ...(settings.allowed.has('webhook') ? { console: manualConsole(task, () => {}) } : {}),
  }
  const left: string[] = []
  const planned = suites.map((suite) => ({
    ...suite,
    cases: suite.cases.filter((one) => {
      if (exclusion({ area: suite.area, one }, { allowed: settings.allowed, target: deployment, ...onlyOf(settings.only) }) !== undefined) return false
      const lacking = one.needs.find((need) => !isMet(need, deployment, place))
      if (lacking !== undefined) left.push(`– ${one.id} would send nothing: ${missing[lacking].reason}. ${missing[lacking].cure}`)
      return lacking === undefined
    }),
  }))
  return { suites: planned, left }
}

function onlyOf(only: readonly string[] | undefined): { only?: readonly string[] } {
  return only === undefined ? {} : { only }
}

/** The mock, in which cases meet what they would on the deployment: one place for all, no clock, no versions. */
function likeDeployment(mock: Target, task: Task, instructions: Set<string>): Target {
  return {
    ...mock,
    kind: 'deployment',
    isolated: false,
    async open() {
      const { keys, console, close } = await mock.open()
      if (console === undefined) return { keys, close }
      const told = manualConsole(task, (instruction) => instructions.add(instruction))
      const { publicUrl } = task.settings.receiver
      return {
        keys,
        close,
        console: {
          ...console,
          async configure(webhook) {
            const url = publicUrl === undefined ? webhook.url : publicUrl + new URL(webhook.url).pathname
            await told.configure({ ...webhook, url })
            await console.configure(webhook)
          },
        },
      }
    },
  }
}

function manualConsole({ contract }: Task, onInstruction: (text: string) => void) {
  return createManualConsole({ contract, tokenVariable: 'ENSAYO_WEBHOOK_TOKEN', onInstruction, assumesConfigured: true })
}

interface Speech {
  from: string
  to: string
  substitution: Substitution
}

function caseText(one: CaseReport, speech: Speech): string {
  const paint = paintFor(process.stdout)
  const heading = `${paint('bold', one.id)}  ${one.title} ${paint('gray', `(${one.safety})`)}`
  return [heading, ...one.exchanges.map((exchange) => `  ${requestText(exchange, speech)}`)].join('\n')
}

function requestText({ request: { method, url, headers, body } }: RecordedExchange, { from, to, substitution }: Speech): string {
  return curlOf({
    method,
    url: url.startsWith(from) ? to + url.slice(from.length) : url,
    headers,
    body: body?.encoding === 'text' ? substitution(body.text) : undefined,
  })
}

function ending(shown: readonly CaseReport[], url: string, cutShort: string | undefined): string {
  const count = shown.reduce((sum, { exchanges }) => sum + exchanges.length, 0)
  return [
    `${count} requests of ${shown.length} cases would go to ${url}; none was sent there.`,
    'They are what the cases asked of a mock in this process. What a request takes from an earlier answer (ids of records, ' +
      'values read back, how many pages there are) is shown as the mock answered, and will differ.',
    ...(cutShort === undefined ? [] : [`This is not all: ${cutShort}.`]),
  ].join('\n')
}
