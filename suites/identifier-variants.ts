/** Identifiers that are almost valid. */

/** Whom a Spanish tax identifier belongs to, by its form; undefined for any other form. */
export function kindOf(identifier: string): 'individual' | 'company' | undefined {
  const bare = compact(identifier)
  if (/^(?:\d{8}|[XYZ]\d{7}|[KLM]\d{7})[A-Z]$/.test(bare)) return 'individual'
  return /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(bare) ? 'company' : undefined
}

/**
 * With another check character of the same sort. A tax identifier has exactly one digit and one letter that are right,
 * so this one never is.
 */
export function withOtherCheck(identifier: string): string {
  const bare = compact(identifier)
  const last = bare.slice(-1)
  const next = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'A' ? 'B' : 'A'
  return bare.slice(0, -1) + next
}

/** The state's two letters in front. */
export function stateOf(vatId: string): string {
  return compact(vatId).slice(0, 2)
}

/**
 * With one digit changed, in three ways. Two-digit suffixes that number the branches of a Dutch or Swedish taxpayer are
 * no check digits, and a scheme may miss one such change; none misses all of them.
 */
export function withOtherDigits(vatId: string): string[] {
  const bare = compact(vatId)
  const suffix = /^NL.*B\d\d$/.test(bare) ? 3 : /^SE\d+01$/.test(bare) ? 2 : 0
  const digits = [...bare].flatMap(
    (character, at) => (at > 1 && at < bare.length - suffix && /\d/.test(character) ? [at] : []),
  )
  const places = [...new Set([digits.at(-1), digits.at(-2), digits.at(1)])]
  return places.flatMap((at) =>
    at === undefined ? [] : [bare.slice(0, at) + String((Number(bare.charAt(at)) + 1) % 10) + bare.slice(at + 1)],
  )
}

/** As people may write it. */
export function loosely(identifier: string): string {
  const bare = compact(identifier).toLowerCase()
  return `${bare.slice(0, 2)} ${bare.slice(2, 5)}-${bare.slice(5)}`
}

export function compact(identifier: string): string {
  return identifier.replace(/[\s.-]/g, '').toUpperCase()
}
