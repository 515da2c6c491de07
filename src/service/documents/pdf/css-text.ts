/** The text of CSS: strings, parentheses, blocks and comments, before anything is understood of it. */

export interface Block {
  prelude: string
  body: string
}

/** Cuts at a separator, but not inside strings and parentheses. */
export function split(css: string, separator: ';' | ',' | ' '): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const char = css[at]
    if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '\\') at++
    else if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && (char === separator || (separator === ' ' && /\s/.test(char ?? '')))) {
      parts.push(css.slice(start, at))
      start = at + 1
    }
  }
  parts.push(css.slice(start))
  return parts.map(part => part.trim()).filter(part => part !== '')
}

/** The blocks `prelude { body }` at the outermost level, and what stands beside them. */
export function blocks(css: string): { blocks: Block[]; rest: string } {
  const found: Block[] = []
  let rest = ''
  let start = 0
  let open = -1
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const char = css[at]
    if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '\\') at++
    else if (char === '{') {
      if (depth++ === 0) open = at
    } else if (char === '}' && depth > 0 && --depth === 0) {
      found.push({ prelude: css.slice(start, open).trim(), body: css.slice(open + 1, at) })
      start = at + 1
    } else if (char === ';' && depth === 0) {
      rest += css.slice(start, at + 1)
      start = at + 1
    }
  }
  return { blocks: found, rest: depth === 0 ? rest + css.slice(start) : rest }
}

export function withoutComments(css: string): string {
  let out = ''
  let at = 0
  for (let open = css.indexOf('/*'); open >= 0; open = css.indexOf('/*', at)) {
    out += css.slice(at, open)
    const close = css.indexOf('*/', open + 2)
    if (close < 0) return out
    at = close + 2
  }
  return out + css.slice(at)
}

/** The position of the closing quote; a string also ends with its line (CSS Syntax, section 4.3.5). */
function endOfString(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[start] || css[at] === '\n') return at
  }
  return css.length
}
