/** Whether a contract is sound beyond what is needed to work with it. Its libraries load on first use. */
export type { Finding, Inspection } from './finding.ts'
export { lintContract } from './lint-contract.ts'
