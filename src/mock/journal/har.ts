/** The journal as an HTTP Archive (HAR 1.2), which browsers and many tools open. */
import { STATUS_CODES } from 'node:http'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { JournalEntry } from './entry.ts'
import { redactionOf } from './redaction.ts'
import { textOf } from './shown.ts'

export interface HarOptions {
  /** What stands before the path of each request. */
  baseUrl: string
  /** This program's. */
  version: string
}

/** No key is in it. What HAR has no place for stands in properties that begin with `_`, as HAR allows. */
export function toHar(entries: readonly JournalEntry[], { baseUrl, version }: HarOptions): JsonObject {
  return { log: { version: '1.2', creator: { name: 'ensayo', version }, entries: entries.map(entryIn(baseUrl)) } }
}

const entryIn = (baseUrl: string) => (entry: JournalEntry): JsonObject => {
  const { number, endedAt, durationMs, operation, caller, method, body, packet, problem, faults } = entry
  const { url, headers, answerHeaders, text } = redactionOf(entry)
  const sent = body === undefined || body.length === 0 ? undefined : text(textOf(body) ?? body.toString('latin1'))
  return {
    startedDateTime: new Date(endedAt - durationMs).toISOString(),
    time: durationMs,
    request: {
      method,
      url: baseUrl + url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: pairs(Object.fromEntries(new URL(url, 'http://localhost').searchParams)),
      ...(sent === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: sent } }),
      headersSize: -1,
      bodySize: body?.length ?? 0,
    },
    response: {
      status: packet.status,
      statusText: STATUS_CODES[packet.status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(answerHeaders),
      content: contentOf(packet, text),
      redirectURL: '',
      headersSize: -1,
      bodySize: Number(packet.headers['content-length'] ?? 0),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _number: number,
    ...(operation === undefined ? {} : { _operation: operation }),
    ...(caller === undefined ? {} : { _user: caller.user.login }),
    ...(problem === undefined ? {} : { _refusal: problem.kind }),
    ...(faults.length === 0 ? {} : { _faults: [...faults] }),
  }
}

function contentOf({ headers, body }: JournalEntry['packet'], redact: (text: string) => string): JsonObject {
  const mimeType = headers['content-type'] ?? ''
  if (body === undefined) return { size: 0, mimeType }
  const size = Buffer.byteLength(body)
  const text = textOf(body)
  if (text !== undefined) return { size, mimeType, text: redact(text) }
  const shown = Buffer.from(redact(body.toString('latin1')), 'latin1')
  return { size, mimeType, text: shown.toString('base64'), encoding: 'base64' }
}

function pairs(record: Readonly<Record<string, string>>): JsonValue[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }))
}
