/** What the effective contract says and what it rests on, as data and as tables. */
export type { Basis } from '../basis.ts'
export { explainContract } from './explain-contract.ts'
export { explainDocument } from './explain.ts'
export type { ExplainInput } from './explain.ts'
export type {
  AssumedPlace,
  Assumption,
  Direction,
  ExplainedOperation,
  ExplainedSection,
  Explanation,
  Look,
  Replacement,
  Row,
  Wire,
} from './explanation.ts'
export { onlyOperation } from './only.ts'
export { printExplanation } from './print.ts'
export type { PrintOptions } from './print.ts'
