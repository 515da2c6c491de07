import { access, constants } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { UsageError } from '../usage-error.ts'
import type { ContractArguments } from './contract-options.ts'
import { loadProfile } from './load-profile.ts'
import { ProfileError } from './profile-error.ts'
import type { Profile } from './profile.ts'

/** Which contract a command line and the profile it falls on ask for. */
export interface ContractSettings {
  profile: Profile | undefined
  /** Files that can be read, in the order in which they apply; named as seen from `cwd`. */
  overlays: readonly string[]
  overrideStated: boolean
}

/**
 * The profile's overlays come first, those of the command line after them; a flag wins over the profile.
 * @throws UsageError for a profile or an overlay that cannot be read
 */
export async function contractSettings(args: ContractArguments, cwd: string): Promise<ContractSettings> {
  const profile = args.profile === false ? undefined : await profileOf(args.profile, cwd)
  const given = args.overlay ?? []
  for (const file of given) await demandReadable(file, cwd)
  return {
    profile,
    overlays: [...(profile?.overlays ?? []).map((file) => relative(cwd, file)), ...given],
    overrideStated: args.overrideStated ?? profile?.overrideStated ?? false,
  }
}

async function profileOf(file: ContractArguments['profile'], cwd: string): Promise<Profile | undefined> {
  try {
    return await loadProfile({ cwd, file: typeof file === 'string' ? file : undefined })
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

async function demandReadable(file: string, cwd: string): Promise<void> {
  try {
    await access(resolve(cwd, file), constants.R_OK)
  } catch {
    throw new UsageError(`--overlay ${file}: there is no such file, or it may not be read; give the path of an overlay`)
  }
}
