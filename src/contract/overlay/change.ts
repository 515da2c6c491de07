/**
 * One thing that an action did to the document. An update that leaves a value as it was is no change.
 *
 * `pointer` is where the node stands when its action has run (for `removed`: where it stood before the
 * action ran). `origin` and `into` look back into the document as it was before the whole overlay, whatever
 * has shifted since, so that a guard can tell what was there already.
 */
export type Change =
  /** A primitive was replaced, or a member or element taken out with all it held. */
  | { kind: 'updated' | 'removed'; action: number; pointer: string; origin?: string }
  /** A member or element came in, by `update` or by `copy`; `into` is the object or list that received it. */
  | { kind: 'added' | 'copied'; action: number; pointer: string; into?: string }
