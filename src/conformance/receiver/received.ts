/** A notification as the receiver saw it, and what there is to say about it. */
import type { Instant, RecordChanged, Violation } from '../../core/index.ts'
import type { Contract } from '../../contract/index.ts'
import type { Answer, AnswerEnd } from './answer.ts'
import { createRedaction } from './redaction.ts'
import type { Redaction } from './redaction.ts'
import { judgeToken } from './token.ts'
import type { TokenVerdict } from './token.ts'

export interface ReceivedNotification {
  /** 1 for the first. */
  readonly number: number
  /** When its last byte had come. */
  readonly at: Instant
  readonly method: string
  /** With its query, secrets taken out. */
  readonly path: string
  /** Lower-case names, repeated ones joined by a comma, secrets taken out. */
  readonly headers: Readonly<Record<string, string>>
  /** As text, the token taken out. */
  readonly body: string
  /** How long the body was as it came. */
  readonly bytes: number
  /** False when the sender left before the end of the body, or when that was too far off. */
  readonly complete: boolean
  /** What it means; only of a body that keeps the contract. */
  readonly event: RecordChanged | undefined
  /** How it breaks the contract: `/method`, `/headers/content-type`, `/body/…`. */
  readonly violations: readonly Violation[]
  readonly token: TokenVerdict
  /** The number of the first one with the very same body: this is a repetition. */
  readonly repeats: number | undefined
  /** It came to where a redirect pointed, so the sender follows redirects. */
  readonly redirected: boolean
  /** What it is answered; undefined while that is not known, and for what was never complete. */
  readonly answer: Answer | undefined
  /** Undefined until the answer is over. */
  readonly answered: (AnswerEnd & { afterMs: number }) | undefined
}

/** A request as node:http gives it. */
export interface RawRequest {
  method: string
  target: string
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[]
  body: Uint8Array
  /** `cut`: the sender left; `endless`: it was longer than is kept. */
  end: 'complete' | 'cut' | 'endless'
}

export type Examined = Pick<
  ReceivedNotification,
  'method' | 'path' | 'headers' | 'body' | 'bytes' | 'complete' | 'event' | 'violations' | 'token'
>

export interface Expectations {
  contract: Pick<Contract, 'notification'>
  token: string | undefined
}

/** Judges a request by the contract's notification and the webhook's token. Pure. */
export function examine(request: RawRequest, { contract, token }: Expectations): Examined {
  const { method, target, rawHeaders, body, end } = request
  const redaction = createRedaction(token)
  const headers = collected(rawHeaders)
  const sent = Object.fromEntries([...headers].map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]))
  const read = end === 'complete' ? readNotification({ body, sent }, contract, redaction) : { event: undefined, violations: [unfinished[end]] }
  return {
    method,
    path: redaction.target(target),
    headers: Object.fromEntries(
      [...headers].map(([name, values]) => [name, values.map((value) => redaction.header(name, value)).join(', ')]),
    ),
    body: redaction.text(new TextDecoder().decode(body)),
    bytes: body.length,
    complete: end === 'complete',
    event: read.event,
    violations: [...violationsOfMethod(method), ...violationsOfType(headers.get('content-type') ?? []), ...read.violations],
    token: judgeToken(headers.get('authorization') ?? [], token),
  }
}

const unfinished = {
  cut: { pointer: '/body', message: 'the sender left before the body was complete' },
  endless: { pointer: '/body', message: 'the body is too long to be looked at' },
}

function collected(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[at + 1] ?? ''])
  }
  return headers
}

function violationsOfMethod(method: string): Violation[] {
  if (method === 'POST') return []
  return [{ pointer: '/method', message: `a notification is sent by POST (HOOK-2), not ${method}`, expected: 'POST' }]
}

/** RFC 8259, section 11: the media type has no charset; UTF-8 named all the same does no harm. */
function violationsOfType(values: readonly string[]): Violation[] {
  const violation = (message: string): Violation[] => [
    { pointer: '/headers/content-type', message, expected: 'application/json' },
  ]
  const [value] = values
  if (value === undefined) return violation('the body has no media type, and is JSON (BODY-1)')
  if (/^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(value)) return []
  return violation(`the body is JSON (BODY-1) in UTF-8, and is called ${value.slice(0, 100)}`)
}

/** A deployment may tell some of it in headers. */
function readNotification(
  { body, sent }: { body: Uint8Array; sent: Record<string, string | string[]> },
  { notification }: Expectations['contract'],
  redaction: Redaction,
): Pick<Examined, 'event' | 'violations'> {
  const read = parse(body)
  if ('fault' in read) return { event: undefined, violations: [{ pointer: '/body', message: read.fault }] }
  const found = notification.check(read.value, sent)
  if (found.length > 0) {
    const conceal = ({ pointer, message, ...rest }: Violation): Violation => ({
      ...rest,
      pointer: redaction.text(pointer),
      message: redaction.text(message),
    })
    return { event: undefined, violations: found.map(conceal) }
  }
  // Judged as it came, shown without the token, should that stand in it.
  const shown = parse(Buffer.from(redaction.text(read.text)))
  return { event: 'fault' in shown ? undefined : notification.decode(shown.value, sent), violations: [] }
}

function parse(body: Uint8Array): { text: string; value: unknown } | { fault: string } {
  if (body.length === 0) return { fault: 'there is no body' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return { fault: 'the body is not UTF-8' }
  }
  try {
    const value: unknown = JSON.parse(text)
    return { text, value }
  } catch {
    // What the parser says would quote the body, and with it whatever secret stands there.
    return { fault: 'the body is no JSON (BODY-1)' }
  }
}
