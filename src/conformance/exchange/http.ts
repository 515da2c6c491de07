/** Bare HTTP: one request, one answer, nothing followed and nothing understood. */

export interface HttpRequest {
  method: string
  /** Absolute. */
  url: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

export interface HttpAnswer {
  status: number
  /** Lower-case names; repeated ones are joined by a comma. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** Carries a request over the network; rejects when there is no whole answer. Redirects are answers. */
export type Carrier = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>

/** On the global `fetch`. */
export const overTheNetwork: Carrier = async ({ method, url, headers, body }, signal) => {
  const response = await fetch(url, {
    method,
    headers,
    // A Uint8Array of a view may lie in a larger buffer; a copy is a body for certain.
    body: body === undefined ? null : typeof body === 'string' ? body : Uint8Array.from(body),
    redirect: 'manual',
    signal,
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
}

/** What an answer's text is, whatever it calls itself. */
export function textOf(answer: HttpAnswer): string {
  return new TextDecoder().decode(answer.body)
}

/** Without parameters, in lower case; empty when there is none. */
export function mediaTypeOf(answer: HttpAnswer): string {
  return (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
