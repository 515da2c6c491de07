export type * from './delivery.ts'
export { QueryRefused } from './port.ts'
export type * from './port.ts'
export type * from './sandbox.ts'
