/** `ensayo conform`: what it takes. What it does is loaded when it runs. */
import type { CommandModule, InferredOptionTypes } from 'yargs'
import { conformOptions, diffOptions } from './options.ts'

export const conformCommand: CommandModule<object, InferredOptionTypes<typeof conformOptions>> = {
  command: 'conform',
  describe: 'judge a mock or a deployment by what the documentation states',
  builder: (yargs) =>
    yargs
      .command(
        'diff <a> <b>',
        'compare two runs that were written with --json; exit code 1 when a case differs',
        (diff) =>
          diff
            .positional('a', { type: 'string', demandOption: true, describe: 'report of one run' })
            .positional('b', { type: 'string', demandOption: true, describe: 'report of the other' })
            .options(diffOptions)
            .example('$0 conform diff mock.json deployment.json', 'where does the mock differ from reality?'),
        async (args) => (await import('./run-diff.ts')).runDiff(args),
      )
      .options(conformOptions)
      .example('$0 conform', 'judge a mock of its own, all cases')
      .example('$0 conform --target http://127.0.0.1:4010 --html report.html', 'judge a mock that runs, with a page to look at')
      .example('$0 conform --target https://erp.example.com/integration --dry-run', 'what would be sent to a deployment')
      .example('$0 conform --target https://erp.example.com/integration --yes', 'judge a deployment by reading alone')
      .example('$0 conform --only REP,PING-OK', 'all cases about reports, and one about the ping')
      .epilogue(
        'A deployment is only read unless --allow says more. Its keys come from $ENSAYO_KEY, $ENSAYO_LIMITED_KEY and ' +
          '$ENSAYO_SECOND_KEY, or from the variables that the profile names; $ENSAYO_WEBHOOK_TOKEN is a token for its webhooks.\n' +
          'Exit codes: 0 all that was judged holds, 1 a stated fact is broken, 2 nothing could be judged, or not to the end.',
      ),
  handler: async (args) => {
    const { runConform } = await import('./run-conform.ts')
    await runConform(args, { environment: process.env, cwd: process.cwd() })
  },
}
