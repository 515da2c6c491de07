import { ContractError, loadContract, OverlayError } from '../../contract/index.ts'
import type { Contract } from '../../contract/index.ts'
import { tellOverlays } from '../contract/effective-contract.ts'
import { contractSettings } from '../profile/contract-settings.ts'
import type { ContractArguments } from '../profile/contract-options.ts'
import type { Profile } from '../profile/profile.ts'
import { UsageError } from '../usage-error.ts'

/**
 * The contract that the command line and the profile ask for. What overlays override is told on standard error.
 * @throws UsageError when it does not hold
 */
export async function effectiveContract(args: ContractArguments): Promise<{ contract: Contract; profile: Profile | undefined }> {
  const { profile, overlays, overrideStated } = await contractSettings(args, process.cwd())
  try {
    const contract = await loadContract({ overlays, overrideStated })
    tellOverlays(contract)
    return { contract, profile }
  } catch (error) {
    if (error instanceof ContractError || error instanceof OverlayError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}
