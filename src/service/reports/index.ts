export { createReports } from './reports.ts'
export type { Reports, ReportsDeps } from './reports.ts'
