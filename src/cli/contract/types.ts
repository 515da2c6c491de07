import { isJsonObject } from '../../core/index.ts'
import { typesOf, TypesUnavailable } from '../../contract/typescript/index.ts'
import { UsageError } from '../usage-error.ts'
import type { TypesArguments } from './arguments.ts'
import { tellOverlays, withEffectiveContract } from './effective-contract.ts'
import { writeResult } from './output.ts'

export function typesCommand(args: TypesArguments): Promise<void> {
  return withEffectiveContract(args, async (contract) => {
    tellOverlays(contract)
    const { document, overlays } = contract
    if (!isJsonObject(document)) throw new Error('a contract is an object')
    const source = overlays.length === 0 ? '' : ` with ${overlays.map(({ file }) => file).join(', ')}`
    const notice = `// Made by "ensayo contract types"${source}; not to be edited.\n\n`
    try {
      await writeResult(notice + (await typesOf(document)), args.output)
    } catch (error) {
      if (error instanceof TypesUnavailable) throw new UsageError(error.message)
      throw error
    }
  })
}
