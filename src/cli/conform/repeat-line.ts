/** The command line that judges one case again. */
import type { ConformArguments } from './options.ts'

/** For a POSIX shell; nothing in it is secret. */
export function repeatLine(args: ConformArguments, id: string): string {
  const { target, mock, fixtures, overlay = [], overrideStated, allow = [], seed, receiverUrl, receiverPort } = args
  // The parser gives false for --no-profile.
  const profile: unknown = args.profile
  const words: string[] = ['ensayo', 'conform']
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) words.push(`--${name}`, quoted(String(value)))
  }
  if (mock === true) words.push('--mock')
  add('target', target)
  add('fixtures', fixtures)
  if (profile === false) words.push('--no-profile')
  else if (typeof profile === 'string') add('profile', profile)
  for (const file of overlay) add('overlay', file)
  if (overrideStated === true) words.push('--override-stated')
  for (const name of allow) add('allow', name)
  add('receiver-url', receiverUrl)
  add('receiver-port', receiverPort)
  if (seed !== 1) add('seed', seed)
  add('only', id)
  return words.join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
