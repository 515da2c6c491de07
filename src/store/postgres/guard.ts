import { functionRefused, portableFunctions } from '../portable-functions.ts'
import { QueryRefused } from '../port.ts'
import type { Token } from '../query-text.ts'

/** Words that may stand before a bracket without being functions. */
const beforeBrackets = new Set(
  [
    'select distinct all from join on using where group by having order limit offset union intersect except with',
    'materialized as values and or not in exists between like is case when then else any some over filter partition',
    'within rows range escape end cast',
    // Types with a length, inside of a cast.
    'numeric decimal varchar char character varying',
  ].flatMap(words => words.split(' ')),
)

/** What answers without brackets, and otherwise next time, or tells of the server. */
const answeringWords = new Set(
  [
    'current_date current_time current_timestamp localtime localtimestamp',
    'current_user session_user system_user user current_role current_catalog current_schema',
  ].flatMap(words => words.split(' ')),
)

/**
 * Refuses SQL of a definition that calls what not every database has, or what could reach beyond the views: above all
 * nothing may change a setting, for a setting says in which sandbox the views look. The rest is the database's work,
 * which runs definitions as a role that may read the views alone.
 */
export function guardTokens(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const before = tokens[index - 1]
    if (token.kind === 'quoted' && token.touches && before !== undefined && !isBracket(before)) {
      // E'…', U&"…" and the like, in which a backslash writes any character.
      if (before.kind === 'word' || before.text === '&') {
        throw new QueryRefused(`Put a space before ${token.text.slice(0, 20)}: letters before a quote have another meaning.`)
      }
    }
    if (token.text === '::') throw new QueryRefused('The SQL is not understood: write cast(x as type) instead of x::type.')
    if (token.kind === 'word' && answeringWords.has(token.text.toLowerCase()) && before?.text !== '.') {
      throw new QueryRefused(functionRefused(token.text))
    }
    if (token.text === '(' && before !== undefined) guardCall(before)
  })
}

function guardCall(called: Token): void {
  if (called.kind !== 'word' && called.kind !== 'quoted') return
  const isQuoted = called.kind === 'quoted'
  const name = isQuoted ? called.text.slice(1, -1) : called.text.toLowerCase()
  if (portableFunctions.has(name) || (!isQuoted && beforeBrackets.has(name))) return
  throw new QueryRefused(functionRefused(name))
}

function isBracket({ text }: Token): boolean {
  return text === '(' || text === ')' || text === ','
}

/** Throws when a plan, as EXPLAIN gives it in JSON, reads anything but `tables`. */
export function guardPlan(plan: unknown, tables: ReadonlySet<string>, readable: string): void {
  if (Array.isArray(plan)) {
    for (const part of plan) guardPlan(part, tables, readable)
    return
  }
  if (typeof plan !== 'object' || plan === null) return
  for (const [name, value] of Object.entries(plan)) {
    const isForeign = (name === 'Relation Name' && (typeof value !== 'string' || !tables.has(value)))
      || name === 'Function Name' || name === 'Table Function Name'
    if (isForeign) throw new QueryRefused(`"${String(value)}" cannot be read; there are ${readable}.`)
    guardPlan(value, tables, readable)
  }
}
