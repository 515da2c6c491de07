/** Characters that cannot be kept or be in a name: refused before any store sees them, whichever it is. */
import { isJsonObject, refusal } from '../../../core/index.ts'
import type { Violation } from '../../../core/index.ts'

interface Texts {
  /** By the name of the parameter, as in `query`. */
  path: Iterable<readonly [string, string]>
  query: Iterable<readonly [string, string]>
  /** JSON, or undefined. */
  body: unknown
}

/** Control characters in a parameter, and NUL in any text of a body, where lines and tabs have their place. */
export function refusedCharacters({ path, query, body }: Texts): ReturnType<typeof refusal> | undefined {
  const violations = [
    ...[...path].flatMap(([name, value]) => inParameter(`/path/${escaped(name)}`, value)),
    ...[...query].flatMap(([name, value]) => inParameter(`/query/${escaped(name)}`, value)),
    ...inBody('/body', body),
  ]
  const [first] = violations
  if (first === undefined) return undefined
  return refusal({ kind: 'invalid', message: `The request cannot be used: ${first.pointer} ${first.message}.`, violations })
}

function inParameter(pointer: string, value: string): Violation[] {
  if (!hasControlCharacter(value)) return []
  return [{ pointer, message: 'has a control character', expected: 'a text without the characters U+0000 to U+001F and U+007F' }]
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f')
}

/** As deep as the reader of JSON lets it be. */
function inBody(pointer: string, value: unknown): Violation[] {
  if (typeof value === 'string') return hasNul(value) ? [nulAt(pointer)] : []
  if (Array.isArray(value)) return value.flatMap((item, index) => inBody(`${pointer}/${index}`, item))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const place = `${pointer}/${escaped(name)}`
    return [...(hasNul(name) ? [nulAt(place)] : []), ...inBody(place, item)]
  })
}

function hasNul(text: string): boolean {
  return text.includes('\u0000')
}

function nulAt(pointer: string): Violation {
  return { pointer, message: 'has the character NUL', expected: 'a text without U+0000' }
}

/** RFC 6901, section 3. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
