/** How a case ends early: it throws one of these, which only the runner catches. */
import type { Deviation } from './verdict.ts'

/** The law does not hold. */
export class Broken extends Error {
  override name = 'Broken'
  readonly deviation: Deviation

  constructor(deviation: Deviation) {
    super(deviation.message)
    this.deviation = deviation
  }
}

/** Whether the law holds cannot be seen. */
export class Unjudged extends Error {
  override name = 'Unjudged'
  /** What would make it possible to judge. */
  readonly cure: string

  constructor(reason: string, cure: string) {
    super(reason)
    this.cure = cure
  }
}
