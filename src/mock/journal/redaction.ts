/** Takes the key out of what is shown of an exchange, wherever it stands. */
import type { JournalEntry } from './entry.ts'

const redacted = '[redacted]'
/** Headers in which credentials travel, whoever they are meant for. */
const secret = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

export interface Redaction {
  /** The request's headers by lower-case name; repeated ones are joined by a comma. */
  headers: Record<string, string>
  /** A text without the secrets that came in the headers. */
  text(text: string): string
}

/**
 * Whatever stands in a header for credentials is a secret, with or without its scheme (`Bearer`); it is taken out of
 * everything else too, since clients put keys into queries and bodies by mistake.
 */
export function redactionOf({ rawHeaders }: Pick<JournalEntry, 'rawHeaders'>): Redaction {
  const headers: Record<string, string> = {}
  const secrets = new Set<string>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    const before = headers[name]
    const shown = secret.has(name) ? concealed(value) : value
    headers[name] = before === undefined ? shown : `${before}, ${shown}`
    if (secret.has(name)) for (const part of secretsIn(value)) secrets.add(part)
  }
  // The longest first: one may be a part of another.
  const ordered = [...secrets].toSorted((a, b) => b.length - a.length)
  const text = (from: string): string => ordered.reduce((left, part) => left.replaceAll(part, redacted), from)
  for (const [name, value] of Object.entries(headers)) {
    if (!secret.has(name)) headers[name] = text(value)
  }
  return { headers, text }
}

const knownScheme = /^(bearer|basic|digest|negotiate)\s+/i

function concealed(value: string): string {
  const scheme = knownScheme.exec(value)?.[1]
  return scheme === undefined ? redacted : `${scheme} ${redacted}`
}

/** Short words are no secrets, and taking them out would make the rest unreadable. */
function secretsIn(value: string): string[] {
  const bare = value.trim().replace(knownScheme, '')
  return [bare, encodeURIComponent(bare)].filter((part) => part.length >= 6)
}
