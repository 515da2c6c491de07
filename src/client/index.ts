export { readAnswerBody } from './answer-body.ts'
export type { Client, ClientOptions, DocumentIn, RawClient } from './client.ts'
export type { ContractSource } from './contract-source.ts'
export { createClient } from './create-client.ts'
export { networkCause } from './network-cause.ts'
export type {
  CallError,
  Exchange,
  Failure,
  Malformed,
  RawResult,
  Refused,
  Result,
  SentRequest,
  TimedOut,
  Unexpected,
  Unreachable,
} from './result.ts'
export type { RawRequest } from './transport.ts'
export { judge } from './verdict.ts'
