/** What a client learns of something thrown while it was served. */
import type { Problem } from '../core/index.ts'
import { StoreUnavailable } from '../store/index.ts'
import { internalProblem } from './answers.ts'

/** Seconds. Most disks and databases that were away are either back by then, or away for long. */
const retryAfterSeconds = 2

/** A store that cannot be used is nobody's bug: whoever asked may ask again. Anything else is ours. */
export function problemOf(error: unknown): Problem {
  return error instanceof StoreUnavailable
    ? { kind: 'unavailable', message: error.message, retryAfterSeconds }
    : internalProblem
}
