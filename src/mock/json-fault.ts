/** Finds the first place where a text stops being JSON. V8's own messages give none for short texts. */

export interface JsonFault {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units. */
  column: number
  /** What was expected there, as the end of a sentence. */
  reason: string
}

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end'

const reasons: Record<Expectation, string> = {
  value: 'a value is expected',
  'value or ]': 'a value or ] is expected',
  key: 'a key in double quotes is expected',
  'key or }': 'a key in double quotes or } is expected',
  colon: 'a colon is expected',
  'comma or ]': 'a comma or ] is expected',
  'comma or }': 'a comma or } is expected',
  end: 'nothing more is expected after the value',
}

const whitespace = /[ \t\n\r]*/y
// The grammar of RFC 8259, sections 6 and 7.
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y
const literal = /(?:true|false|null)(?!\w)/y
const stringStart = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y

/** The first fault by RFC 8259; undefined when the text is JSON. */
export function locateJsonFault(text: string): JsonFault | undefined {
  const open: ('[' | '{')[] = []
  let expected: Expectation = 'value'
  let at = 0

  const fault = (offset: number, reason: string): JsonFault => {
    const before = text.slice(0, offset)
    const lineStart = before.lastIndexOf('\n') + 1
    const where = offset >= text.length ? 'the text ends where ' : ''
    return { line: before.split('\n').length, column: offset - lineStart + 1, reason: `${where}${reason}` }
  }
  const match = (pattern: RegExp): number => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : -1
  }
  const afterValue = (): Expectation => {
    const innermost = open.at(-1)
    return innermost === undefined ? 'end' : innermost === '[' ? 'comma or ]' : 'comma or }'
  }

  for (;;) {
    at = match(whitespace)
    if (at === text.length) return expected === 'end' ? undefined : fault(at, reasons[expected])
    const character = text[at]

    if (character === '"' && (expected.startsWith('value') || expected.startsWith('key'))) {
      const end = match(stringStart)
      if (text[end] !== '"') return fault(end, brokenString(text, end))
      at = end + 1
      expected = expected.startsWith('key') ? 'colon' : afterValue()
    } else if (expected.startsWith('value') && (character === '[' || character === '{')) {
      open.push(character)
      at++
      expected = character === '[' ? 'value or ]' : 'key or }'
    } else if (
      (character === ']' && (expected === 'value or ]' || expected === 'comma or ]')) ||
      (character === '}' && (expected === 'key or }' || expected === 'comma or }'))
    ) {
      open.pop()
      at++
      expected = afterValue()
    } else if (character === ',' && (expected === 'comma or ]' || expected === 'comma or }')) {
      at++
      expected = expected === 'comma or ]' ? 'value' : 'key'
    } else if (character === ':' && expected === 'colon') {
      at++
      expected = 'value'
    } else if (expected.startsWith('value')) {
      const end = Math.max(match(number), match(literal))
      if (end === -1) return fault(at, reasons[expected])
      at = end
      expected = afterValue()
    } else {
      return fault(at, reasons[expected])
    }
  }
}

function brokenString(text: string, at: number): string {
  if (at >= text.length) return 'the closing quote of a string is expected'
  return text[at] === '\\' ? 'a string has an unknown escape' : 'a string has a control character that is not escaped'
}
