/** `ensayo proxy`: what it takes. What it does is loaded when it runs. */
import type { CommandModule, InferredOptionTypes } from 'yargs'
import { proxyOptions } from './options.ts'

export const proxyCommand: CommandModule<object, InferredOptionTypes<typeof proxyOptions>> = {
  command: 'proxy',
  describe: 'stand in front of a mock or a deployment, and have Prism check what passes against the contract',
  builder: (yargs) =>
    yargs
      .options(proxyOptions)
      .example('$0 proxy --target http://127.0.0.1:4010', 'on http://127.0.0.1:4030, in front of a mock')
      .example('$0 proxy --target https://erp.example.com/integration --overlay ours.yaml', "by a deployment's own names")
      .epilogue(
        'Needs @stoplight/prism-cli in the project. Requests and answers pass unchanged; Prism judges a copy, with the path ' +
          'in the letter case of the contract. Paths that the contract does not know pass unjudged.',
      ),
  handler: async (args) => {
    const { runProxy } = await import('./run-proxy.ts')
    await runProxy(args)
  },
}
