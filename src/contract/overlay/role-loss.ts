/** Which actions to blame for a role that is bound nowhere any more. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { GuardStep } from './guard-stated.ts'
import { actionCitation } from './overlay-error.ts'
import { nodeAt } from './place.ts'

/**
 * The actions that took away a node with the role, or something around it, as `file:line:column: action N (target)`
 * in the order of the overlays. More than one when the role stood in several places, as a page does in a request and
 * in its answer.
 */
export function actionsAgainstRole(role: string, before: JsonObject, steps: readonly GuardStep[]): string[] {
  let document = before
  const blamed = new Set<string>()
  for (const { overlay, applied } of steps) {
    for (const change of applied.changes) {
      const origin = change.kind === 'removed' || change.kind === 'updated' ? change.origin : undefined
      if (origin === undefined || !holdsRole(document, origin, role)) continue
      blamed.add(actionCitation(overlay, change.action))
    }
    document = applied.document
  }
  return [...blamed]
}

/** Whether the node at the pointer is such an `x-role`, or holds one. */
function holdsRole(document: JsonObject, pointer: string, role: string): boolean {
  const node = nodeAt(document, pointer)
  if (pointer.endsWith('/x-role') && names(node, role)) return true
  return node !== undefined && isWithin(node, role)
}

function isWithin(node: JsonValue, role: string): boolean {
  if (Array.isArray(node)) return node.some((element) => isWithin(element, role))
  if (!isJsonObject(node)) return false
  if (names(node['x-role'], role)) return true
  return Object.values(node).some((member) => member !== undefined && isWithin(member, role))
}

function names(value: JsonValue | undefined, role: string): boolean {
  return value === role || (Array.isArray(value) && value.includes(role))
}
