/** Whether a contract binds the roles that the toolkit needs. */
import type { JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import { isRole } from './roles.ts'
import type { Role, RoleNeeds } from './roles.ts'

/**
 * The roles that `needs` asks for and `bound` lacks, one line each. A role that a deployment does not have
 * is listed in `x-role-absent`; a required one cannot be absent.
 */
export function missingRoles(
  where: string,
  needs: RoleNeeds,
  bound: ReadonlySet<Role>,
  absent: JsonValue | undefined,
): string[] {
  const declaredAbsent = absentRoles(where, absent)
  const unbound = (role: Role) => !bound.has(role)
  return [
    ...needs.required.filter(unbound).map((role) => `${where}: ${role}`),
    ...needs.declared
      .filter((role) => unbound(role) && !declaredAbsent.has(role))
      .map((role) => `${where}: ${role} (or list it in x-role-absent)`),
  ]
}

function absentRoles(where: string, absent: JsonValue | undefined): Set<Role> {
  if (absent === undefined) return new Set()
  if (!Array.isArray(absent)) throw new ContractError(`${where}: x-role-absent must be a list of roles`)
  return new Set(
    absent.map((name) => {
      if (typeof name === 'string' && isRole(name)) return name
      throw new ContractError(`${where}: x-role-absent names ${JSON.stringify(name)}, which is not a role`)
    }),
  )
}
