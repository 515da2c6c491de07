/** Comparing runs. */
export { diffMarkdown, diffText } from './diff-text.ts'
export { diffRuns } from './run-diff.ts'
export type { CaseDiff, CaseSide, Comparison, DiffedRun, RunDiff, StatementDiff } from './run-diff.ts'
