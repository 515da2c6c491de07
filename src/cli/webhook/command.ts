/** `ensayo webhook`: what its commands take. What they do is loaded when they run. */
import type { CommandModule } from 'yargs'
import { checkOptions, fireOptions, listenOptions } from './options.ts'

export const webhookCommand: CommandModule = {
  command: 'webhook',
  describe: 'receive notifications, send simulated ones, or check a receiver of them',
  builder: (root) =>
    root
      .command(
        'listen',
        'receive notifications: show each, check it against contract and token, answer well or badly',
        (yargs) =>
          yargs
            .options(listenOptions)
            .example('$0 webhook listen', 'on http://127.0.0.1:4020, until Ctrl-C')
            .example('$0 webhook listen --answer 500,500,200', 'fails twice, then accepts: are there retries?')
            .example('$0 webhook listen --answer hang --port 0 --json', 'never answers; on a free port, for programs')
            .example('$0 webhook listen --token-env HOOK_TOKEN', 'refuses a wrong token, which it reads from $HOOK_TOKEN')
            .example('$0 webhook listen --forward http://127.0.0.1:3000/hooks', 'stands between a sender and your receiver'),
        async (args) => (await import('./listen/run-listen.ts')).runListen(args),
      )
      .command(
        'fire',
        'send simulated notifications; exit code 1 when one was not accepted',
        (yargs) =>
          yargs
            .options(fireOptions)
            .example('$0 webhook fire --to http://127.0.0.1:4020', 'one notification of a new record')
            .example(
              '$0 webhook fire --to http://127.0.0.1:4020 --section invoices --fields status,paid_on --full',
              'an invoice was paid; the notification carries it',
            )
            .example('$0 webhook fire --to http://127.0.0.1:4020 --fields eliminado', 'a record was deleted (WRI-2)')
            .example('$0 webhook fire --to http://127.0.0.1:4020 --retry quick', 'with retries after 1 s, 5 s and 30 s')
            .example('$0 webhook fire --to http://127.0.0.1:4020 --count 5000 --rate 200', 'a load of 25 seconds')
            .example(
              '$0 webhook fire --to https://hooks.example.com/in --allow-host hooks.example.com --token-env HOOK_TOKEN',
              'to another machine, whose owner agrees',
            ),
        async (args) => (await import('./fire/run-fire.ts')).runFire(args),
      )
      .command(
        'check',
        'check a receiver: what it refuses, how fast it is, what it loses or does twice; exit code 1 when a duty is broken',
        (yargs) =>
          yargs
            .options(checkOptions)
            .example('$0 webhook check --to http://127.0.0.1:3000/hooks --token-env HOOK_TOKEN', 'what its answers show')
            .example(
              "$0 webhook check --to http://127.0.0.1:3000/hooks --start 'node receiver.js' --probe http://127.0.0.1:3000/state",
              'all of it: the receiver is started, restarted, and its state compared',
            )
            .example('$0 webhook check --to http://127.0.0.1:3000/hooks --only RCV-AUTH --html report.html', 'one area, as a page')
            .example(
              "$0 webhook check --to http://127.0.0.1:3000/hooks --start 'node receiver.js' --probe 'cat state.json' --soak 10m --rate 50",
              'ten minutes of load: what is lost, doubled, stale?',
            )
            .epilogue('Exit codes: 0 all that was judged holds, 1 a duty is broken, 2 nothing could be judged, or not to the end.'),
        async (args) => (await import('./check/run-check.ts')).runCheck(args, process.env),
      )
      .demandCommand(1, 'which command? See ensayo webhook --help'),
  handler: () => {},
}
