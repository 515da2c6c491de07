/** What a program imports from `ensayo`. */
export { createClient } from './client/index.ts'
export type { CallError, Client, ClientOptions, Result } from './client/index.ts'
export { ContractError, loadContract, OverlayError } from './contract/index.ts'
export type { Contract, LoadOptions } from './contract/index.ts'
export { startMock, StartRefused } from './mock/index.ts'
export type { Mock, MockOptions } from './mock/index.ts'
