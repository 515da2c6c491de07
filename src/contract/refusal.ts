/** What a refusal says, between its kinds and the `error.*` roles (GAP-ERRORS). */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, Problem, ProblemKind, Refusal } from '../core/index.ts'
import type { Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import type { WireAnswer } from './types.ts'

/** The status that a kind of refusal has where the contract leaves it open (`default`, `4XX`). */
const usualStatus: Record<ProblemKind, number> = {
  malformed: 400,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  unsupportedMediaType: 415,
  tooLarge: 413,
  rateLimited: 429,
  internal: 500,
  unavailable: 503,
}

const titles: Record<ProblemKind, string> = {
  malformed: 'Malformed request',
  invalid: 'Invalid request',
  unauthenticated: 'Not authenticated',
  forbidden: 'Not permitted',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  unsupportedMediaType: 'Unsupported media type',
  tooLarge: 'Request too large',
  rateLimited: 'Too many requests',
  internal: 'Internal error',
  unavailable: 'Temporarily unavailable',
}

function isProblemKind(name: string): name is ProblemKind {
  return Object.hasOwn(usualStatus, name)
}

/** The kinds that a response stands for, by its `x-role`; none for a success. */
export function refusalKinds(role: unknown, key: string): ProblemKind[] {
  const names = role === undefined ? [] : Array.isArray(role) ? role : [role]
  return names.map((name) => {
    const kind = String(name).replace(/^error\./, '')
    if (isProblemKind(kind)) return kind
    throw new ContractError(
      `response ${key}: x-role ${JSON.stringify(name)} is not a refusal; it has ${Object.keys(usualStatus)
        .map((known) => `error.${known}`)
        .join(', ')}`,
    )
  })
}

/** The statuses that a response's key stands for, the usual one of that kind first if it is among them. */
export function statusesUnder(key: string, kind: ProblemKind | undefined): number[] {
  if (/^\d{3}$/.test(key)) return [Number(key)]
  const usual = kind === undefined ? 200 : usualStatus[kind]
  const hundreds = /^([1-5])XX$/i.exec(key)?.[1]
  const firsts = hundreds === undefined ? [400, 500] : [Number(hundreds) * 100]
  const all = firsts.flatMap((first) => Array.from({ length: 100 }, (_, index) => first + index))
  return hundreds === undefined || String(usual).startsWith(hundreds) ? [usual, ...all] : all
}

/** A refusal that the contract describes nowhere: its usual status, and its message as plain text. */
export function bareRefusal(problem: Problem): WireAnswer {
  return { status: usualStatus[problem.kind], headers: {}, mediaType: 'text/plain', body: problem.message }
}

/** Everything a contract may want to say about a refusal, under the keys of the `error.*` roles. */
export function problemMeaning(problem: Problem, status: number): Meaning {
  const meaning: Meaning = { code: problem.kind, title: titles[problem.kind], message: problem.message, status }
  switch (problem.kind) {
    case 'invalid':
      meaning.details = problem.violations
      break
    case 'unauthenticated':
      meaning.challenge = 'Bearer'
      break
    case 'methodNotAllowed':
      meaning.allow = problem.allow.join(', ')
      break
    case 'rateLimited':
    case 'unavailable':
      meaning.retryAfter = problem.retryAfterSeconds
      break
    case 'malformed':
    case 'forbidden':
    case 'notFound':
    case 'unsupportedMediaType':
    case 'tooLarge':
    case 'internal':
  }
  return meaning
}

/**
 * Reads a refusal from the response under that key. Where it stands for several, its code says which; without
 * one, in a range of statuses the status does, and else the first of them is meant.
 */
export function readRefusal(
  { key, refusals: kinds }: { key: string; refusals: readonly ProblemKind[] },
  meaning: Meaning,
  status: number,
): Refusal {
  const isRange = key !== String(status)
  const said = kinds.find((kind) => kind === meaning.code) ?? kinds.find((kind) => isRange && usualStatus[kind] === status)
  const [first] = kinds
  const code = said ?? first ?? 'internal'
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const title = text(meaning.title)
  const message = text(meaning.message)
  const details = Array.isArray(meaning.details) ? meaning.details.filter(isJsonObject).map(readDetail) : []
  return {
    code,
    status,
    ...(title === undefined ? {} : { title }),
    ...(message === undefined ? {} : { message }),
    ...(typeof meaning.retryAfter === 'number' ? { retryAfterSeconds: meaning.retryAfter } : {}),
    ...(details.length > 0 ? { details } : {}),
  }
}

function readDetail(detail: JsonObject): { pointer?: string; message?: string; expected?: string } {
  const { pointer, message, expected } = detail
  return {
    ...(typeof pointer === 'string' ? { pointer } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof expected === 'string' ? { expected } : {}),
  }
}
