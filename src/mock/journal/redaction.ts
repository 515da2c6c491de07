/** Takes the key out of what is shown of an exchange, wherever it stands. */
import type { Problem } from '../../core/index.ts'
import type { JournalEntry } from './entry.ts'

const redacted = '[redacted]'
/** In the names of headers and of the query's members in which credentials travel, whoever they are meant for. */
const secretWord = /key|token|secret|auth|password|cookie/i
/** Parts of names that hold such a word by accident; an idempotency key is none that opens anything. */
const harmlessWords = /idempotency[-_]?key|sort[-_]?key|keyword|author(?!i[sz])/gi

export interface Redaction {
  /** As it arrived, the values of secret members taken out. */
  url: string
  /** The request's headers by lower-case name; repeated ones are joined by a comma. */
  headers: Record<string, string>
  answerHeaders: Record<string, string>
  /** Why it was refused, when it was. */
  problem: Problem | undefined
  /** A text without the secrets that came in the headers and in the query. */
  text(text: string): string
}

/**
 * Whatever stands in a header or in a member of the query for credentials is a secret, with or without its scheme
 * (`Bearer`); it is taken out of everything else too, since clients put keys into paths and bodies by mistake.
 */
export function redactionOf(entry: Pick<JournalEntry, 'url' | 'rawHeaders' | 'packet' | 'problem'>): Redaction {
  const { url, rawHeaders, packet, problem } = entry
  const headers: Record<string, string> = {}
  const secrets = new Set(secretMembers(url).flatMap(spellingsOf).flatMap(secretsIn))
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    const value = rawHeaders[at + 1] ?? ''
    const before = headers[name]
    const shown = isSecret(name) ? concealed(value) : value
    headers[name] = before === undefined ? shown : `${before}, ${shown}`
    if (isSecret(name)) for (const part of secretsIn(value)) secrets.add(part)
  }
  // The longest first: one may be a part of another.
  const ordered = [...secrets].toSorted((a, b) => b.length - a.length)
  const text = (from: string): string =>
    withoutBeginnings(ordered.reduce((left, part) => left.replaceAll(part, redacted), from), ordered)
  for (const [name, value] of Object.entries(headers)) {
    if (!isSecret(name)) headers[name] = text(value)
  }
  return {
    url: text(concealedUrl(url)),
    headers,
    answerHeaders: Object.fromEntries(Object.entries(packet.headers).map(([name, value]) => [name, text(value)])),
    problem: problem === undefined ? undefined : concealedProblem(problem, text),
    text,
  }
}

function isSecret(name: string): boolean {
  return secretWord.test(name.replaceAll(harmlessWords, ''))
}

const knownScheme = /^(bearer|basic|digest|negotiate)\s+/i

function concealed(value: string): string {
  const scheme = knownScheme.exec(value)?.[1]
  return scheme === undefined ? redacted : `${scheme} ${redacted}`
}

/** Characters. Short words are no secrets, and taking them out would make the rest unreadable. */
const shortest = 6

function secretsIn(value: string): string[] {
  const bare = value.trim().replace(knownScheme, '')
  return [bare, encodeURIComponent(bare.toWellFormed()), JSON.stringify(bare).slice(1, -1)].filter((part) => part.length >= shortest)
}

/** Messages that repeat what they refuse cut it off when it is long, and end it with an ellipsis. */
function withoutBeginnings(from: string, secrets: readonly string[]): string {
  const pieces = from.split('…')
  const last = pieces.pop() ?? ''
  return [...pieces.map((piece) => withoutBeginning(piece, secrets)), last].join('…')
}

function withoutBeginning(piece: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = Math.min(secret.length, piece.length); length >= shortest; length -= 1) {
      if (piece.endsWith(secret.slice(0, length))) return piece.slice(0, -length) + redacted
    }
  }
  return piece
}

/** `name=value` as they were written. */
function membersOf(url: string): string[] {
  const query = url.indexOf('?')
  return query === -1 ? [] : url.slice(query + 1).split('&')
}

function secretMembers(url: string): string[] {
  return membersOf(url).filter(isSecretMember)
}

function isSecretMember(member: string): boolean {
  const [name = '', value = ''] = [...new URLSearchParams(member)][0] ?? []
  return value !== '' && isSecret(name)
}

/** A member's value as it was written, and decoded; a plus sign stands for a space in forms alone. */
function spellingsOf(member: string): string[] {
  const decoded = [member, member.replaceAll('+', '%2B')].flatMap((one) => [...new URLSearchParams(one).values()])
  return [member.slice(member.indexOf('=') + 1), ...decoded]
}

function concealedUrl(url: string): string {
  const query = url.indexOf('?')
  if (query === -1) return url
  const shown = membersOf(url).map((member) =>
    isSecretMember(member) ? `${member.slice(0, member.indexOf('='))}=${redacted}` : member,
  )
  return `${url.slice(0, query)}?${shown.join('&')}`
}

function concealedProblem(problem: Problem, text: (from: string) => string): Problem {
  const message = text(problem.message)
  if (problem.kind !== 'invalid') return { ...problem, message }
  const violations = problem.violations.map(({ pointer, message: wrong, expected }) => ({
    pointer: text(pointer),
    message: text(wrong),
    ...(expected === undefined ? {} : { expected: text(expected) }),
  }))
  return { ...problem, message, violations }
}
