/** Answers of one operation between wire and meaning: its success and its refusals. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, Problem, ProblemKind, Refusal, Violation } from '../core/index.ts'
import { checkHeaders, compileHeaders, readHeaders, writeHeaders } from './answer-header.ts'
import type { AnswerHeader } from './answer-header.ts'
import { decodeInto, encodePayload } from './codec.ts'
import type { Findings, Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { compileMedia, writtenType } from './media.ts'
import type { Media } from './media.ts'
import { problemMeaning, readRefusal, refusalKinds, statusesUnder } from './refusal.ts'
import { followReference } from './schema.ts'
import type { Document } from './schema.ts'
import type { WireAnswer } from './types.ts'
import type { Validation } from './validation.ts'

/** One Response Object under its status key. */
export interface Response {
  /** `200`, `4XX` or `default`. */
  key: string
  /** The refusals it stands for; empty for a success. */
  refusals: readonly ProblemKind[]
  headers: readonly AnswerHeader[]
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
}

export interface AnswerSource {
  document: Document
  validation: Validation
  responses: JsonObject
  where: string
  /** Told of the roles of the successful answer only. */
  findings: Findings
  /** Refusals by the component they are in: all operations refuse alike, so one compiles them for the others. */
  refusals: Map<string, Omit<Response, 'key'>>
}

export function compileAnswers(source: AnswerSource): AnswerCodec {
  const { responses, where } = source
  const compiled = Object.entries(responses)
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([key, response]) => ({ key, ...compileResponse(source, key, response) }))
  const success = compiled.find(({ refusals, key }) => refusals.length === 0 && key.startsWith('2'))
  if (success === undefined) throw new ContractError('there is no 2xx response; add one')

  const responseFor = (status: number) =>
    compiled.find(({ key }) => key === String(status)) ??
    compiled.find(({ key }) => key.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
    compiled.find(({ key }) => key === 'default')
  /** One that leads back to this response and not to another whose key is nearer. */
  const statusOf = ({ key }: Response, kind: ProblemKind | undefined) => {
    const statuses = statusesUnder(key, kind)
    return statuses.find((status) => responseFor(status)?.key === key) ?? statuses[0] ?? 500
  }

  return {
    encode(meaning, prefer) {
      const media = (prefer === undefined ? undefined : success.media.find(prefer)) ?? success.media[0]
      return writeAnswer(success, statusOf(success, undefined), media, meaning)
    },
    encodeProblem(problem) {
      const response = compiled.find(({ refusals }) => refusals.includes(problem.kind))
      if (response === undefined) return undefined
      const status = statusOf(response, problem.kind)
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
      readHeaders(response.headers, answer.headers, meaning)
      if (media !== undefined) decodeInto(media.codec, media.read(answer.body), meaning, false)
      if (response.refusals.length === 0) return { kind: 'answer', meaning }
      return { kind: 'refusal', refusal: readRefusal(response, meaning, answer.status) }
    },
  }
}

function compileResponse(
  { document, validation, findings, refusals: known }: AnswerSource,
  key: string,
  source: JsonObject,
): Omit<Response, 'key'> {
  const shared = typeof source.$ref === 'string' && Object.keys(source).length === 1 ? source.$ref : undefined
  const compiled = shared === undefined ? undefined : known.get(shared)
  if (compiled !== undefined) return compiled
  const response = followReference(document, source)
  const refusals = refusalKinds(response['x-role'], key)
  const heard = refusals.length === 0 ? findings : { ...findings, bound: () => {} }
  const { headers, content } = response
  const made = {
    refusals,
    headers: isJsonObject(headers) ? compileHeaders({ document, findings: heard }, headers, validation) : [],
    media: isJsonObject(content) ? compileMedia(document, content, validation, heard, `the answer ${key}`) : [],
  }
  if (shared !== undefined && refusals.length > 0) known.set(shared, made)
  return made
}

function mediaFor(response: Response, answer: WireAnswer): Media | undefined {
  return (
    response.media.find(({ type }) => type === answer.mediaType) ??
    response.media.find(({ type }) => type === '*/*' || type === `${answer.mediaType?.split('/')[0]}/*`)
  )
}

function writeAnswer(response: Response, status: number, media: Media | undefined, meaning: Meaning): WireAnswer {
  const headers = writeHeaders(response.headers, meaning)
  if (media === undefined) return { status, headers, mediaType: undefined, body: undefined }
  return { status, headers, mediaType: writtenType(media.type), body: encodePayload(media.codec, meaning) }
}

function checkAnswer(response: Response, answer: WireAnswer): Violation[] {
  const violations = checkHeaders(response.headers, answer.headers)
  if (response.media.length === 0) return violations
  const media = mediaFor(response, answer)
  if (media !== undefined) return violations.concat(media.validate(answer.body, '/body'))
  const types = response.media.map(({ type }) => type).join(', ')
  const message = `${answer.mediaType ?? 'no media type'} is not described for status ${answer.status}`
  return [...violations, { pointer: '/headers/content-type', message, expected: `one of ${types}` }]
}
