import { QueryRefused } from './port.ts'

/** Tables, columns and functions of an adapter's own start with this; no definition may name one. */
export const reservedPrefix = 'ensayo_'

/** SQL of a definition without comments, cut at its parameters: `parts[0] :names[0] parts[1] … parts[n]`. */
export interface QueryText {
  parts: string[]
  names: string[]
  /** All of it but spaces, in order, for what an adapter has to look at. */
  tokens: Token[]
}

export interface Token {
  kind: 'word' | 'quoted' | 'number' | 'parameter' | 'sign'
  text: string
  /** Nothing stands between it and the one before. */
  touches: boolean
}

const longest = 100_000

const tokens = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*|/\*[^]*?\*/)`,
    String.raw`(?<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*")`,
    String.raw`(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)`,
    String.raw`(?<number>\d[\w.]*)`,
    String.raw`(?<cast>::)`,
    String.raw`:(?<parameter>[A-Za-z_]\w*)`,
    String.raw`(?<sign>[-+*%=<>!~|&,.();]|/(?!\*))`,
  ].join('|'),
  'y',
)

/**
 * Reads the SQL of a definition as far as every adapter needs it: one statement, a SELECT, in which `:name`
 * outside of literals, quoted names, comments and `::` is a parameter.
 * Throws `QueryRefused` for anything else. What the SELECT may touch is for the adapter to check.
 */
export function readQueryText(sql: string): QueryText {
  if (sql.length > longest) throw new QueryRefused(`The SQL is longer than ${longest} characters.`)
  if (sql.toLowerCase().includes(reservedPrefix)) {
    throw new QueryRefused(`"${reservedPrefix}" is reserved: read the section views only.`)
  }
  const parts = ['']
  const names: string[] = []
  const words: string[] = []
  const read: Token[] = []
  let touches = false
  let depth = 0
  let ended = false
  let position = 0
  while (position < sql.length) {
    tokens.lastIndex = position
    const match = tokens.exec(sql)
    const found = match?.groups
    if (match === null || found === undefined) throw new QueryRefused(unreadable(sql, position))
    position = tokens.lastIndex
    if (found['space'] !== undefined) {
      parts.push(`${parts.pop() ?? ''} `)
      touches = false
      continue
    }
    if (ended) throw new QueryRefused('The SQL holds more than one statement; a definition is a single SELECT.')
    const [text] = match
    if (text === ';') {
      ended = true
      continue
    }
    read.push({ kind: kindOf(found), text, touches })
    touches = true
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth < 0) break
    if (words.length < 2) words.push(text.toLowerCase())
    if (found['parameter'] === undefined) {
      parts.push((parts.pop() ?? '') + text)
    } else {
      names.push(found['parameter'])
      parts.push('')
    }
  }
  if (depth !== 0) throw new QueryRefused('The parentheses of the SQL do not match.')
  const [first, second] = words
  if (first !== 'select' && first !== 'with') {
    throw new QueryRefused(`The SQL begins with ${first ?? 'nothing'}; a definition is a single SELECT.`)
  }
  if (first === 'with' && second === 'recursive') throw new QueryRefused(recursionRefused)
  return { parts, names, tokens: read }
}

function kindOf(found: Record<string, string | undefined>): Token['kind'] {
  if (found['word'] !== undefined) return 'word'
  if (found['quoted'] !== undefined) return 'quoted'
  if (found['number'] !== undefined) return 'number'
  return found['parameter'] === undefined ? 'sign' : 'parameter'
}

export const recursionRefused = 'WITH RECURSIVE is refused, since it may never end: join section views instead.'

function unreadable(sql: string, position: number): string {
  const line = sql.slice(0, position).split('\n').length
  const start = sql.slice(position, position + 20)
  const [sign = ''] = start
  if (sign === "'" || sign === '"') return `Line ${line}: the quote before ${start} is never closed.`
  if (start.startsWith('/*')) return `Line ${line}: the comment is never closed.`
  if (['?', '$', '@', ':', '#'].includes(sign)) return `Line ${line}: write parameters as :name, not ${start}`
  if (sign === '[' || sign === '`') return `Line ${line}: quote names with double quotes, not ${start}`
  return `Line ${line}: ${sign} is not part of the SQL that every database understands.`
}
