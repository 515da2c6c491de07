/** Every exchange of a run as an HTTP Archive (HAR 1.2), which browsers and many tools open; a page per case. */
import { STATUS_CODES } from 'node:http'
import type { JsonObject } from '../../core/index.ts'
import type { RecordedBody, RecordedExchange } from '../exchange/index.ts'
import type { CaseReport, RunReport } from '../run-report.ts'

/** Entries in the order in which they were sent. What HAR has no place for begins with `_`, as HAR allows. */
export function harReport(report: RunReport): string {
  const entries = report.cases
    .flatMap((one) => [
      ...one.exchanges.map((exchange) => entry(one, exchange, 'exchange')),
      ...one.notifications.map((exchange) => entry(one, exchange, 'notification')),
    ])
    .toSorted((a, b) => a.startedDateTime.localeCompare(b.startedDateTime))
  const pages = report.cases.flatMap(({ id, title, exchanges, notifications }) => {
    const [first] = [...exchanges, ...notifications].toSorted((a, b) => a.at.localeCompare(b.at))
    return first === undefined ? [] : [{ startedDateTime: first.at, id, title: `${id} ${title}`, pageTimings: {} }]
  })
  const log = { version: '1.2', creator: { name: 'ensayo', version: report.tool.version }, pages, entries }
  return `${JSON.stringify({ log }, undefined, 2)}\n`
}

type Kind = 'exchange' | 'notification'

function entry({ id, result }: CaseReport, exchange: RecordedExchange, kind: Kind): JsonObject & { startedDateTime: string } {
  const { at, durationMs, request, answer, failure } = exchange
  const url = absolute(request.url)
  const { body } = request
  return {
    pageref: id,
    startedDateTime: at,
    time: durationMs,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(url),
      headersSize: -1,
      bodySize: body?.bytes ?? 0,
      ...(body === undefined ? {} : { postData: { mimeType: request.headers['content-type'] ?? '', ...posted(body) } }),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: answer === undefined ? '' : (STATUS_CODES[answer.status] ?? ''),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(answer?.headers ?? {}),
      content: contentOf(answer),
      redirectURL: answer?.headers['location'] ?? '',
      headersSize: -1,
      bodySize: answer === undefined ? -1 : (answer.body?.bytes ?? 0),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `${id}: ${result.verdict}${kind === 'notification' ? ', a notification of the service' : ''}`,
    _case: id,
    _kind: kind,
    ...(failure === undefined ? {} : { _error: failure }),
  }
}

/** What arrived at a receiver of the suite has a path only. */
function absolute(url: string): string {
  return URL.canParse(url) ? url : `http://receiver.invalid${url.startsWith('/') ? '' : '/'}${url}`
}

function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []
}

/** HAR has no base64 in requests. */
function posted({ text, encoding, cut }: RecordedBody): JsonObject {
  return { text, ...(encoding === 'text' ? {} : { _encoding: encoding }), ...(cut ? { comment: 'cut' } : {}) }
}

function contentOf(answer: RecordedExchange['answer']): JsonObject {
  const mimeType = answer?.headers['content-type'] ?? 'x-unknown'
  const body = answer?.body
  if (body === undefined) return { size: 0, mimeType }
  const { text, encoding, bytes, cut } = body
  return { size: bytes, mimeType, text, ...(encoding === 'base64' ? { encoding } : {}), ...(cut ? { comment: 'cut' } : {}) }
}

function pairs(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
