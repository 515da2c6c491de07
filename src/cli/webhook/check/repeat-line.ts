/** The command line that makes one check again. */
import type { CheckArguments } from '../options.ts'

/** For a POSIX shell. A token that was given on the command line is a variable in it. */
export function repeatLine(args: CheckArguments, id: string | undefined): string {
  const words: string[] = ['ensayo', 'webhook', 'check']
  const add = (name: string, value: string | number | boolean | undefined, usual?: string | number) => {
    if (value === true) words.push(`--${name}`)
    else if (value !== undefined && value !== false && value !== usual) words.push(`--${name}`, quoted(String(value)))
  }
  // The parser gives false for --no-profile.
  const addProfile = (profile: string | boolean | undefined) => {
    if (profile === false) words.push('--no-profile')
    else add('profile', profile)
  }
  add('to', args.to)
  for (const host of args.allowHost ?? []) add('allow-host', host)
  add('token-env', args.token === undefined ? args.tokenEnv : 'ENSAYO_WEBHOOK_TOKEN')
  add('next-token-env', args.nextToken === undefined ? args.nextTokenEnv : 'ENSAYO_WEBHOOK_NEXT_TOKEN')
  add('section', args.section, 'entities')
  add('record', args.record, '1')
  add('full', args.full)
  add('api', args.api)
  add('api-port', args.apiPort, 0)
  for (const name of ['start', 'probe', 'fault', 'recover', 'restart'] as const) add(name, args[name])
  add('patience', args.patience, '10s')
  addProfile(args.profile)
  for (const file of args.overlay ?? []) add('overlay', file)
  add('override-stated', args.overrideStated)
  add('fixtures', args.fixtures)
  add('seed', args.seed, 1)
  add('soak', args.soak)
  if (args.soak !== undefined) add('rate', args.rate)
  add('only', id)
  return words.join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
