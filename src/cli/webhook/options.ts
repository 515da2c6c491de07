/** The options of `ensayo webhook listen` and `fire`. */
import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs'
import { contractOptions } from '../profile/contract-options.ts'

const tokenOptions = {
  token: {
    type: 'string',
    requiresArg: true,
    conflicts: 'token-env',
    describe: "the webhook's bearer token (HOOK-3); other users of this machine can see it, so better --token-env",
  },
  'token-env': {
    type: 'string',
    requiresArg: true,
    describe: 'name of the environment variable that holds the token',
  },
} as const satisfies Record<string, Options>

const json = { type: 'boolean', default: false, describe: 'one JSON object a line, for programs' } as const

export const listenOptions = {
  port: { type: 'number', requiresArg: true, default: 4020, describe: 'TCP port; 0 takes a free one' },
  host: { type: 'string', requiresArg: true, default: '127.0.0.1', describe: 'address to listen on' },
  ...tokenOptions,
  answer: {
    type: 'string',
    requiresArg: true,
    conflicts: 'forward',
    describe:
      'answers in turn, the last one repeated: a status from 200 to 599, reset, hang, redirect, slow (a body of 15 s) or ' +
      'slow:8s; by itself 200, 405 to what is no POST, and 401 to a wrong token',
  },
  delay: { type: 'string', requiresArg: true, describe: 'wait before each answer, such as 3s or 1m30s' },
  forward: {
    type: 'string',
    requiresArg: true,
    describe: 'pass each on to this URL, headers and token included, and answer what that answers',
  },
  json,
  ...contractOptions,
} as const satisfies Record<string, Options>

export const fireOptions = {
  to: { type: 'string', requiresArg: true, demandOption: true, describe: 'URL of the receiver' },
  'allow-host': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'consent to send to this host, which is not this machine; repeatable',
  },
  section: { type: 'string', requiresArg: true, describe: "section as the fixtures name it; their first one unless given" },
  event: {
    choices: ['created', 'modified'] as const,
    describe: 'what happened; created unless given, modified with --fields',
  },
  fields: {
    type: 'string',
    requiresArg: true,
    describe: 'changed fields as the fixtures name them, joined by commas; eliminado makes it a deletion',
  },
  record: {
    type: 'string',
    requiresArg: true,
    describe: 'JSON file with the record: its fields, and its id if you like; made up unless given',
  },
  id: { type: 'string', requiresArg: true, describe: "the record's id; those of the fixtures in turn unless given" },
  full: { type: 'boolean', default: false, describe: 'send the record along, not only what changed' },
  ...tokenOptions,
  retry: {
    type: 'string',
    requiresArg: true,
    default: 'none',
    describe:
      'retry policy, in real time: none, quick, default (assumed), standard-webhooks, svix, shopify, adyen, slack, ' +
      'stripe, … or delays such as 1s,1m,1h',
  },
  count: { type: 'number', requiresArg: true, describe: 'send so many, as a load: progress, then percentiles and a histogram' },
  rate: { type: 'number', requiresArg: true, describe: 'of the --count, so many a second; as fast as they are accepted unless given' },
  concurrency: { type: 'number', requiresArg: true, describe: 'of the --count, so many at once at most; 16 unless given' },
  seed: {
    type: 'number',
    requiresArg: true,
    default: 1,
    describe: 'of chance: the same one gives the same records, ids and changed fields',
  },
  fixtures: { type: 'string', requiresArg: true, describe: 'folder of fixtures with the sections; the built-in ones unless given' },
  json,
  ...contractOptions,
} as const satisfies Record<string, Options>

export type ListenArguments = ArgumentsCamelCase<InferredOptionTypes<typeof listenOptions>>
export type FireArguments = ArgumentsCamelCase<InferredOptionTypes<typeof fireOptions>>
