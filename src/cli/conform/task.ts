/** What a task of the command is given. */
import type { Contract } from '../../contract/index.ts'
import type { Profile } from '../profile/index.ts'
import type { ConformArguments } from './options.ts'
import type { Settings } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Surroundings {
  environment: Environment
  cwd: string
}

/** What every task of the command starts from. */
export interface Task extends Surroundings {
  args: ConformArguments
  contract: Contract
  profile: Profile | undefined
  settings: Settings
}
