/** Which contract a client speaks, and when it is loaded. */
import type { Contract, LoadOptions } from '../contract/index.ts'

/** By default the contract that this package brings along, with no deployment's own names. */
export interface ContractSource extends LoadOptions {
  /** A contract that is loaded already, in place of `overlays` and `overrideStated`. */
  contract?: Contract
}

/**
 * Gives the contract, loaded on first use, once. A load that fails is tried again at the next use.
 * @throws TypeError when a contract stands beside options for loading one
 */
export function contractSource({ contract, overlays, overrideStated }: ContractSource): () => Promise<Contract> {
  if (contract !== undefined) {
    if (overlays !== undefined || overrideStated !== undefined) {
      throw new TypeError(
        'contract is loaded already; give overlays and overrideStated to loadContract, or leave contract out',
      )
    }
    const given = Promise.resolve(contract)
    return () => given
  }
  let loading: Promise<Contract> | undefined
  return () => {
    loading ??= load({ ...(overlays && { overlays }), ...(overrideStated !== undefined && { overrideStated }) }).catch(
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
}

/** Imported here and now: reading files and compiling schemas is Node's, a client of a given contract runs anywhere. */
async function load(options: LoadOptions): Promise<Contract> {
  const { loadContract } = await import('../contract/index.ts')
  return loadContract(options)
}
