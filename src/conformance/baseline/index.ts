/** Known deviations. */
export { applyBaseline } from './baseline.ts'
export type { Baseline, BaselineOutcome, KnownDeviation } from './baseline.ts'
export { BaselineError, readBaseline } from './read-baseline.ts'
