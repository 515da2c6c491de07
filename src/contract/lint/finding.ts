/** Something in a contract that does not hold, or that will mislead its readers. */
export interface Finding {
  /** Of a warning the contract holds all the same. */
  severity: 'error' | 'warning'
  /** RFC 6901, into the effective document. */
  pointer: string
  /** What is wrong and how to mend it, in one line. */
  message: string
}

/** One kind of thing that was looked at. */
export type Inspection =
  | { subject: string; done: true; findings: readonly Finding[] }
  /** Left out, and why. */
  | { subject: string; done: false; reason: string }
