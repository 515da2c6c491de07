import type { Token } from './query-text.ts'

/** SQL of a definition that gives a row, or none, for each record of one view: what it says of a record depends on it alone. */
export interface SingleView {
  view: string
  /** How the view is called in `rest`. */
  alias: string
  /** From FROM up to WHERE. */
  from: string
  /** What stands behind WHERE; empty for none. */
  condition: string
}

/** What makes of several records one row, or of what a row says something about others. */
const gathering = new Set(
  [
    'distinct group having limit offset union intersect except window over join values order',
    'count sum min max avg string_agg',
  ].flatMap(words => words.split(' ')),
)

/** Undefined for SQL that is not of that kind, or not plainly so. Parameters stand as `:name`. */
export function singleView(tokens: readonly Token[], views: ReadonlySet<string>): SingleView | undefined {
  const words = tokens.map(({ kind, text }) => (kind === 'word' ? text.toLowerCase() : text))
  const isGathering = words.some((word, index) => gathering.has(word) || (word === 'select' && index > 0))
  if (words[0] !== 'select' || isGathering) return undefined
  const at = atTop(words, 'from')
  const where = atTop(words, 'where')
  const view = words[at + 1]
  if (at < 0 || view === undefined || !views.has(view)) return undefined
  const named = words.slice(at + 2, where < 0 ? undefined : where).filter(word => word !== 'as')
  if (named.length > 1 || (named.length === 1 && tokens[at + 2]?.kind !== 'word')) return undefined
  return {
    view,
    alias: named[0] ?? view,
    from: textOf(tokens.slice(at, where < 0 ? undefined : where)),
    condition: where < 0 ? '' : textOf(tokens.slice(where + 1)),
  }
}

/** Where the word stands outside of brackets; -1 for nowhere. */
function atTop(words: readonly string[], wanted: string): number {
  let depth = 0
  return words.findIndex(word => {
    if (word === '(') depth += 1
    if (word === ')') depth -= 1
    return depth === 0 && word === wanted
  })
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text, touches }, index) => (touches || index === 0 ? text : ` ${text}`)).join('')
}
