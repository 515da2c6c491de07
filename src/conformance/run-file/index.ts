/** Reports of earlier runs. */
export { readRunReport, RunReportError } from './read-run-report.ts'
