/** Reads a retry policy as a configuration writes it. */
import type { JsonObject } from '../core/index.ts'
import { parseDuration } from './duration.ts'
import type { Duration } from './duration.ts'
import { objectOf, shown } from './findings.ts'
import type { Findings } from './findings.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { assumedRetries, retryPresets } from './retry-presets.ts'

const properties = [
  'preset', 'delays', 'jitter', 'seed', 'retriesClientErrors', 'finalStatuses', 'goneDisables', 'disablesAfter',
  'honoursRetryAfter', 'inOrder',
]

const mostDelays = 200

/**
 * The name of a preset; a list of delays (`["1s", "1m"]`); or an object with either of them and with switches
 * that replace the preset's. A list of delays starts from the assumed policy's switches. What cannot be read
 * is found at `/retries` and gives the assumed policy, so that the rest of the configuration is still looked
 * at.
 */
export function parseRetries(value: unknown, findings: Findings): RetryPolicy {
  if (value === undefined) return { ...assumedRetries.policy }
  if (typeof value === 'string') return presetNamed(value, '/retries', findings)
  if (Array.isArray(value)) return ownList(value, '/retries', findings)
  const given = objectOf(value, { pointer: '/retries', what: 'The retry policy', properties, findings })
  if (given === undefined) return { ...assumedRetries.policy }
  const policy = startOf(given, findings)
  const switches = createSwitches(given, findings)
  switches.flag('retriesClientErrors', chosen => (policy.retriesClientErrors = chosen))
  switches.flag('goneDisables', chosen => (policy.goneDisables = chosen))
  switches.flag('honoursRetryAfter', chosen => (policy.honoursRetryAfter = chosen))
  switches.flag('inOrder', chosen => (policy.inOrder = chosen))
  switches.number('jitter', isFraction, 'a number from 0 to 1', chosen => (policy.jitter = chosen))
  switches.number('seed', Number.isSafeInteger, 'a whole number', chosen => (policy.seed = chosen))
  switches.number('disablesAfter', isCount, 'a whole number from 1', chosen => (policy.disablesAfter = chosen))
  readStatuses(given['finalStatuses'], findings, chosen => (policy.finalStatuses = chosen))
  return policy
}

function startOf({ preset, delays }: JsonObject, findings: Findings): RetryPolicy {
  if (preset !== undefined && delays !== undefined) {
    const message = 'The retry policy has a preset as well as delays of its own.'
    findings.add('/retries/delays', message, 'one of preset and delays')
  }
  if (delays !== undefined) return ownList(delays, '/retries/delays', findings)
  return preset === undefined ? { ...assumedRetries.policy } : presetNamed(preset, '/retries/preset', findings)
}

function presetNamed(name: unknown, pointer: string, findings: Findings): RetryPolicy {
  const found = retryPresets.find(preset => preset.name === name)
  if (found === undefined) {
    const names = retryPresets.map(preset => preset.name).join(', ')
    const message = `There is no retry policy "${shown(name)}".`
    findings.add(pointer, message, `one of ${names}, or delays such as 1s, 1m, 1h`)
  }
  return { ...(found ?? assumedRetries).policy }
}

function ownList(value: unknown, pointer: string, findings: Findings): RetryPolicy {
  const { preset: _, ...switches } = assumedRetries.policy
  if (!Array.isArray(value) || value.length > mostDelays) {
    const message = `The delays must be a list of at most ${mostDelays}.`
    findings.add(pointer, message, 'durations such as ["1s", "1m", "1h"]')
    return { ...switches, delays: [] }
  }
  const delays = value.map((item: unknown, index): Duration => {
    const delay = typeof item === 'string' ? parseDuration(item) : undefined
    if (delay === undefined) {
      const message = `"${shown(item)}" is no duration.`
      findings.add(`${pointer}/${index}`, message, 'such as 500ms, 1m30s, 2h or 14d')
    }
    return delay ?? 0
  })
  return { ...switches, delays }
}

function createSwitches(given: JsonObject, findings: Findings) {
  return {
    flag(name: string, choose: (value: boolean) => void): void {
      const value = given[name]
      if (typeof value === 'boolean') choose(value)
      else if (value !== undefined) {
        findings.add(`/retries/${name}`, `${name} must be true or false.`, 'true or false')
      }
    },
    number(
      name: string,
      accepts: (value: number) => boolean,
      expected: string,
      choose: (value: number) => void,
    ): void {
      const value = given[name]
      if (typeof value === 'number' && accepts(value)) choose(value)
      else if (value !== undefined) findings.add(`/retries/${name}`, `${name} must be ${expected}.`, expected)
    },
  }
}

function readStatuses(value: unknown, findings: Findings, choose: (value: number[]) => void): void {
  if (value === undefined) return
  const statuses: unknown[] = Array.isArray(value) ? value : []
  const numbers = statuses.filter(isStatus)
  if (Array.isArray(value) && numbers.length === statuses.length) choose(numbers)
  else {
    const message = 'finalStatuses must be a list of HTTP statuses other than 2xx.'
    findings.add('/retries/finalStatuses', message, 'such as [403, 406]')
  }
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 300 && Number(value) <= 599
}

function isFraction(value: number): boolean {
  return value >= 0 && value <= 1
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1
}
