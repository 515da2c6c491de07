/** Milliseconds since the Unix epoch, as `Date.now()` counts them. */
export type Instant = number

/** Where "now" comes from; nothing below the composition root reads the wall clock itself. */
export interface Clock {
  now(): Instant
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }
