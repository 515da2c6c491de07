/** `ensayo mock`: what it takes. What it does is loaded when it runs. */
import type { CommandModule, InferredOptionTypes } from 'yargs'
import { limitLines } from './limits-text.ts'
import { mockOptions } from './options.ts'

export const mockCommand: CommandModule<object, InferredOptionTypes<typeof mockOptions>> = {
  command: 'mock',
  describe: 'start the mock: the whole inbound interface on state, with a playground',
  builder: (yargs) =>
    yargs
      .options(mockOptions)
      .example('$0 mock', 'the mock with its playground on http://127.0.0.1:4010')
      .example('$0 mock --port 0 --quiet', 'on a free port, without a word')
      .example('$0 mock --service-version 2024.2', 'with the column names of an older version')
      .example('$0 mock --overlay ours.yaml', "in a deployment's own names")
      .example('$0 mock --fixtures ./my-fixtures', 'with records, users and reports of your own')
      .epilogue(['Limits, and what they are unless given:', ...limitLines.map((line) => `  ${line}`)].join('\n')),
  handler: async (args) => {
    const { runMock } = await import('./run-mock.ts')
    await runMock(args)
  },
}
