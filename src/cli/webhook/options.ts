/** The options of `ensayo webhook listen` and `fire`. */
import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs'
import { reportOptions } from '../conform/options.ts'
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

const evidence = (describe: string) => ({ type: 'string', requiresArg: true, describe, group: 'Evidence:' }) as const

export const checkOptions = {
  to: { type: 'string', requiresArg: true, describe: 'URL of the receiver' },
  'allow-host': {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'consent to send to this host, which is not this machine; repeatable',
  },
  ...tokenOptions,
  'next-token': {
    type: 'string',
    requiresArg: true,
    conflicts: 'next-token-env',
    describe: 'a second token, which the receiver accepts as well while the first is being changed; better --next-token-env',
  },
  'next-token-env': { type: 'string', requiresArg: true, describe: 'name of the environment variable that holds it' },
  section: { type: 'string', requiresArg: true, default: 'entities', describe: 'section that the notifications are about' },
  record: { type: 'string', requiresArg: true, default: '1', describe: 'id of the record that they are about, where there is no --api' },
  full: { type: 'boolean', default: false, describe: 'send the record along, not only what changed' },
  api: {
    type: 'boolean',
    default: false,
    describe: 'start a mock whose API the receiver reads records back from; implied by --start',
    group: 'Evidence:',
  },
  'api-port': { type: 'number', requiresArg: true, default: 0, describe: 'port of that mock; a free one unless given', group: 'Evidence:' },
  start: evidence(
    'command that starts the receiver, with ENSAYO_API_URL, ENSAYO_API_KEY and ENSAYO_WEBHOOK_TOKEN in its environment; ' +
      'the checks also restart it',
  ),
  probe: evidence("URL or command that gives the receiver's state as text: its copy of the records, without times"),
  fault: evidence('command that makes the receiver fail, such as one that stops its database'),
  recover: evidence('command that ends what --fault has begun; a restart unless given'),
  restart: evidence('command that kills the receiver and starts it again; not needed with --start'),
  patience: { ...evidence('how long an accepted event may take to show in the state'), default: '10s' },
  only: { type: 'string', array: true, nargs: 1, describe: 'checks by id, or by its beginning such as RCV-AUTH; repeatable, or joined by commas' },
  list: { type: 'boolean', default: false, describe: 'show all checks with what they need, and run none' },
  rate: { type: 'number', requiresArg: true, describe: 'deliveries a second at most; with --soak so many, 50 unless given' },
  soak: { type: 'string', requiresArg: true, describe: 'instead of the checks: keep delivering for so long, such as 10m, then compare the states' },
  seed: { type: 'number', requiresArg: true, default: 1, describe: 'of chance: the same one sends the same' },
  fixtures: { type: 'string', requiresArg: true, describe: 'fixtures of the mock of --api; the built-in ones unless given' },
  ...reportOptions,
  ...contractOptions,
} as const satisfies Record<string, Options>

export type CheckArguments = ArgumentsCamelCase<InferredOptionTypes<typeof checkOptions>>
export type ListenArguments = ArgumentsCamelCase<InferredOptionTypes<typeof listenOptions>>
export type FireArguments = ArgumentsCamelCase<InferredOptionTypes<typeof fireOptions>>
