import type { ContractArguments } from '../profile/index.ts'

export interface BundleArguments extends ContractArguments {
  format: 'json' | 'yaml' | undefined
  output: string | undefined
}

export interface TypesArguments extends ContractArguments {
  output: string | undefined
}

export interface ExplainArguments extends ContractArguments {
  json: boolean
  operation: string | undefined
}
