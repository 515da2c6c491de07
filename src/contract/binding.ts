/** Whether a contract binds the roles that the toolkit needs. */
import type { JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import type { ContractProblem } from './contract-error.ts'
import { isRole } from './roles.ts'
import type { Role, RoleNeeds } from './roles.ts'

/**
 * The roles that `needs` asks for and `bound` lacks. A role that a deployment does not have
 * is listed in `x-role-absent`; a required one cannot be absent.
 */
export function missingRoles(
  where: string,
  needs: RoleNeeds,
  bound: ReadonlySet<Role>,
  absent: JsonValue | undefined,
): ContractProblem[] {
  const declaredAbsent = absentRoles(where, absent)
  const unbound = (role: Role) => !bound.has(role)
  return [
    ...needs.required.filter(unbound).map((role) => lacking(where, role, '')),
    ...needs.declared
      .filter((role) => unbound(role) && !declaredAbsent.has(role))
      .map((role) => lacking(where, role, ', or list it in x-role-absent')),
  ]
}

/** What is required can only be filled by a role or a value of its own. */
export function unfillablePlace(where: string, place: string): ContractProblem {
  return { message: `${where}: ${place} is required, but has no x-role and no const or default; add one of them` }
}

function lacking(where: string, role: Role, otherwise: string): ContractProblem {
  return { role, message: `the ${where} lacks ${role}; give the node that has it x-role: ${role}${otherwise}` }
}

function absentRoles(where: string, absent: JsonValue | undefined): Set<Role> {
  if (absent === undefined) return new Set()
  if (!Array.isArray(absent)) throw new ContractError(`${where}: x-role-absent is no list; write the roles like [user.email]`)
  return new Set(
    absent.map((name) => {
      if (typeof name === 'string' && isRole(name)) return name
      throw new ContractError(`${where}: x-role-absent names ${JSON.stringify(name)}, which is not a role; ensayo contract explain shows them`)
    }),
  )
}
