/** The profile of a deployment (`ensayo.config.yaml`): found, read and checked. YAML and Ajv load on first use. */
export { contractSettings } from './contract-settings.ts'
export type { ContractSettings } from './contract-settings.ts'
export type { ContractArguments } from './contract-options.ts'
export { loadProfile } from './load-profile.ts'
export { ProfileError } from './profile-error.ts'
export type {
  Allowance,
  ConformanceSettings,
  KeySource,
  MockSettings,
  Profile,
} from './profile.ts'
export { readKey } from './read-key.ts'
