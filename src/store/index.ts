export type * from './delivery.ts'
export { QueryRefused, StoreRefused, StoreUnavailable } from './port.ts'
export type * from './port.ts'
export type * from './sandbox.ts'
