export { createHealth } from './health.ts'
export type { Health } from './health.ts'
export { mountHealth } from './route.ts'
