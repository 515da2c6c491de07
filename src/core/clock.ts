/** Milliseconds since the Unix epoch, as `Date.now()` counts them. */
export type Instant = number

/** Where "now" comes from; nothing below the composition root reads the wall clock itself. */
export interface Clock {
  now(): Instant
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** How a clock of its own goes beside the machine's; plain data, as it is stored. */
export type ClockState =
  /** As the machine's. */
  | { kind: 'real' }
  /** As fast as the machine's, ahead of it by so many milliseconds; behind it when negative. */
  | { kind: 'offset'; by: number }
  /** It stands still. */
  | { kind: 'frozen'; at: Instant }

/** What such a clock shows when the machine's shows `machineNow`. */
export function instantOn(state: ClockState, machineNow: Instant): Instant {
  switch (state.kind) {
    case 'real':
      return machineNow
    case 'offset':
      return machineNow + state.by
    case 'frozen':
      return state.at
  }
}

/** A clock that shows `instant` now and goes, or stands, as it did before. */
export function movedTo(state: ClockState, instant: Instant, machineNow: Instant): ClockState {
  return state.kind === 'frozen' ? { kind: 'frozen', at: instant } : { kind: 'offset', by: instant - machineNow }
}

/** 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z. */
const [first, last] = [-62_135_596_800_000, 253_402_300_799_999]

/**
 * True for whole milliseconds in the years 0001 to 9999: others RFC 3339 cannot write, and as ISO 8601 writes them they
 * do not sort as texts.
 */
export function isInstant(value: unknown): value is Instant {
  return typeof value === 'number' && Number.isInteger(value) && value >= first && value <= last
}
