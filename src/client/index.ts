export type { Client, ClientOptions, DocumentIn, RawClient } from './client.ts'
export { createClient } from './create-client.ts'
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
