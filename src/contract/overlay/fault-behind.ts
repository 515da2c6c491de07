/** Which action brought a fault that only shows when the effective document is compiled. */
import type { JsonObject } from '../../core/index.ts'
import { applyOverlay } from './apply-overlay.ts'
import type { GuardStep } from './guard-stated.ts'
import { actionCitation } from './overlay-error.ts'

/**
 * The first action after which the fault is there, as `file:line:column: action N (target)`: found by applying one
 * more each time. Undefined when it was there before, or no action by itself brings it.
 */
export async function actionBringing(
  isFaulty: (document: JsonObject) => boolean,
  before: JsonObject,
  steps: readonly GuardStep[],
): Promise<string | undefined> {
  if (isFaulty(before)) return undefined
  let document = before
  for (const { overlay } of steps) {
    for (const action of overlay.actions) {
      ;({ document } = await applyOverlay({ document, overlay: { ...overlay, actions: [action] } }))
      if (isFaulty(document)) return actionCitation(overlay, action.number)
    }
  }
  return undefined
}
