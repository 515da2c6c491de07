import { styleText } from 'node:util'
import { explainContract, onlyOperation, printExplanation } from '../../contract/explain/index.ts'
import { UsageError } from '../usage-error.ts'
import type { ExplainArguments } from './arguments.ts'
import { withEffectiveContract } from './effective-contract.ts'
import { print } from './output.ts'

/** Without a terminal that says how wide it is. */
const usualWidth = 120

export function explainCommand({ json, operation, ...args }: ExplainArguments): Promise<void> {
  return withEffectiveContract(args, async (contract) => {
    const whole = await explainContract(contract)
    const ids: readonly string[] = whole.operations.map(({ id }) => id)
    if (operation !== undefined && !ids.includes(operation)) {
      throw new UsageError(`--operation ${operation}: there is no such operation; there are ${ids.join(', ')}`)
    }
    const explanation = operation === undefined ? whole : onlyOperation(whole, operation)
    const { stdout } = process
    // Asking for a style tells whether it would be shown: a terminal, NO_COLOR and FORCE_COLOR decide.
    const colour = styleText('bold', 'x', { stream: stdout }) !== 'x'
    await print(
      json
        ? `${JSON.stringify(explanation, null, 2)}\n`
        : printExplanation(explanation, { width: stdout.columns ?? usualWidth, colour }),
    )
  })
}
