/** One exchange, folded: its line first, then what went out, what came back, and how to repeat it. */
import type { RecordedBody, RecordedExchange } from '../../exchange/index.ts'
import { durationText } from '../words.ts'
import { html } from './markup.ts'
import type { Markup } from './markup.ts'

export interface ExchangeViewOptions {
  /** Left out of the line. */
  baseUrl: string
  /** What a law that holds rests on is shown in short; the whole is in the JSON report. */
  held: boolean
}

export function exchangeView(exchange: RecordedExchange, { baseUrl, held }: ExchangeViewOptions): Markup {
  const { request, answer, failure, durationMs, curl } = exchange
  const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) || '/' : request.url
  const longest = held ? 1000 : 16_384
  const outcome = answer === undefined ? html`<span class="status s5">${failure ?? 'no answer'}</span>` : html`<span class="status s${Math.floor(answer.status / 100)}">${answer.status}</span>`
  return html`<details class="exchange"><summary><span class="method">${request.method}</span> <span class="url">${path}</span> ${outcome} <span class="ms">${durationText(durationMs)}</span></summary>
<div class="sides"><div><h5>Request</h5>${message(`${request.method} ${request.url}`, request.headers, request.body, longest)}</div>
<div><h5>Answer</h5>${answer === undefined ? html`<p>${failure ?? 'None came.'}</p>` : message(String(answer.status), answer.headers, answer.body, longest)}</div></div>
${curl === '' ? undefined : html`<h5>Repeat it</h5><pre class="command"><code>${cut(curl, 4096)}</code></pre>`}</details>`
}

function message(first: string, headers: Readonly<Record<string, string>>, body: RecordedBody | undefined, longest: number): Markup {
  const lines = Object.entries(headers).map(([name, value]) => html`
<span class="header">${name}:</span> ${value}`)
  return html`<pre><b>${first}</b>${lines}</pre>${body === undefined ? undefined : bodyView(body, longest)}`
}

function bodyView(body: RecordedBody, longest: number): Markup {
  const { text, encoding, bytes } = body
  const shown = cut(encoding === 'text' && !body.cut ? indented(text) : text, longest)
  const isCut = body.cut || shown !== (encoding === 'text' && !body.cut ? indented(text) : text)
  const remark = encoding === 'base64' ? `${bytes} bytes, in base64${isCut ? ', the beginning' : ''}` : isCut ? `${bytes} bytes, the beginning` : ''
  return html`<pre class="payload">${shown}</pre>${remark === '' ? undefined : html`<p class="remark">${remark}</p>`}`
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** JSON as people read it; numbers that JavaScript would write otherwise stay, for then the text stays as it is. */
function indented(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text.trim() ? JSON.stringify(value, undefined, 2) : text
  } catch {
    return text
  }
}
