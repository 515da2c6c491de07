/** An exchange as it is shown: in words and JSON, without the key. */
import type { JsonValue, OperationId, Problem, ProblemKind, Violation } from '../../core/index.ts'
import type { JournalEntry } from './entry.ts'
import { redactionOf } from './redaction.ts'
import type { Redaction } from './redaction.ts'

/** A body as JSON when it is that, else as text; of one that is neither only its length. */
export type ShownBody = { json: JsonValue } | { text: string } | { bytes: number }

export interface ShownExchange {
  number: number
  /** When it was answered, ISO 8601, in the machine's time. */
  at: string
  durationMs: number
  operation?: OperationId
  /** The login of the key's owner. */
  user?: string
  request: { method: string; url: string; headers: Record<string, string>; body?: ShownBody }
  answer: { status: number; headers: Record<string, string>; body?: ShownBody }
  /** Why it was refused, in meaning. */
  refusal?: { kind: ProblemKind; message: string; violations?: Violation[] }
  faults: readonly string[]
}

export function showExchange(entry: JournalEntry): ShownExchange {
  const { number, endedAt, durationMs, operation, caller, method, body, packet, faults } = entry
  const redaction = redactionOf(entry)
  const requestBody = shownBody(body, redaction)
  const answerBody = shownBody(packet.body, redaction)
  return {
    number,
    at: new Date(endedAt).toISOString(),
    durationMs: Math.round(durationMs * 100) / 100,
    ...(operation === undefined ? {} : { operation }),
    ...(caller === undefined ? {} : { user: caller.user.login }),
    request: {
      method,
      url: redaction.url,
      headers: redaction.headers,
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    answer: {
      status: packet.status,
      headers: redaction.answerHeaders,
      ...(answerBody === undefined ? {} : { body: answerBody }),
    },
    ...(redaction.problem === undefined ? {} : { refusal: shownRefusal(redaction.problem) }),
    faults,
  }
}

function shownRefusal(problem: Problem) {
  const { kind, message } = problem
  return problem.kind === 'invalid' ? { kind, message, violations: problem.violations } : { kind, message }
}

function shownBody(body: Buffer | string | undefined, { text }: Redaction): ShownBody | undefined {
  if (body === undefined || body.length === 0) return undefined
  const whole = textOf(body)
  if (whole === undefined) return { bytes: body.length }
  const shown = text(whole)
  try {
    return { json: JSON.parse(shown) }
  } catch {
    return { text: shown }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined for bytes that are no text. */
export function textOf(body: Buffer | string): string | undefined {
  if (typeof body === 'string') return body
  try {
    const text = utf8.decode(body)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
