/** Answers of one operation between wire and meaning: its success and its refusals. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, Problem, ProblemKind, Refusal, Violation } from '../core/index.ts'
import { compileCodec, decodeInto, encodeFrom } from './codec.ts'
import type { Codec, Findings, Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { compileMedia } from './media.ts'
import type { Media } from './media.ts'
import { followReference } from './schema.ts'
import type { Document } from './schema.ts'
import type { WireAnswer } from './types.ts'
import type { Validate, Validation } from './validation.ts'

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

interface Header {
  /** Lower case. */
  name: string
  codec: Codec
  required: boolean
  validate: Validate
}

/** One Response Object under its status key. */
interface Response {
  /** `200`, `4XX` or `default`. */
  key: string
  /** The refusals it stands for; empty for a success. */
  refusals: readonly ProblemKind[]
  headers: readonly Header[]
  media: readonly Media[]
}

export interface AnswerCodec {
  /** Writes a success; `prefer` picks among the media types by the roles they bind. */
  encode(meaning: Meaning, prefer?: (media: Media) => boolean): WireAnswer
  /** Undefined when the contract has no response for this kind. */
  encodeProblem(problem: Problem): WireAnswer | undefined
  check(answer: WireAnswer): Violation[]
  decode(
    answer: WireAnswer,
  ): { kind: 'answer'; meaning: Meaning } | { kind: 'refusal'; refusal: Refusal } | { kind: 'unknown'; reason: string }
  /** The media types of the successful answer. */
  successMedia: readonly Media[]
}

export interface AnswerSource {
  document: Document
  validation: Validation
  responses: JsonObject
  where: string
  /** Told of the roles of the successful answer only. */
  findings: Findings
}

export function compileAnswers({ document, validation, responses, where, findings }: AnswerSource): AnswerCodec {
  const compiled = Object.entries(responses)
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([key, source]) => compileResponse(document, validation, key, source, findings))
  const success = compiled.find(({ refusals, key }) => refusals.length === 0 && key.startsWith('2'))
  if (success === undefined) throw new ContractError(`${where} has no 2xx response; add one`)

  const responseFor = (status: number) =>
    compiled.find(({ key }) => key === String(status)) ??
    compiled.find(({ key }) => key.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
    compiled.find(({ key }) => key === 'default')

  return {
    successMedia: success.media,
    encode(meaning, prefer) {
      const media = (prefer === undefined ? undefined : success.media.find(prefer)) ?? success.media[0]
      return writeAnswer(success, Number(success.key), media, meaning)
    },
    encodeProblem(problem) {
      const response = compiled.find(({ refusals }) => refusals.includes(problem.kind))
      if (response === undefined) return undefined
      const status = /^\d{3}$/.test(response.key) ? Number(response.key) : usualStatus[problem.kind]
      return writeAnswer(response, status, response.media[0], problemMeaning(problem, status))
    },
    check(answer) {
      const response = responseFor(answer.status)
      if (response === undefined) {
        return [{ pointer: '/status', message: `${where} has no response for status ${answer.status}` }]
      }
      return checkAnswer(response, answer)
    },
    decode(answer) {
      const response = responseFor(answer.status)
      if (response === undefined) return { kind: 'unknown', reason: `no response is described for status ${answer.status}` }
      const media = mediaFor(response, answer)
      if (media === undefined && response.media.length > 0 && response.refusals.length === 0) {
        return { kind: 'unknown', reason: `the media type ${answer.mediaType ?? '(none)'} is not described` }
      }
      if (response.refusals.length === 0 && (answer.status < 200 || answer.status > 299)) {
        return { kind: 'unknown', reason: `status ${answer.status} is described, but not as a refusal; give its response an x-role` }
      }
      const meaning: Meaning = {}
      for (const header of response.headers) decodeInto(header.codec, headerValue(answer.headers[header.name]), meaning, false)
      if (media !== undefined) decodeInto(media.codec, answer.body, meaning, false)
      if (response.refusals.length === 0) return { kind: 'answer', meaning }
      return { kind: 'refusal', refusal: readRefusal(response.refusals, meaning, answer.status) }
    },
  }
}

