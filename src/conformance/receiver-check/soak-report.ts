/** What a soak has come to, as plain data. */

export interface SoakReport {
  /** What was asked for. */
  wish: { durationMs: number; rate: number }
  /** What was sent, duplicates and retries included. */
  sent: number
  accepted: number
  /** On purpose: the same notification again, at once or late; and such as were cut off and sent again. */
  duplicates: number
  cut: number
  /** Because they were not accepted. */
  retries: number
  /** Given up after all retries. */
  givenUp: number
  records: number
  /** Ids of records, where both the API's and the receiver's state are known. */
  state?: {
    lost: readonly string[]
    doubled: readonly string[]
    stale: readonly string[]
    /** Records of which a notification was accepted, and those of them that were seen with any text. */
    told: number
    seen: number
    /** Whether the probe showed nothing at all. */
    isBlank: boolean
  }
  /** Of accepted answers, whole, in milliseconds. */
  latencyMs: Percentiles
  /** The same over time, in parts of equal length. */
  slices: readonly SoakSlice[]
}

export interface Percentiles {
  p50: number
  p90: number
  p99: number
  max: number
}

export interface SoakSlice extends Percentiles {
  /** Since the beginning. */
  fromMs: number
  accepted: number
  refused: number
}
