/** `ensayo mock`: what it takes. What it does is loaded when it runs. */
import type { ArgumentsCamelCase, CommandModule, InferredOptionTypes, Options } from 'yargs'

/** The same words as the logger's levels, written here so that `--help` loads no logger. */
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const options = {
  port: { type: 'number', requiresArg: true, default: 4010, describe: 'TCP port; 0 takes a free one' },
  host: { type: 'string', requiresArg: true, default: '127.0.0.1', describe: 'address to listen on' },
  fixtures: { type: 'string', requiresArg: true, describe: 'folder of fixtures instead of the built-in ones' },
  'service-version': {
    type: 'string',
    requiresArg: true,
    describe: 'simulated version of the service; column labels differ (REP-5)',
  },
  'log-level': { choices: levels, default: 'info', describe: 'least level of the log' },
  'log-file': { type: 'string', requiresArg: true, describe: 'append the log to this file instead of printing it' },
  quiet: { type: 'boolean', default: false, describe: 'no banner, and no log but to --log-file' },
} as const satisfies Record<string, Options>

export type MockArguments = ArgumentsCamelCase<InferredOptionTypes<typeof options>>

export const mockCommand: CommandModule<object, InferredOptionTypes<typeof options>> = {
  command: 'mock',
  describe: 'start the mock: the whole inbound interface on state, with a playground',
  builder: (yargs) =>
    yargs
      .options(options)
      .example('$0 mock', 'the mock with its playground on http://127.0.0.1:4010')
      .example('$0 mock --port 0 --quiet', 'on a free port, without a word')
      .example('$0 mock --service-version 2024.2', 'with the column names of an older version')
      .example('$0 mock --fixtures ./my-fixtures', 'with records, users and reports of your own'),
  handler: async (args) => {
    const { runMock } = await import('./run-mock.ts')
    await runMock(args)
  },
}