function compileResponse(
  document: Document,
  validation: Validation,
  key: string,
  source: JsonObject,
  findings: Findings,
): Response {
  const response = followReference(document, source)
  const refusals = refusalKinds(response['x-role'], key)
  const heard = refusals.length === 0 ? findings : { ...findings, bound: () => {} }
  const headers = isJsonObject(response.headers) ? response.headers : {}
  return {
    key,
    refusals,
    headers: Object.entries(headers)
      .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
      // The media type says it; OpenAPI 3.1, Response Object: a header of this name is ignored.
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, header]) => compileHeader(document, validation, name, header, heard)),
    media: isJsonObject(response.content) ? compileMedia(document, response.content, validation, heard, `the answer ${key}`) : [],
  }
}

function refusalKinds(role: unknown, key: string): ProblemKind[] {
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

function compileHeader(
  document: Document,
  validation: Validation,
  name: string,
  source: JsonObject,
  findings: Findings,
): Header {
  const header = followReference(document, source)
  const schema = isJsonObject(header.schema) ? header.schema : {}
  const withRole = header['x-role'] === undefined ? schema : { ...schema, 'x-role': header['x-role'] }
  return {
    name: name.toLowerCase(),
    codec: compileCodec(document, withRole, findings, `the header ${name}`),
    required: header.required === true,
    validate: validation.validator(schema),
  }
}

function mediaFor(response: Response, answer: WireAnswer): Media | undefined {
  return (
    response.media.find(({ type }) => type === answer.mediaType) ??
    response.media.find(({ type }) => type === '*/*' || type === `${answer.mediaType?.split('/')[0]}/*`)
  )
}

function writeAnswer(response: Response, status: number, media: Media | undefined, meaning: Meaning): WireAnswer {
  const headers: Record<string, string> = {}
  for (const { name, codec } of response.headers) {
    const value = encodeFrom(codec, meaning)
    if (value !== undefined) headers[name] = String(value)
  }
  if (media === undefined) return { status, headers, mediaType: undefined, body: undefined }
  return { status, headers, mediaType: media.type, body: encodeFrom(media.codec, meaning) }
}

function checkAnswer(response: Response, answer: WireAnswer): Violation[] {
  const violations: Violation[] = []
  for (const { name, required, validate } of response.headers) {
    const value = headerValue(answer.headers[name])
    if (value !== undefined) violations.push(...validate(value, `/headers/${name}`))
    else if (required) violations.push({ pointer: `/headers/${name}`, message: 'the header is missing' })
  }
  if (response.media.length === 0) return violations
  const media = mediaFor(response, answer)
  if (media === undefined) {
    violations.push({
      pointer: '/headers/content-type',
      message: `${answer.mediaType ?? 'no media type'} is not described for status ${answer.status}`,
      expected: `one of ${response.media.map(({ type }) => type).join(', ')}`,
    })
    return violations
  }
  return violations.concat(media.validate(answer.body, '/body'))
}

/** Header text that writes an integer is one, so that an `integer` schema and an `integer` role can read it. */
function headerValue(text: string | undefined): unknown {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

/** A refusal that the contract describes nowhere: its usual status, and its message as plain text. */
export function bareRefusal(problem: Problem): WireAnswer {
  return { status: usualStatus[problem.kind], headers: {}, mediaType: 'text/plain', body: problem.message }
}

/** Everything a contract may want to say about a refusal, under the keys of the `error.*` roles. */
function problemMeaning(problem: Problem, status: number): Meaning {
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

/** A status that stands for several refusals is told apart by its code; without one the first is meant. */
function readRefusal(kinds: readonly ProblemKind[], meaning: Meaning, status: number): Refusal {
  const said = kinds.find((kind) => kind === meaning.code)
  const [first] = kinds
  const code = said ?? first ?? 'internal'
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const title = text(meaning.title)
  const message = text(meaning.message)
  return {
    code,
    status,
    ...(title === undefined ? {} : { title }),
    ...(message === undefined ? {} : { message }),
    ...(typeof meaning.retryAfter === 'number' ? { retryAfterSeconds: meaning.retryAfter } : {}),
    ...(Array.isArray(meaning.details) ? { details: meaning.details.filter(isJsonObject).map(readDetail) } : {}),
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
