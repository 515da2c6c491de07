/** Reads a fault as the control API and programs write it. */
import { isJsonObject, refusal, success } from '../../core/index.ts'
import type { JsonObject, JsonValue, OperationId, Outcome, ProblemKind, Violation } from '../../core/index.ts'
import { parseDuration } from '../../webhooks/index.ts'
import type { Fault, FaultEffect, FaultTiming } from './fault.ts'

/**
 * A fault as it is configured. Durations are texts such as `500ms` or `2s`. At most one of `error`, `rateLimit`,
 * `reset`, `cut`, `drip` and `malformed`; `delay` may stand alone or beside it.
 */
export type FaultConfiguration = {
  id?: string
  operation?: OperationId
  when?: 'always' | { call: number } | { calls: number[] } | { probability: number; seed?: number }
  delay?: string
  error?: ProblemKind
  /** For `error` kinds that tell when to try again; 1 unless given. */
  retryAfterSeconds?: number
  rateLimit?: { requests: number; per: string }
  reset?: 'before' | 'after'
  cut?: true
  drip?: string
  malformed?: true
}

const properties = [
  'id', 'operation', 'when', 'delay', 'error', 'retryAfterSeconds', 'rateLimit', 'reset', 'cut', 'drip', 'malformed',
]
const effects = ['error', 'rateLimit', 'reset', 'cut', 'drip', 'malformed'] as const

const operations: readonly OperationId[] = [
  'ping', 'whoami', 'runReport', 'generateDocument', 'writeRecords', 'validateTaxId', 'validateVatId',
]
const errors: readonly ProblemKind[] = [
  'malformed', 'invalid', 'unauthenticated', 'forbidden', 'notFound', 'methodNotAllowed', 'unsupportedMediaType',
  'tooLarge', 'rateLimited', 'internal', 'unavailable',
]

type Findings = Violation[]

/** Refused as `invalid` with every violation; `id` is used when the configuration has none. */
export function parseFault(value: unknown, { id }: { id: string }): Outcome<Fault> {
  const findings: Findings = []
  if (!isJsonObject(value)) {
    return refused([{ pointer: '', message: 'A fault is an object.', expected: 'such as { "error": "unavailable" }' }])
  }
  for (const name of Object.keys(value)) {
    if (properties.includes(name)) continue
    find(findings, `/${name}`, `A fault has no "${name}".`, `one of ${properties.join(', ')}`)
  }
  const fault: Fault = { id: idOf(value.id, id, findings), when: timingOf(value.when, findings) }
  const operation = oneOf(value.operation, '/operation', operations, findings)
  if (operation !== undefined) fault.operation = operation
  if (value.delay !== undefined) fault.delay = durationOf(value.delay, '/delay', findings)
  const effect = effectOf(value, findings)
  if (effect !== undefined) fault.effect = effect
  if (findings.length === 0 && fault.delay === undefined && effect === undefined) {
    find(findings, '', 'This fault does nothing.', `delay, or one of ${effects.join(', ')}`)
  }
  return findings.length === 0 ? success(fault) : refused(findings)
}

function refused(violations: Violation[]): ReturnType<typeof refusal> {
  return refusal({ kind: 'invalid', message: `The fault cannot be used: ${violations[0]?.message}`, violations })
}

function find(findings: Findings, pointer: string, message: string, expected: string): void {
  findings.push({ pointer, message, expected })
}

function idOf(value: JsonValue | undefined, id: string, findings: Findings): string {
  if (value === undefined) return id
  if (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) return value
  find(findings, '/id', 'The id must be made of letters, digits, "_" and "-".', '1 to 64 of them')
  return id
}

function timingOf(value: JsonValue | undefined, findings: Findings): FaultTiming {
  if (value === undefined || value === 'always') return { kind: 'always' }
  if (isJsonObject(value)) {
    const { call, calls, probability, seed } = value
    const numbers = Array.isArray(calls) ? calls.filter(isCount) : isCount(call) ? [call] : []
    const isWhole = Array.isArray(calls) ? numbers.length === calls.length : true
    if (probability === undefined && numbers.length > 0 && isWhole) return { kind: 'calls', numbers }
    const isSeed = seed === undefined || Number.isSafeInteger(seed)
    if (typeof probability === 'number' && probability >= 0 && probability <= 1 && isSeed) {
      return { kind: 'chance', probability, seed: typeof seed === 'number' ? seed : 1 }
    }
  }
  const expected = 'always, { "call": 3 }, { "calls": [1, 2] } or { "probability": 0.3, "seed": 1 }'
  find(findings, '/when', 'This says no time for a fault.', expected)
  return { kind: 'always' }
}

function effectOf(value: JsonObject, findings: Findings): FaultEffect | undefined {
  const given = effects.filter((name) => value[name] !== undefined)
  const [name, second] = given
  if (second !== undefined) find(findings, `/${second}`, `The fault has ${name} already.`, 'one effect for each fault')
  if (value.retryAfterSeconds !== undefined && !isCount(value.retryAfterSeconds)) {
    find(findings, '/retryAfterSeconds', 'That is no time to wait.', 'a whole number from 1')
  }
  switch (name) {
    case undefined:
      return undefined
    case 'error': {
      const error = oneOf(value.error, '/error', errors, findings)
      const { retryAfterSeconds: seconds } = value
      return error && { kind: 'error', error, retryAfterSeconds: isCount(seconds) ? seconds : 1 }
    }
    case 'rateLimit': {
      const { requests, per } = isJsonObject(value.rateLimit) ? value.rateLimit : {}
      const window = durationOf(per, '/rateLimit/per', findings)
      if (isCount(requests)) return { kind: 'rateLimit', requests, per: window }
      find(findings, '/rateLimit/requests', 'That is no number of requests.', 'a whole number from 1')
      return undefined
    }
    case 'reset': {
      const reset = oneOf(value.reset, '/reset', ['before', 'after'], findings)
      return reset && { kind: 'reset', carriedOut: reset === 'after' }
    }
    case 'drip':
      return { kind: 'drip', over: durationOf(value.drip, '/drip', findings) }
    default:
      if (value[name] !== true) find(findings, `/${name}`, `${name} can only be true.`, 'true')
      return { kind: name }
  }
}

function oneOf<Name extends string>(
  value: JsonValue | undefined,
  pointer: string,
  names: readonly Name[],
  findings: Findings,
): Name | undefined {
  const found = names.find((name) => name === value)
  if (value !== undefined && found === undefined) {
    find(findings, pointer, `There is no ${JSON.stringify(value).slice(0, 80)} here.`, `one of ${names.join(', ')}`)
  }
  return found
}

/** Longer than this no client waits, and no socket should be kept open. */
const longest = 10 * 60_000

function durationOf(value: JsonValue | undefined, pointer: string, findings: Findings): number {
  const duration = typeof value === 'string' ? parseDuration(value) : undefined
  if (duration !== undefined && (pointer === '/rateLimit/per' ? duration > 0 : duration <= longest)) return duration
  find(findings, pointer, 'That is no duration for a fault.', 'such as 500ms, 2s or 1m; at most 10m of real time')
  return 1
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}
