/** A deployment that does nothing wrong, and differs from what is assumed. */
import type { Contract } from '../../src/contract/index.ts'
import type { Mutant } from '../mutants/mutant.ts'

export interface Variant extends Pick<Mutant, 'carrier' | 'operations' | 'inPlace'> {
  /** Stable: the table of verdicts names it. */
  name: string
  /** What is different, as a sentence. */
  differs: string
  /** What it speaks; the contract as it is unless given. */
  contract?: () => Promise<Contract>
  /** Whether the suite is told so. */
  isTold: boolean
  /** It is judged by the webhooks' cases and the generated ones too, which cost most; so is one with faults in places. */
  isWhole?: boolean
  /** The cases by which it is judged, where it is too slow for more. */
  only?: readonly string[]
}
