/** The options of `ensayo conform`. */
import type { ArgumentsCamelCase, InferredOptionTypes, Options } from 'yargs'
import { contractOptions } from '../profile/contract-options.ts'

const file = (describe: string) => ({ type: 'string', requiresArg: true, describe, group: 'Reports:' }) as const
const webhook = (describe: string) => ({ type: 'string', requiresArg: true, describe, group: 'Webhook cases on a deployment:' }) as const

/** What every command that judges can write. */
export const reportOptions = {
  junit: file('JUnit XML'),
  ctrf: file('CTRF JSON'),
  json: file('everything, as JSON; what conform diff compares'),
  ndjson: file('what happens, as it happens, one JSON object a line'),
  har: file('all exchanges, as an HTTP Archive'),
  html: file('one page with everything'),
  github: { type: 'boolean', describe: 'annotations and a summary for GitHub Actions; by itself when run there', group: 'Reports:' },
  quiet: { type: 'boolean', default: false, describe: 'on the terminal only what failed', group: 'Reports:' },
} as const satisfies Record<string, Options>

export const conformOptions = {
  target: {
    type: 'string',
    requiresArg: true,
    describe: "base URL of what is judged; the profile's baseUrl unless given, and without either a mock of its own",
  },
  mock: { type: 'boolean', conflicts: 'target', describe: 'judge a mock of its own, whatever the profile says' },
  fixtures: { type: 'string', requiresArg: true, describe: 'fixtures of that mock; the built-in ones unless given' },
  allow: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'what cases may do to a deployment beside reading: load, write, webhook, joined by commas; a mock takes everything',
  },
  only: { type: 'string', array: true, nargs: 1, describe: 'cases by id, or by its beginning such as REP; repeatable, or joined by commas' },
  yes: { type: 'boolean', default: false, describe: 'judge a host other than this machine without asking first' },
  list: { type: 'boolean', default: false, describe: 'show all cases with what they need, and run none' },
  'dry-run': { type: 'boolean', default: false, describe: 'show every request that would be sent, and send none' },
  init: { type: 'boolean', default: false, describe: 'write a commented profile, ensayo.config.yaml, by asking' },
  sweep: { type: 'string', requiresArg: true, describe: 'delete what the run of this mark has left behind, after a crash' },
  baseline: { type: 'string', requiresArg: true, describe: 'file of known deviations with owner, reason and expiry' },
  snapshot: {
    type: 'string',
    requiresArg: true,
    describe: 'file of the column names that an earlier run saw, to compare with (REP-4); written anew unless they have changed',
  },
  rate: { type: 'number', requiresArg: true, describe: 'requests a second at most; 10 on a deployment' },
  budget: { type: 'number', requiresArg: true, describe: 'requests in all at most; 2000 on a deployment; those that clean up are not counted' },
  timeout: { type: 'string', requiresArg: true, default: '15s', describe: 'how long one answer may take' },
  seed: { type: 'number', requiresArg: true, default: 1, describe: 'of chance: the same one sends the same' },
  'with-prism': { type: 'boolean', default: false, describe: "send everything through Prism's validation as well, and tell where it disagrees" },
  'control-token': { type: 'string', requiresArg: true, describe: "of a mock's control API, when the target is a mock beyond this machine" },
  'receiver-url': webhook('how the service reaches the receiver that the run starts'),
  'receiver-port': { type: 'number', requiresArg: true, describe: 'port of that receiver; a free one unless given', group: 'Webhook cases on a deployment:' },
  'receiver-host': webhook('address of that receiver; 127.0.0.1 unless given'),
  'webhooks-configured': {
    type: 'boolean',
    default: false,
    describe: "the service's console is set up as an earlier run asked: do not ask again",
    group: 'Webhook cases on a deployment:',
  },
  manual: {
    type: 'boolean',
    default: false,
    describe: 'have a person make the changes that shall notify, where API writes do not',
    group: 'Webhook cases on a deployment:',
  },
  patience: webhook('how long to wait for a notification; 30s unless given'),
  ...reportOptions,
  ...contractOptions,
} as const satisfies Record<string, Options>

export const diffOptions = {
  markdown: { type: 'boolean', default: false, describe: 'for a pull request or an issue' },
} as const satisfies Record<string, Options>

export type ConformArguments = ArgumentsCamelCase<InferredOptionTypes<typeof conformOptions>>
