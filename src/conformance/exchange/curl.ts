/** A command line that repeats a request. */

export interface CurlRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** As text; undefined for none. */
  body?: string | undefined
}

/**
 * For a POSIX shell. `$ENSAYO_…` in a header or URL stays a variable, so that the line works where the key is in the
 * environment and can be shown to anybody.
 */
export function curlOf({ method, url, headers, body }: CurlRequest): string {
  const parts = ['curl', '--silent', '--show-error', '--include']
  if (method === 'HEAD') parts.push('--head')
  else if (method !== (body === undefined ? 'GET' : 'POST')) parts.push('--request', method)
  parts.push(quoted(url))
  for (const [name, value] of Object.entries(headers)) parts.push('--header', quoted(`${name}: ${value}`))
  if (body !== undefined) parts.push('--data-binary', quoted(body.startsWith('@') ? ` ${body}` : body))
  return parts.join(' ')
}

/** Single quotes, but for variables of ours, which stand in double ones. */
function quoted(text: string): string {
  return text
    .split(/(\$ENSAYO_[A-Z_]+)/)
    .filter((part) => part !== '')
    .map((part) => (/^\$ENSAYO_[A-Z_]+$/.test(part) ? `"${part}"` : `'${part.replaceAll("'", `'\\''`)}'`))
    .join('')
}
