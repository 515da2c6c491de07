/** Which action to blame for what became of a node. */
import type { Change } from './change.ts'
import type { Subject } from './subject.ts'

/**
 * The action that took the node away, alone or with what is around it; else the last that touched something in
 * it; else the same for the references to it. Undefined when none can be made out.
 */
export function actionBehind({ pointer, via }: Subject, changes: readonly Change[]): number | undefined {
  for (const place of [pointer, ...via]) {
    const taken = changes.findLast((change) => change.kind === 'removed' && isWithin(place, placeOf(change)))
    const touched = taken ?? changes.findLast((change) => isWithin(placeOf(change), place))
    if (touched !== undefined) return touched.action
  }
  return undefined
}

/** Where a change happened, as the document before the overlay would put it. */
function placeOf(change: Change): string | undefined {
  switch (change.kind) {
    case 'updated':
    case 'removed':
      return change.origin
    case 'added':
    case 'copied':
      return change.into === undefined
        ? undefined
        : change.into + change.pointer.slice(change.pointer.lastIndexOf('/'))
  }
}

/** Whether a pointer is the other one or leads to something inside. */
function isWithin(pointer: string | undefined, outer: string | undefined): boolean {
  if (pointer === undefined || outer === undefined) return false
  return pointer === outer || pointer.startsWith(`${outer}/`)
}
