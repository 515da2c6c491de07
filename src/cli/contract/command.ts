/** `ensayo contract`: what its commands take. What they do is loaded when they run. */
import type { CommandModule } from 'yargs'
import { contractOptions } from '../profile/contract-options.ts'

const output = {
  type: 'string',
  alias: 'o',
  requiresArg: true,
  describe: 'file to write; by itself standard output',
} as const

export const contractCommand: CommandModule = {
  command: 'contract',
  describe: 'check, bundle, type or explain the contract with its overlays',
  builder: (root) =>
    root
      .command(
        'check',
        'validate the contract with its overlays; exit code 1 when it does not hold',
        (yargs) => yargs.options(contractOptions),
        async (args) => (await import('./check.ts')).checkCommand(args),
      )
      .command(
        'bundle',
        'write the effective contract as one OpenAPI 3.1 document',
        (yargs) =>
          yargs
            .options(contractOptions)
            .option('format', { choices: ['json', 'yaml'] as const, describe: 'by itself as the file ends, else JSON' })
            .option('output', output)
            .example('$0 contract bundle --overlay ours.yaml -o ours-whole.yaml', "a deployment's contract in one file"),
        async (args) => (await import('./bundle.ts')).bundleCommand(args),
      )
      .command(
        'types',
        'write the TypeScript declarations of the effective contract',
        (yargs) =>
          yargs
            .options(contractOptions)
            .option('output', output)
            .example('$0 contract types --overlay ours.yaml -o src/contract.ts', 'declarations for your own project'),
        async (args) => (await import('./types.ts')).typesCommand(args),
      )
      .command(
        'explain',
        'show what each part means, where it stands and what it rests on',
        (yargs) =>
          yargs
            .options(contractOptions)
            .option('json', { type: 'boolean', default: false, describe: 'as JSON, for programs' })
            .option('operation', { type: 'string', requiresArg: true, describe: 'only this one, with its refusals' })
            .example('$0 contract explain --operation runReport', 'the parts of a report and of its request'),
        async (args) => (await import('./explain.ts')).explainCommand(args),
      )
      .demandCommand(1, 'which command? See ensayo contract --help'),
  handler: () => {},
}
