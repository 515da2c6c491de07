/** The options of `ensayo proxy`. */
import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs'
import { contractOptions } from '../profile/contract-options.ts'

export const proxyOptions = {
  target: { type: 'string', requiresArg: true, describe: "base URL behind the proxy; the profile's baseUrl unless given" },
  port: { type: 'number', default: 4030, requiresArg: true, describe: 'port of the proxy, 0 for a free one' },
  host: { type: 'string', default: '127.0.0.1', requiresArg: true, describe: 'address of the proxy' },
  timeout: { type: 'string', requiresArg: true, default: '30s', describe: 'how long one answer may take' },
  all: { type: 'boolean', default: false, describe: 'tell also of exchanges that keep the contract' },
  ...contractOptions,
} as const satisfies Record<string, Options>

export type ProxyArguments = ArgumentsCamelCase<InferredOptionTypes<typeof proxyOptions>>
