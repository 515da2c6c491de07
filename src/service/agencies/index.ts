export { createAgencies } from './agencies.ts'
export type { Agencies, AgenciesDeps } from './agencies.ts'
