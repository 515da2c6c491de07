import type { Rule, Visitor } from './visit.ts'
import { responseRoles, valueRoles } from './vocabulary.ts'

/** Every role is one that the toolkit knows, on a kind of node that can carry it. */
export const knownRole: Rule = () => ({
  Schema: rolesOutOf('x-role', valueRoles),
  Parameter: rolesOutOf('x-role', valueRoles),
  Header: rolesOutOf('x-role', valueRoles),
  Response: rolesOutOf('x-role', responseRoles),
  Operation: rolesOutOf('x-role-absent', valueRoles),
})

function rolesOutOf(keyword: string, known: readonly string[]): Visitor {
  return (node, { report, location, type }) => {
    const roles = [node[keyword] ?? []].flat()
    for (const role of roles) {
      if (typeof role === 'string' && known.includes(role)) continue
      const message = `\`${String(role)}\` is not a role for a node of type ${type.name}.`
      report({ message, location: location.child(keyword) })
    }
  }
}
