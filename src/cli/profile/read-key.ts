import type { KeyName } from '../../conformance/index.ts'
import { ProfileError } from './profile-error.ts'
import type { Profile } from './profile.ts'

/**
 * The API key from the environment variable that the profile names; undefined when the profile names none.
 * @throws ProfileError when that variable is not set
 */
export function readKey(
  profile: Pick<Profile, 'keys'>,
  name: KeyName,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const source = profile.keys[name]
  if (source === undefined) return undefined
  const key = environment[source.env]?.trim()
  if (key !== undefined && key !== '') return key
  throw new ProfileError([`${source.place}: the environment variable ${source.env} is not set; set it to the ${name} key`])
}
