import { styleText } from 'node:util'
import { ContractError, loadContract, OverlayError } from '../../contract/index.ts'
import type { Contract } from '../../contract/index.ts'
import { contractSettings } from '../profile/index.ts'
import type { ContractArguments } from '../profile/index.ts'

/**
 * Loads the contract that the command line asks for and does something with it. What is wrong with one that does
 * not hold goes to standard error, with exit code 1.
 */
export async function withEffectiveContract(
  args: ContractArguments,
  use: (contract: Contract) => Promise<void>,
): Promise<void> {
  const { overlays, overrideStated } = await contractSettings(args, process.cwd())
  let contract: Contract
  try {
    contract = await loadContract({ overlays, overrideStated })
  } catch (error) {
    if (!(error instanceof ContractError || error instanceof OverlayError)) throw error
    tell('red', error.message)
    process.exitCode = 1
    return
  }
  await use(contract)
}

/** For results that have no room for it: facts that were overridden, and what may surprise. */
export function tellOverlays({ overridden, remarks }: Pick<Contract, 'overridden' | 'remarks'>): void {
  for (const { message } of overridden) tell('yellow', message)
  for (const remark of remarks) tell('yellow', remark)
}

function tell(colour: 'red' | 'yellow', message: string): void {
  process.stderr.write(`${styleText(colour, 'ensayo:', { stream: process.stderr })} ${message}\n`)
}
