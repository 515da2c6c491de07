/** The command line: which commands there are, and how a failure is told. */
import { styleText } from 'node:util'
import yargs from 'yargs'
import { conformCommand } from './conform/command.ts'
import { contractCommand } from './contract/command.ts'
import { mockCommand } from './mock/command.ts'
import { packageVersion } from './package-version.ts'
import { proxyCommand } from './proxy/command.ts'
import { UsageError } from './usage-error.ts'
import { webhookCommand } from './webhook/command.ts'

export { watchStandardStreams } from './standard-streams.ts'

/** Exit codes: 0 as asked, 1 the thing judged does not hold, 2 it could not be carried out. */
type ExitCode = 0 | 1 | 2

/**
 * Runs one command line (without node and script) to its end and gives the exit code. Bad usage is one line on
 * standard error; a stack trace only ever means a bug of ours.
 */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const empty = emptyOption(args)
  if (empty !== undefined) return tell(new UsageError(`${empty} is given nothing; give it a value, or leave it out`))
  // To make the help's lines takes longer than to parse, and yargs makes the help whatever is asked.
  const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h')
  const parser = yargs([...args])
    .scriptName('ensayo')
    .usage('$0 <command>\n\nStands in for a business-management service whose documentation is incomplete.')
    .command(mockCommand)
    .command(contractCommand)
    .command(conformCommand)
    .command(proxyCommand)
    .command(webhookCommand)
    .demandCommand(1, 'which command? See ensayo --help')
    .strict()
    .recommendCommands()
    .version(packageVersion())
    .alias('help', 'h')
    .wrap(asksForHelp ? Math.min(110, process.stdout.columns ?? 110) : null)
    .epilogue('Colours follow NO_COLOR and FORCE_COLOR. Exit codes: 0 done, 1 does not hold, 2 could not be carried out.')
    .exitProcess(false)
    .showHelpOnFail(false)
    // Called with what is wrong with the command line, sometimes as an error of yargs' own kind, or with an error of
    // a command. Unless this throws, the command runs all the same.
    .fail((message: string | null, error: Error | undefined) => {
      if (error !== undefined && error.name !== 'YError') throw error
      const said = message ?? error?.message ?? 'the command line is not understood'
      throw new UsageError(said.includes('--help') ? said : `${said}; see ensayo --help`)
    })
  try {
    await parser.parseAsync()
  } catch (error) {
    return tell(error instanceof Error ? error : new Error(String(error)))
  }
  return exitCodeSoFar()
}

/** The first option whose value is empty, as that of a variable that is not set is; a number would be 0, and a path this folder. */
function emptyOption(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg, index) => /^--[a-z-]+=$/.test(arg) || (arg === '' && /^--[a-z-]+$/.test(args[index - 1] ?? '')))
  return at < 0 ? undefined : args[at] === '' ? args[at - 1] : args[at]?.slice(0, -1)
}

/** A command that judges something sets the process's exit code itself. */
function exitCodeSoFar(): ExitCode {
  return process.exitCode === 1 ? 1 : process.exitCode === 2 ? 2 : 0
}

function tell(failure: Error): ExitCode {
  const isOurs = !(failure instanceof UsageError)
  const text = isOurs ? (failure.stack ?? failure.message) : failure.message.replaceAll(/\s*\n\s*/g, ' ')
  process.stderr.write(`${styleText('red', 'ensayo:', { stream: process.stderr })} ${text}\n`)
  return 2
}
