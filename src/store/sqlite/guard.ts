import { recursionRefused } from '../query-text.ts'
import { checkTime, currentSandbox } from './database.ts'
import type { Access, Guard } from './database.ts'

/**
 * The functions that definitions may call: what SQLite and PostgreSQL have in common, and nothing that gives
 * another answer next time (random, current_date), since a page is kept until the sandbox changes.
 */
const portableFunctions = new Set(
  [
    'count sum min max avg string_agg',
    'coalesce nullif abs round ceil ceiling floor mod sign power sqrt',
    'substr substring length lower upper trim ltrim rtrim replace like concat concat_ws',
    'row_number rank dense_rank ntile lag lead first_value last_value nth_value',
  ].flatMap(names => names.split(' ')),
)

/**
 * Allows a definition the views and nothing else. SQLite tells for what an access is made, which for the
 * inside of a view is the view's name, but for the inside of a WITH it is the name that the definition chose:
 * that nobody can name a table and reach into it that way is ensured by the reserved prefix.
 */
export function createGuard(views: ReadonlyMap<string, string>): Guard {
  const readable = [...views.keys()].join(', ')
  return (access: Access) => {
    switch (access.kind) {
      case 'select':
        return undefined
      case 'read': {
        const { table, inside = '' } = access
        // `inside` is written as the definition writes it, ENTITIES perhaps.
        if (views.has(table) || views.get(inside.toLowerCase()) === table) return undefined
        return `"${table}" cannot be read; there are ${readable}.`
      }
      case 'call': {
        const { name, inside = '' } = access
        if (portableFunctions.has(name.toLowerCase())) return undefined
        if ((name === currentSandbox || name === checkTime) && views.has(inside.toLowerCase())) return undefined
        return `The function ${name} is not allowed: other databases lack it, or it changes its answer.`
      }
      case 'recursion':
        return recursionRefused
      case 'other':
        return `The SQL does more than read; a definition is a single SELECT over ${readable}.`
    }
  }
}
