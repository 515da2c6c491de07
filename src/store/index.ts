export { QueryRefused } from './port.ts'
export type * from './port.ts'
