/** "Was it called with …?", answered with the nearest miss and, for a refused call, with the reason. */
import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../../contract/index.ts'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue, OperationId } from '../../core/index.ts'
import { parseJsonBody } from '../json-body.ts'
import type { JournalEntry } from './entry.ts'
import { matchesFilter } from './filter.ts'
import type { JournalFilter } from './filter.ts'
import { redactionOf } from './redaction.ts'
import { showExchange } from './shown.ts'
import type { ShownExchange } from './shown.ts'

export interface Question extends JournalFilter {
  operation: OperationId
  /**
   * A part of the request in meaning, whatever the deployment calls it: each property given must be there with that
   * value, inside objects and lists too; what is not given does not matter.
   */
  request?: JsonObject
  /** A part of the JSON body as it travelled. */
  body?: JsonValue
}

export interface Difference {
  /** Into the part that was asked for. */
  pointer: string
  expected: JsonValue
  /** Absent when there was nothing. */
  actual?: JsonValue
}

export interface Reply {
  /** Whether it was called like that, refused or not. */
  called: boolean
  /** How often. */
  times: number
  /** Those calls, the oldest first. */
  calls: ShownExchange[]
  /** Of those, the ones that were refused, with the reason. */
  refused: { number: number; status: number; reason: string }[]
  /** When it was not called like that: the call of this operation that comes nearest, and what is different. */
  nearest?: { call: ShownExchange; differences: Difference[] }
}

export function answerQuestion(contract: Contract, entries: readonly JournalEntry[], question: Question): Reply {
  const { request, body, ...filter } = question
  const ofOperation = entries.filter((entry) => entry.operation === question.operation)
  const judged = ofOperation.map((entry) => ({
    entry,
    differences: [
      ...(request === undefined ? [] : differences(request, meaningOf(contract, entry), '/request')),
      ...(body === undefined ? [] : differences(body, bodyOf(entry), '/body')),
      ...filterDifferences(entry, filter),
    ],
  }))
  const matching = judged.filter((one) => one.differences.length === 0).map(({ entry }) => entry)
  const nearest = judged.toSorted((a, b) => a.differences.length - b.differences.length)[0]
  return {
    called: matching.length > 0,
    times: matching.length,
    calls: matching.map(showExchange),
    refused: matching.flatMap((entry) => {
      const { refusal } = showExchange(entry)
      if (refusal === undefined) return []
      const details = (refusal.violations ?? []).map(({ pointer, message }) => `${pointer}: ${message}`)
      return [{ number: entry.number, status: entry.packet.status, reason: [refusal.message, ...details].join(' ') }]
    }),
    ...(matching.length > 0 || nearest === undefined
      ? {}
      : { nearest: { call: showExchange(nearest.entry), differences: nearest.differences.map(shownIn(nearest.entry)) } }),
  }
}

const shownIn = (entry: JournalEntry) => {
  const { text } = redactionOf(entry)
  return ({ actual, ...difference }: Difference): Difference =>
    actual === undefined ? difference : { ...difference, actual: concealed(actual, text) }
}

function concealed(value: JsonValue, text: (from: string) => string): JsonValue {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => concealed(item, text))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[text(key), concealed(item, text)]])),
  )
}

/** Each property of the filter on its own, so that the nearest call can be told by what is different. */
function filterDifferences(entry: JournalEntry, filter: JournalFilter): Difference[] {
  const actual: Record<keyof JournalFilter, JsonValue | undefined> = {
    operation: entry.operation,
    method: entry.method,
    path: entry.url.split('?', 1)[0],
    status: entry.packet.status,
    user: entry.caller?.user.login,
    refused: entry.packet.refusal !== undefined,
    faulty: entry.faults.length > 0,
    after: entry.number,
  }
  return Object.entries(filter).flatMap(([name, expected]: [string, JsonValue | undefined]): Difference[] => {
    if (expected === undefined || matchesFilter(entry, { [name]: expected })) return []
    const found = Object.entries(actual).find(([key]) => key === name)?.[1]
    return [{ pointer: `/${name}`, expected, ...(found === undefined ? {} : { actual: found }) }]
  })
}

/** What the request meant; undefined when the contract refuses it. */
function meaningOf(contract: Contract, entry: JournalEntry): JsonValue | undefined {
  if (entry.operation === undefined) return undefined
  const url = new URL(entry.url, 'http://localhost')
  const headers: Record<string, string> = {}
  for (let at = 0; at + 1 < entry.rawHeaders.length; at += 2) {
    headers[(entry.rawHeaders[at] ?? '').toLowerCase()] = entry.rawHeaders[at + 1] ?? ''
  }
  const operation = contract.operations[entry.operation]
  const decoded = operation.decodeRequest({
    path: pathParameters(operation.path, url.pathname),
    query: Object.fromEntries(url.searchParams),
    headers,
    body: bodyOf(entry),
  })
  return decoded.ok ? JSON.parse(JSON.stringify(decoded.value)) : undefined
}

function pathParameters(pattern: string, path: string): Record<string, string> {
  const given = path.split('/')
  return Object.fromEntries(
    pattern.split('/').flatMap((part, at) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1]
      return name === undefined ? [] : [[name, decodeURIComponent(given[at] ?? '')]]
    }),
  )
}

function bodyOf({ body }: JournalEntry): JsonValue | undefined {
  if (body === undefined || body.length === 0) return undefined
  const parsed = parseJsonBody(body)
  return parsed.ok ? JSON.parse(JSON.stringify(parsed.value)) : undefined
}

/** Where `actual` lacks what `expected` says; a list must have as many items. */
function differences(expected: JsonValue, actual: JsonValue | undefined, pointer: string): Difference[] {
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      value === undefined ? [] : differences(value, actual[key], `${pointer}/${escaped(key)}`),
    )
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((value, at) => differences(value, actual[at], `${pointer}/${at}`))
  }
  if (isDeepStrictEqual(expected, actual)) return []
  return [{ pointer, expected, ...(actual === undefined ? {} : { actual }) }]
}

/** RFC 6901, section 4. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
