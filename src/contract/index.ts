export { ContractError } from './contract-error.ts'
export { createContract, loadContract } from './load.ts'
export type * from './types.ts'
