/** What a program imports from `ensayo`. */
export { createClient } from './client/index.ts'
export type { CallError, Client, ClientOptions, Result } from './client/index.ts'
export { ContractError, loadContract, OverlayError } from './contract/index.ts'
export type { Contract, LoadOptions } from './contract/index.ts'
export { SandboxRefused, startMock, StartRefused } from './mock/index.ts'
export type { FaultConfiguration, Mock, MockOptions, Sandbox, SandboxOptions, WebhookConfiguration } from './mock/index.ts'
