export { createMetrics } from './metrics.ts'
export type { Metrics } from './metrics.ts'
export { mountMetrics } from './route.ts'
export type { MetricsRoute } from './route.ts'
