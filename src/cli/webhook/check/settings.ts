/** What a command line asks of a check, looked through before anything is sent. */
import { randomBytes } from 'node:crypto'
import { closest } from 'fastest-levenshtein'
import type { RecordId } from '../../../core/index.ts'
import { isNamed, shortestSecret } from '../../../conformance/index.ts'
import type { CheckArea } from '../../../conformance/index.ts'
import { parseDuration } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import { demandNumber, demandSingle, tokenFrom } from '../arguments.ts'
import type { CheckArguments } from '../options.ts'

export interface CheckSettings {
  to: URL
  token: string | undefined
  nextToken: string | undefined
  recordId: RecordId
  wantsApi: boolean
  /** A URL or a command. */
  probe: { url: URL } | { command: string } | undefined
  patienceMs: number
  only: readonly string[] | undefined
  rate: number | undefined
  soakMs: number | undefined
}

const longestSoakMs = 24 * 3_600_000
const highestRate = 2000

/** @throws UsageError for the first thing that cannot be used */
export function checkSettings(
  args: CheckArguments,
  areas: readonly CheckArea[],
  environment: Readonly<Record<string, string | undefined>>,
): CheckSettings {
  demandSingle(args)
  if (args.to === undefined) throw new UsageError('--to is missing: the URL of the receiver, such as --to http://127.0.0.1:3000/hooks')
  demandNumber('--rate', args.rate, { from: 0.01, to: highestRate, whole: false })
  demandNumber('--seed', args.seed, { from: 0, to: Number.MAX_SAFE_INTEGER, whole: true })
  demandNumber('--api-port', args.apiPort, { from: 0, to: 65_535, whole: true })
  if (args.fault !== undefined && args.recover === undefined && args.restart === undefined && args.start === undefined) {
    throw new UsageError('--fault needs a way back: --recover with the command that ends the fault, or --restart, or --start')
  }
  if (args.recover !== undefined && args.fault === undefined) throw new UsageError('--recover belongs to --fault, which says how the receiver is made to fail')
  if (args.restart !== undefined && args.start !== undefined) throw new UsageError('--start restarts the receiver by itself; leave out --restart')
  if (args.soak !== undefined && args.only !== undefined) throw new UsageError('--only chooses among the checks, which --soak does not run; leave out one of them')
  if (args.soak !== undefined && (args.fault !== undefined || args.restart !== undefined)) {
    throw new UsageError('--soak makes nothing fail by itself; leave out --fault, --recover and --restart')
  }
  if (args.apiPort !== 0 && !args.api && args.start === undefined) throw new UsageError('--api-port belongs to --api or --start, which start the API')
  // Whoever starts the receiver here can be given a token that nobody else knows.
  const given = tokenFrom(args, environment)
  const token = given ?? (args.start === undefined ? undefined : randomBytes(24).toString('base64url'))
  const nextToken = tokenFrom({ token: args.nextToken, tokenEnv: args.nextTokenEnv }, environment)
  for (const [option, value] of Object.entries({ '--token': given, '--next-token': nextToken })) {
    if (value === undefined || value.length >= shortestSecret) continue
    throw new UsageError(`${option}: a token of fewer than ${shortestSecret} characters cannot be told from other text, so reports would show it; give a longer one`)
  }
  if (nextToken !== undefined && nextToken === given) throw new UsageError('--next-token is the token itself; give the one that follows it')
  return {
    to: urlFrom('--to', args.to),
    token,
    nextToken,
    recordId: /^\d{1,15}$/.test(args.record) ? Number(args.record) : args.record,
    wantsApi: args.api || args.start !== undefined,
    probe: args.probe === undefined ? undefined : /^[a-z][a-z\d+.-]*:\/\//i.test(args.probe) ? { url: urlFrom('--probe', args.probe) } : { command: args.probe },
    patienceMs: millisecondsOf('--patience', args.patience, 600_000),
    only: args.only === undefined ? undefined : checksNamed(args.only, areas),
    rate: args.rate,
    soakMs: args.soak === undefined ? undefined : millisecondsOf('--soak', args.soak, longestSoakMs),
  }
}

function urlFrom(option: string, text: string): URL {
  const expected = 'an http or https URL without credentials, such as http://127.0.0.1:3000/hooks'
  if (!URL.canParse(text)) throw new UsageError(`${option} takes ${expected}`)
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new UsageError(`${option} takes ${expected}`)
  url.hash = ''
  return url
}

function millisecondsOf(option: string, text: string, longest: number): number {
  const milliseconds = parseDuration(text)
  if (milliseconds === undefined || milliseconds < 100 || milliseconds > longest) {
    throw new UsageError(`${option} takes a length of time from 100ms to ${longest / 60_000}m, such as 30s or 10m, not ${text.slice(0, 40)}`)
  }
  return milliseconds
}

function checksNamed(given: readonly string[], areas: readonly CheckArea[]): string[] {
  const ids = areas.flatMap(({ checks }) => checks.map(({ id }) => id))
  const names = given.flatMap((some) => some.split(',')).map((name) => name.trim().toUpperCase()).filter((name) => name !== '')
  if (names.length === 0) throw new UsageError('--only takes the id of a check, or its beginning such as RCV-AUTH; --list shows them')
  for (const name of names) {
    if (ids.some((id) => isNamed(id, [name]))) continue
    throw new UsageError(`--only: no check is called ${name.slice(0, 40)}; did you mean ${closest(name, ids)}? --list shows all`)
  }
  return names
}
