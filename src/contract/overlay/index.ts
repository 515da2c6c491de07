/** OpenAPI Overlays: read, applied, and kept from changing what is stated. YAML and JSONPath load on first use. */
export { applyOverlay } from './apply-overlay.ts'
export type { Applied } from './apply-overlay.ts'
export type { Change } from './change.ts'
export { guardStated } from './guard-stated.ts'
export type { Breach, GuardInput, GuardStep, Verdict } from './guard-stated.ts'
export { OverlayError } from './overlay-error.ts'
export type { Action, Overlay, Position, Remark } from './overlay.ts'
export { parseOverlay } from './parse-overlay.ts'
