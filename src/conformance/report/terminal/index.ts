/** What a terminal shows of a run. */
export { paintFor } from './layout.ts'
export type { Paint } from './layout.ts'
export { createProgress } from './progress.ts'
export type { ProgressOptions } from './progress.ts'
export { terminalReport } from './terminal-report.ts'
export type { TerminalOptions } from './terminal-report.ts'
