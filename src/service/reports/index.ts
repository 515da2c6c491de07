export { createReports } from './reports.ts'
export type { Reports, ReportsDeps, ReportsView } from './reports.ts'
