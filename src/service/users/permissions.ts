import type { StoredUser } from '../../store/index.ts'

export type SectionAction = 'read' | 'write'
export type ToolId = 'taxId' | 'vatId'

/** One thing that a user may be allowed to do (GAP-PERMISSIONS). */
export type Permission =
  | { kind: 'section'; id: string; action: SectionAction }
  | { kind: 'report' | 'document'; id: string }
  | { kind: 'tool'; id: ToolId }

/**
 * True when the user's list grants the permission, by name or by `*` (AUTH-3). To write a section does
 * not include to read it; a user who may do both has both in the list.
 */
export function allows(user: Pick<StoredUser, 'permissions'>, permission: Permission): boolean {
  const granted = user.permissions
  return granted.includes(textOf(permission, permission.id)) || granted.includes(textOf(permission, '*'))
}

const idPattern = String.raw`(?:\*|[^\s:*]+)`
const permissionPattern = new RegExp(
  `^(?:section:${idPattern}:(?:read|write)|(?:report|document):${idPattern}|tool:(?:\\*|taxId|vatId))$`,
)

/** True for text that a user's list of permissions may hold, whether or not there is the thing it names. */
export function isPermission(text: string): boolean {
  return permissionPattern.test(text)
}

/** The permission as a user's list spells it, for messages: `section:invoices:write`. */
export function describe(permission: Permission): string {
  return textOf(permission, permission.id)
}

function textOf(permission: Permission, id: string): string {
  return permission.kind === 'section' ? `section:${id}:${permission.action}` : `${permission.kind}:${id}`
}
