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

/** True for whole milliseconds that a `Date` can hold (ECMA-262, section 21.4.1.1). */
export function isInstant(value: unknown): value is Instant {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 8.64e15
}
