import type { BundleArguments } from './arguments.ts'
import { tellOverlays, withEffectiveContract } from './effective-contract.ts'
import { writeResult } from './output.ts'

export function bundleCommand(args: BundleArguments): Promise<void> {
  const format = args.format ?? (/\.ya?ml$/i.test(args.output ?? '') ? 'yaml' : 'json')
  return withEffectiveContract(args, async (contract) => {
    tellOverlays(contract)
    const { document } = contract
    await writeResult(format === 'yaml' ? await asYaml(document) : `${JSON.stringify(document, null, 2)}\n`, args.output)
  })
}

async function asYaml(document: unknown): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 110 })
}
