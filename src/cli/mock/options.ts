/** The options of `ensayo mock`. */
import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs'
import { contractOptions } from '../profile/contract-options.ts'

/** The same words as the logger's levels, written here so that `--help` loads no logger. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const mockOptions = {
  ...contractOptions,
  port: { type: 'number', requiresArg: true, describe: 'TCP port, 4010 unless given; 0 takes a free one' },
  host: { type: 'string', requiresArg: true, describe: 'address to listen on, 127.0.0.1 unless given' },
  fixtures: { type: 'string', requiresArg: true, describe: 'folder of fixtures instead of the built-in ones' },
  'service-version': {
    type: 'string',
    requiresArg: true,
    describe: 'simulated version of the service; column labels differ (REP-5)',
  },
  webhook: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'section=…,events=created|modified|fields:a+b,url=…,token=…; repeatable (HOOK-1)',
  },
  data: {
    type: 'string',
    requiresArg: true,
    describe: 'folder in which everything outlives the process; in memory unless given',
  },
  database: {
    type: 'string',
    requiresArg: true,
    describe: 'postgres://… that any number of mocks share; ENSAYO_DATABASE says it without showing it to others',
  },
  workers: {
    type: 'number',
    requiresArg: true,
    describe: 'so many processes on one port, with --database; 1 unless given',
  },
  lease: {
    type: 'string',
    requiresArg: true,
    describe: 'how long a delivery is one process’s, with --database; 60s unless given',
  },
  'control-token': {
    type: 'string',
    requiresArg: true,
    describe: 'what /_ensayo asks for as a bearer token; needed beyond loopback',
  },
  'control-token-env': {
    type: 'string',
    requiresArg: true,
    describe: 'environment variable that holds the control token: a command line is shown to others',
  },
  'allow-webhook-host': {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'host that webhooks may be sent to beside this machine: a name, an address, *.example.com or *; repeatable',
  },
  limit: {
    type: 'string',
    array: true,
    requiresArg: true,
    describe: 'name=value, as in body=2MiB; repeatable, and listed below',
  },
  'log-level': { choices: levels, default: 'info', describe: 'least level of the log' },
  'log-file': { type: 'string', requiresArg: true, describe: 'append the log to this file instead of printing it' },
  quiet: { type: 'boolean', default: false, describe: 'no banner, and no log but to --log-file' },
} as const satisfies Record<string, Options>

export type MockArguments = ArgumentsCamelCase<InferredOptionTypes<typeof mockOptions>>
