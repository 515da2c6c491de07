import { functionRefused, portableFunctions } from '../portable-functions.ts'
import { recursionRefused } from '../query-text.ts'
import { checkTime, currentSandbox } from './database.ts'
import type { Access, Guard } from './database.ts'

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
        return functionRefused(name)
      }
      case 'recursion':
        return recursionRefused
      case 'other':
        return `The SQL does more than read; a definition is a single SELECT over ${readable}.`
    }
  }
}
