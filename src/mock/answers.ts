/** From meaning to bytes: encoded by the contract, judged by the contract, serialised once. */
import type { Contract, Operation, WireAnswer } from '../contract/index.ts'
import type { Meanings, OperationId, Problem, ProblemKind } from '../core/index.ts'
import type { Logger } from './logging/index.ts'

/** An answer ready to be sent. */
export interface Packet {
  status: number
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** What kind of refusal it is; undefined for a success. */
  refusal: ProblemKind | undefined
}

export interface Answers<Id extends OperationId> {
  success(meaning: Meanings[Id]['answer']): Packet
  refusal(problem: Problem): Packet
}

/** What a client learns of a fault of the mock itself; the log has the rest. */
export const internalProblem: Problem = {
  kind: 'internal',
  message: 'The mock failed while it answered this request. Its log says why.',
}

/**
 * From this many characters on, a kept body is kept as bytes, so that it is not encoded on every answer. Node sends
 * a shorter text in one piece with the head, which is cheaper still.
 */
const keptAsBytes = 16 * 1024

/**
 * Answers of one operation. Each is checked against the contract; one that breaks it is logged with its
 * violations and replaced by an `internal` refusal.
 *
 * A frozen meaning is taken to be frozen all through: its packet is kept for as long as the object lives. The
 * service gives the same frozen page for a report while nothing has changed.
 */
export function createAnswers<Id extends OperationId>(operation: Operation<Id>, logger: Logger): Answers<Id> {
  const kept = new WeakMap<object, Packet>()

  const judged = (answer: WireAnswer, refusal: ProblemKind | undefined): Packet => {
    const violations = operation.checkAnswer(answer)
    if (violations.length === 0) return pack(answer, refusal)
    logger.error({ operation: operation.id, status: answer.status, violations }, 'the answer breaks the contract')
    return pack(operation.encodeProblem(internalProblem), 'internal')
  }

  return {
    success(meaning) {
      const known = kept.get(meaning)
      if (known !== undefined) return known
      const packet = judged(operation.encodeAnswer(meaning), undefined)
      if (packet.refusal === undefined && Object.isFrozen(meaning)) kept.set(meaning, asBytes(packet))
      return packet
    },
    refusal: (problem) => judged(operation.encodeProblem(problem), problem.kind),
  }
}

/** A refusal that belongs to no operation. */
export function packProblem(contract: Contract, problem: Problem): Packet {
  return pack(contract.encodeProblem(problem), problem.kind)
}

function pack({ status, headers, mediaType, body }: WireAnswer, refusal: ProblemKind | undefined): Packet {
  if (mediaType === undefined || body === undefined) {
    return { status, headers: { ...headers, 'content-length': '0' }, body: undefined, refusal }
  }
  const payload = serialise(mediaType, body)
  return {
    status,
    headers: {
      ...headers,
      'content-type': isText(mediaType) ? `${mediaType}; charset=utf-8` : mediaType,
      'content-length': String(Buffer.byteLength(payload)),
    },
    body: payload,
    refusal,
  }
}

function asBytes(packet: Packet): Packet {
  const { body } = packet
  return typeof body === 'string' && body.length >= keptAsBytes ? { ...packet, body: Buffer.from(body) } : packet
}

function serialise(mediaType: string, body: unknown): string | Buffer {
  if (isJson(mediaType)) return JSON.stringify(body)
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return String(body)
}

function isJson(mediaType: string): boolean {
  return mediaType.endsWith('/json') || mediaType.endsWith('+json')
}

function isText(mediaType: string): boolean {
  return mediaType.startsWith('text/') || isJson(mediaType)
}
