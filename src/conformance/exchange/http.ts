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

/** Carries a request over the network; rejects when there is no whole answer, or one beyond all measure. Redirects are answers. */
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
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await wholeBody(response) }
}

/** In MB. No answer that is judged comes near it, and one without end would take all memory. */
const longestAnswer = 32

/** What is longer is read no further. */
async function wholeBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    // To leave the loop cancels the stream, and with it the connection.
    if (length > longestAnswer * 2 ** 20) throw new Error(`the answer is longer than ${longestAnswer} MB`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** What an answer's text is, whatever it calls itself. */
export function textOf(answer: HttpAnswer): string {
  return new TextDecoder().decode(answer.body)
}

/** Without parameters, in lower case; empty when there is none. */
export function mediaTypeOf(answer: HttpAnswer): string {
  return (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
