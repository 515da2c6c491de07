/** What a command line and a profile ask of a run, checked. */
import { closest } from 'fastest-levenshtein'
import { isNamed, safeties } from '../../conformance/index.ts'
import type { Safety, Suite } from '../../conformance/index.ts'
import { parseDuration } from '../../webhooks/index.ts'
import type { Profile } from '../profile/index.ts'
import { UsageError } from '../usage-error.ts'
import { demandNumber, demandSingle } from '../webhook/arguments.ts'
import type { ConformArguments } from './options.ts'

export interface Settings {
  /** Undefined for a mock of its own. */
  url: string | undefined
  fixtures: string | undefined
  /** Ids of cases, or their beginnings. */
  only: readonly string[] | undefined
  /** On a deployment. */
  allowed: ReadonlySet<Safety>
  /** Absent when nothing was said. */
  rate?: number
  budget?: number
  timeoutMs: number
  seed: number
  patienceMs: number
  receiver: { host?: string; port?: number; publicUrl?: string }
  /** A file. */
  baseline: string | undefined
}

/** How long a deployment's notification is waited for. */
const usualPatienceMs = 30_000

/** @throws UsageError for the first thing that cannot be used */
export function settingsOf(args: ConformArguments, profile: Profile | undefined, suites: readonly Suite[]): Settings {
  const { allow, only, ...single } = args
  demandSingle(single)
  const conformance = profile?.conformance
  demandNumber('--rate', args.rate, { from: 0.01, to: 10_000, whole: false })
  demandNumber('--budget', args.budget, { from: 1, to: 1_000_000, whole: true })
  demandNumber('--seed', args.seed, { from: 0, to: Number.MAX_SAFE_INTEGER, whole: true })
  demandNumber('--receiver-port', args.receiverPort, { from: 0, to: 65_535, whole: true })
  const rate = args.rate ?? conformance?.rate
  const budget = args.budget ?? conformance?.budget
  const publicUrl = receiverUrl(args.receiverUrl) ?? conformance?.receiverUrl
  const fixtures = args.fixtures ?? profile?.mock.fixtures
  return {
    url: args.mock === true ? undefined : (args.target ?? profile?.baseUrl),
    fixtures,
    only: only === undefined ? undefined : casesNamed(only, suites),
    allowed: new Set<Safety>(['read', ...(allow === undefined ? (conformance?.allow ?? []) : allowances(allow))]),
    ...(rate === undefined ? {} : { rate }),
    ...(budget === undefined ? {} : { budget }),
    timeoutMs: millisecondsOf('--timeout', args.timeout) ?? 15_000,
    seed: args.seed,
    patienceMs: millisecondsOf('--patience', args.patience) ?? conformance?.patienceMs ?? usualPatienceMs,
    receiver: {
      ...(args.receiverHost === undefined ? {} : { host: args.receiverHost }),
      ...(args.receiverPort === undefined ? {} : { port: args.receiverPort }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
    },
    baseline: args.baseline ?? conformance?.baseline,
  }
}

function allowances(given: readonly string[]): Safety[] {
  return listed(given).map((name) => {
    const found = safeties.find((safety) => safety === name)
    if (found === undefined) throw new UsageError(`--allow takes ${safeties.join(', ')}, not ${name.slice(0, 40)}`)
    return found
  })
}

function casesNamed(given: readonly string[], suites: readonly Suite[]): string[] {
  const ids = suites.flatMap(({ cases }) => cases.map(({ id }) => id))
  const names = listed(given).map((name) => name.toUpperCase())
  if (names.length === 0) throw new UsageError('--only takes the id of a case, or its beginning such as REP; --list shows them')
  for (const name of names) {
    if (ids.some((id) => isNamed(id, [name]))) continue
    throw new UsageError(`--only: no case is called ${name.slice(0, 40)}; did you mean ${closest(name, ids)}? --list shows all`)
  }
  return names
}

function listed(given: readonly string[]): string[] {
  return given.flatMap((names) => names.split(',')).map((name) => name.trim()).filter((name) => name !== '')
}

function millisecondsOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const milliseconds = parseDuration(text)
  if (milliseconds === undefined || milliseconds < 1 || milliseconds > 2 ** 31 - 1) {
    throw new UsageError(`${option} takes a length of time such as 500ms, 15s or 2m, not ${text.slice(0, 40)}`)
  }
  return milliseconds
}

function receiverUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new UsageError('--receiver-url takes an http or https URL, such as https://hooks.example.com')
  }
  return text.replace(/\/+$/, '')
}
